import type { Units } from '../../decimal.ts';

/** What holds for a business as a whole; null: nothing was said, and the default counts. */
export type SettingsFields = {
  /** Percent that is lost in production, of dishes that have no loss of their own. */
  readonly productionLoss: Units | null;
  /** How many months of sales the mix is made of. */
  readonly mixMonths: number | null;
  /** What the owner wants to take out in a month. */
  readonly profitGoal: Units | null;
};

export interface Settings extends SettingsFields {
  /** 0 while nothing was ever said. */
  readonly version: number;
}

export const DEFAULT_SETTINGS: Settings = { productionLoss: null, mixMonths: null, profitGoal: null, version: 0 };
