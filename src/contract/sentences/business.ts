import type { SettingsEvent } from '#domain/business/settings/settings.ts';
import { DEFAULT_LOSS } from '#domain/figures/dish-result.ts';
import { formatMoney } from '#domain/format.ts';
import { DEFAULT_MIX_MONTHS } from '#domain/figures/mix.ts';
import { type EventPhrases, changePhrases } from './sentence.ts';
import { countText, fromTo, percentText, quoted } from './words.ts';
import type { OwnershipEvent } from '#domain/business/ownership.ts';
import type { ChannelEvent } from '#domain/business/channel/channel.ts';
import { channelFields } from '#domain/business/channel/fields.ts';
import type { ImportMemoryEvent } from '#domain/import-memory/import-memory.ts';

export const settingsPhrases: EventPhrases<SettingsEvent> = {
  ProductionLossChanged: (change) =>
    `mudou a perda na produção ${fromTo(change, (loss) => percentText(loss ?? DEFAULT_LOSS))}`,
  MixMonthsChanged: (change) =>
    `mudou os meses de vendas que contam ${fromTo(change, (months) => countText(months ?? DEFAULT_MIX_MONTHS, 'mês', 'meses'))}`,
  PriceRuleChanged: ({ to }) =>
    to === null
      ? 'escolheu o preço da última compra para os insumos'
      : 'escolheu a média das três últimas compras para o preço dos insumos',
  ProfitGoalChanged: (change) => `mudou quanto quer tirar por mês ${fromTo(change, (goal) => formatMoney(goal ?? 0))}`,
};

export const ownershipPhrases: EventPhrases<OwnershipEvent> = {
  BusinessOpened: () => 'abriu o negócio',
  BusinessOwnerChanged: ({ from, to }, { nameOf }) => `passou o negócio de ${nameOf(from)} para ${nameOf(to)}`,
  BusinessErased: () => 'excluiu o negócio e tudo o que havia nele',
};

export const channelPhrases: EventPhrases<ChannelEvent> = {
  ChannelAdded: (channel) => `cadastrou o canal ${quoted(channel)}${channel.isMain ? ', o principal' : ''}`,
  ...changePhrases('o canal', channelFields),
  MainChannelChanged: ({ name, fromName }) => `fez de “${name}” o canal principal, no lugar de “${fromName}”`,
  ChannelRemoved: (channel) => `excluiu o canal ${quoted(channel)}`,
  ChannelRestored: (channel) => `trouxe de volta o canal ${quoted(channel)}`,
};

export const importMemoryPhrases: EventPhrases<ImportMemoryEvent> = {
  ImportMemoryChanged({ layouts, names }) {
    const files = countText(layouts.length, 'tipo de arquivo', 'tipos de arquivo');
    return `ensinou às importações ${files} e ${countText(names.length, 'nome', 'nomes')}`;
  },
};
