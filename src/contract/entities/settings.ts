import type { Settings } from '#domain/business/state.ts';
import { DEFAULT_LOSS } from '#domain/figures/dish-result.ts';
import { DEFAULT_MIX_MONTHS } from '#domain/figures/mix.ts';
import type { SentBody } from '../endpoint.ts';
import type { CommandCalls, EndpointOf } from './command-call.ts';
import { amount, count, type WireField, fromRead, fromWire, toWire, withDefault } from './field.ts';
import type { SettingsBody } from './settings.schema.ts';

const priceRule: WireField<Settings['priceRule'], 'price_rule', SettingsBody['price_rule']> = {
  wire: 'price_rule',
  toWire: (rule) => rule ?? 'last',
  fromWire: (sent) => (sent === 'last' ? null : sent),
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

export const settingsCommands: CommandCalls<'ChangeBusinessSettings'> = {
  ChangeBusinessSettings: {
    call: 'changeBusinessSettings',
    kind: 'changes',
    // The schema checks the number of months.
    sent: (command) => ({ body: toWire(fields, command) as SentBody<EndpointOf<'ChangeBusinessSettings'>> }),
    command: ({ body, version }) => ({ type: 'ChangeBusinessSettings', ...fromRead(fields, body), version }),
    reply: ({ settings }) => settingsBody(settings),
    readWriteSet: () => ({ writes: ['settings'], reads: [] }),
    held: ({ settings }) => settings,
  },
};
