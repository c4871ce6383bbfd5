import type { Units } from '../decimal.ts';
import { type Decisions, type FieldEvents, fieldChanges } from './decision.ts';
import type { Evolution } from './draft.ts';
import { changedSince, type Inverses } from './inverse.ts';
import type { Command, Event } from './message.ts';
import type { Business } from './state.ts';

/** What holds for a business as a whole; null: nothing was said, and the default counts. */
export type SettingsFields = {
  /** Percent that is lost in production, of dishes that have no loss of their own. */
  readonly productionLoss: Units | null;
};

export interface Settings extends SettingsFields {
  /** 0 while nothing was ever said. */
  readonly version: number;
}

export const DEFAULT_SETTINGS: Settings = { productionLoss: null, version: 0 };

export type SettingsCommand = Command<
  'ChangeBusinessSettings',
  { version?: number | undefined } & { [Field in keyof SettingsFields]?: SettingsFields[Field] | undefined }
>;

export type SettingsEvent = Event<'ProductionLossChanged', { from: Units | null; to: Units | null }>;

const CHANGES: FieldEvents<SettingsFields, unknown> = {
  productionLoss: ({ productionLoss: from }, { productionLoss: to }) => ({
    type: 'ProductionLossChanged',
    data: { from, to },
  }),
};

export const settingsDecisions: Decisions<SettingsCommand> = {
  ChangeBusinessSettings: {
    version: ({ settings }: Business) => settings.version,
    decide: ({ settings }, command) => fieldChanges<SettingsFields, unknown>(settings, command, CHANGES),
  },
};

export const settingsEvolution: Evolution<SettingsEvent, 'settings'> = {
  ProductionLossChanged(draft, { to }) {
    draft.settings = { productionLoss: to, version: draft.settings.version + 1 };
  },
};

export const settingsInverses: Inverses<SettingsEvent> = {
  ProductionLossChanged: ({ settings }, { from, to }) =>
    settings.productionLoss === to
      ? { type: 'ProductionLossChanged', data: { from: to, to: from } }
      : changedSince({ kind: 'settings' }, 'productionLoss', true),
};
