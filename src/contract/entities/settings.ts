import type { Settings } from '#domain/business/state.ts';
import { DEFAULT_LOSS } from '#domain/figures/dish-result.ts';
import type { CommandCalls } from './command-call.ts';
import { amount, fromRead, fromWire, toWire, withDefault } from './field.ts';
import type { SettingsBody } from './settings.schema.ts';

const fields = { productionLoss: withDefault(amount('production_loss'), DEFAULT_LOSS) } as const;

export const settingsBody = (settings: Settings): SettingsBody => ({
  ...toWire(fields, settings),
  version: settings.version,
});

export const settingsRow = (body: SettingsBody): Settings => ({ ...fromWire(fields, body), version: body.version });

export const settingsCommands: CommandCalls<'ChangeBusinessSettings'> = {
  ChangeBusinessSettings: {
    call: 'changeBusinessSettings',
    method: 'PUT',
    path: '/api/business-settings',
    kind: 'changes',
    sent: (command) => ({ body: toWire(fields, command) }),
    command: ({ body, version }) => ({ type: 'ChangeBusinessSettings', ...fromRead(fields, body), version }),
    reply: ({ settings }) => settingsBody(settings),
    applied: (state, body) => ({ ...state, settings: settingsRow(body) }),
    readWriteSet: () => ({ writes: ['settings'], reads: [] }),
    held: ({ settings }) => settings,
  },
};
