import { normalizeName } from '#domain/names.ts';
import type { ChannelPrices, Scope } from '#domain/business/channel/fields.ts';
import { AMOUNTS, readAmount } from '#domain/amounts.ts';
import type { Channel } from '#domain/business/state.ts';
import type { TenThousandths } from '#domain/decimal.ts';
import { onlyIn } from './channels-of.ts';
import type { ImportColumn } from './import-kind.ts';

/** The cell text for all channels. */
const ALL = 'todos';

/** The names of channels in a cell: 'Balcão, App'; an ambiguous name stands in quotes. */
export const namesOfScope = (channels: readonly Channel[], scope: Scope): string =>
  scope === null
    ? ALL
    : channels
        .filter(({ id }) => scope.includes(id))
        .map(({ name }) => (/[",]|^\s|\s$/.test(name) || normalizeName(name) === ALL ? quoted(name) : name))
        .join(', ');

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

type ScopeReading = { readonly ok: true; readonly value: Scope } | { readonly ok: false; readonly sentence: string };

/** Reads the names of channels from a cell. An empty cell means all channels. */
function scopeFromNames(channels: readonly Channel[], text: string): ScopeReading {
  if (text.trim() === '' || normalizeName(text) === ALL) return { ok: true, value: null };
  const ids: string[] = [];
  for (const name of namesIn(text)) {
    const channel = channelNamed(channels, name);
    if (!channel) return { ok: false, sentence: unknownSentence(channels, name) };
    if (!ids.includes(channel.id)) ids.push(channel.id);
  }
  return { ok: true, value: ids };
}

const namesIn = (text: string): readonly string[] =>
  [...text.matchAll(/\s*(?:"((?:[^"]|"")*)"|([^,]+?))\s*(?:,|$)/g)].map(
    ([, quotedName, plainText = '']) => quotedName?.replaceAll('""', '"') ?? plainText,
  );

/** The channel with exactly this name, else the one with the most similar name. */
const channelNamed = (channels: readonly Channel[], name: string): Channel | undefined =>
  channels.find((channel) => channel.name === name) ??
  channels.find((channel) => normalizeName(channel.name) === normalizeName(name));

function unknownSentence(channels: readonly Channel[], name: string): string {
  const prefix = `Não há um canal “${name}”.`;
  if (channels.length < 2) return `${prefix} Deixe vazio, ou cadastre os canais antes.`;
  return `${prefix} Há ${channels.map((channel) => `“${channel.name}”`).join(', ')}.`;
}

/** Prices by channel name in a cell: 'iFood: 59,90; Salão: 0'. */
export const pricesByName = (
  channels: readonly Channel[],
  prices: ChannelPrices,
  priceText: (price: TenThousandths) => string,
): string =>
  channels
    .flatMap(({ id, name }) => {
      const price = prices?.[id];
      return price === undefined ? [] : [namedPrice(name, priceText(price))];
    })
    .join('; ');

/** The price of one channel in a cell. */
export const namedPrice = (name: string, price: string): string =>
  `${/[";:]|^\s|\s$/.test(name) ? quoted(name) : name}: ${price}`;

type PricesReading =
  { readonly ok: true; readonly value: ChannelPrices } | { readonly ok: false; readonly sentence: string };

/** Reads prices by channel name. An empty cell means the sale price everywhere. @param channels without the main one */
export function priceFromNames(channels: readonly Channel[], text: string): PricesReading {
  const prices: Record<string, TenThousandths> = {};
  for (const [, quotedName, plain = '', priceText = ''] of text.matchAll(
    /\s*(?:"((?:[^"]|"")*)"|([^":;]+?))\s*:\s*([^;]*?)\s*(?:;|$)/g,
  )) {
    const name = quotedName?.replaceAll('""', '"') ?? plain;
    const channel = channelNamed(channels, name);
    if (!channel) return { ok: false, sentence: unknownSentence(channels, name) };
    const reading = readAmount(priceText, AMOUNTS.salePrice);
    if (!reading.ok) return { ok: false, sentence: `${name}: ${reading.sentence}` };
    prices[channel.id] = reading.tenThousandths;
  }
  return { ok: true, value: Object.keys(prices).length === 0 ? null : prices };
}

/** The column of scopes, by channel name. @param channels the main one first */
export const channelsColumn = (channels: () => readonly Channel[]): ImportColumn<Scope> => ({
  is: 'channels',
  label: 'Canais',
  read: (text) => scopeFromNames(channels(), text),
  toCell: (scope) => namesOfScope(channels(), scope),
  toSentence: (scope) => onlyIn(channels(), scope) ?? 'em todos os canais',
  isSeldom: true,
  keepsExisting: true,
});
