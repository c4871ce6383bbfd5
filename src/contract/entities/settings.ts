import type { Settings } from '#domain/business/state.ts';
import { DEFAULT_LOSS } from '#domain/figures/dish-result.ts';
import { DEFAULT_MIX_MONTHS } from '#domain/figures/mix.ts';
import type { WireBody } from '../endpoint.ts';
import type { CommandMappings, EndpointOf } from './command-mapping.ts';
import { amount, count, type WireField, toDomainNames, fromWire, toWire, withDefault } from './field.ts';
import type { SettingsBody } from './settings.schema.ts';

const priceRule: WireField<Settings['priceRule'], 'price_rule', SettingsBody['price_rule']> = {
  apiName: 'price_rule',
  toWire: (rule) => rule ?? 'last',
  fromWire: (wireValue) => (wireValue === 'last' ? null : wireValue),
};

const fields = {
  productionLoss: withDefault(amount('production_loss'), DEFAULT_LOSS),
  mixMonths: withDefault(count('mix_months'), DEFAULT_MIX_MONTHS),
  profitGoal: withDefault(amount('profit_goal'), 0),
  priceRule,
} as const;

export const settingsBody = (settings: Settings): SettingsBody => ({
  ...toWire(fields, settings),
  version: settings.version,
});

export const settingsRow = (body: SettingsBody): Settings => ({ ...fromWire(fields, body), version: body.version });

export const settingsCommands: CommandMappings<'ChangeBusinessSettings'> = {
  ChangeBusinessSettings: {
    endpoint: 'changeBusinessSettings',
    kind: 'changes',
    // The schema checks the number of months.
    toRequest: (command) => ({ body: toWire(fields, command) as WireBody<EndpointOf<'ChangeBusinessSettings'>> }),
    command: ({ body, version }) => ({ type: 'ChangeBusinessSettings', ...toDomainNames(fields, body), version }),
    reply: ({ settings }) => settingsBody(settings),
    readWriteSet: () => ({ writes: ['settings'], reads: [] }),
    savedValues: ({ settings }) => settings,
  },
};
