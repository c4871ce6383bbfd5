import type { SettingsFields } from './fields.ts';
import type { TenThousandths } from '../../decimal.ts';
import { type Decisions, type FieldEvents, fieldChanges } from '../decision.ts';
import type { BusinessDraft, Evolution } from '../business-draft.ts';
import { changedSinceRefusal, type Inverses } from '../inverse.ts';
import type { Command, Event } from '../message.ts';
import { derivePrice } from '../purchase/prices.ts';
import type { Business } from '../state.ts';

export type SettingsCommand = Command<
  'ChangeBusinessSettings',
  { version?: number | undefined } & { [Field in keyof SettingsFields]?: SettingsFields[Field] | undefined }
>;

export type SettingsEvent =
  | Event<'ProductionLossChanged', { from: TenThousandths | null; to: TenThousandths | null }>
  | Event<'MixMonthsChanged', { from: number | null; to: number | null }>
  | Event<'ProfitGoalChanged', { from: TenThousandths | null; to: TenThousandths | null }>
  | Event<'PriceRuleChanged', { from: PriceRule; to: PriceRule }>;

type PriceRule = SettingsFields['priceRule'];

const CHANGES: FieldEvents<SettingsFields, SettingsEvent, unknown> = {
  productionLoss: ({ productionLoss: from }, { productionLoss: to }) => ({
    type: 'ProductionLossChanged',
    data: { from, to },
  }),
  mixMonths: ({ mixMonths: from }, { mixMonths: to }) => ({ type: 'MixMonthsChanged', data: { from, to } }),
  profitGoal: ({ profitGoal: from }, { profitGoal: to }) => ({ type: 'ProfitGoalChanged', data: { from, to } }),
  priceRule: ({ priceRule: from }, { priceRule: to }) => ({ type: 'PriceRuleChanged', data: { from, to } }),
};

export const settingsDecisions: Decisions<SettingsCommand, SettingsEvent> = {
  ChangeBusinessSettings: {
    version: ({ settings }: Business) => settings.version,
    decide: ({ settings }, command) => fieldChanges(settings, command, CHANGES),
  },
};

export const settingsEvolution: Evolution<SettingsEvent, 'settings' | 'ingredients' | 'manualPrices'> = {
  ProductionLossChanged: (draft, { to }) => changeSettings(draft, { productionLoss: to }),
  MixMonthsChanged: (draft, { to }) => changeSettings(draft, { mixMonths: to }),
  ProfitGoalChanged: (draft, { to }) => changeSettings(draft, { profitGoal: to }),
  PriceRuleChanged(draft, { to }) {
    changeSettings(draft, { priceRule: to });
    for (const id of draft.purchasesByIngredient.keys()) derivePrice(draft, id, true);
  },
};

function changeSettings(draft: BusinessDraft<'settings'>, to: Partial<SettingsFields>): void {
  draft.settings = { ...draft.settings, ...to, version: draft.settings.version + 1 };
}

export const settingsInverses: Inverses<SettingsEvent> = {
  ProductionLossChanged: ({ settings }, { from, to }) =>
    settings.productionLoss === to
      ? { type: 'ProductionLossChanged', data: { from: to, to: from } }
      : changedSinceRefusal({ kind: 'settings' }, 'productionLoss', true),
  MixMonthsChanged: ({ settings }, { from, to }) =>
    settings.mixMonths === to
      ? { type: 'MixMonthsChanged', data: { from: to, to: from } }
      : changedSinceRefusal({ kind: 'settings' }, 'mixMonths', true),
  ProfitGoalChanged: ({ settings }, { from, to }) =>
    settings.profitGoal === to
      ? { type: 'ProfitGoalChanged', data: { from: to, to: from } }
      : changedSinceRefusal({ kind: 'settings' }, 'profitGoal', true),
  PriceRuleChanged: ({ settings }, { from, to }) =>
    settings.priceRule === to
      ? { type: 'PriceRuleChanged', data: { from: to, to: from } }
      : changedSinceRefusal({ kind: 'settings' }, 'priceRule', true),
};
