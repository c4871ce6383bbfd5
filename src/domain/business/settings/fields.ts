import type { TenThousandths } from '../../decimal.ts';

/** Settings of a whole business. Null means not set: the default applies. */
export type SettingsFields = {
  /** Percent that is lost in production, for dishes without a loss of their own. */
  readonly productionLoss: TenThousandths | null;
  /** The number of months of sales in the mix. */
  readonly mixMonths: number | null;
  /** Amount that the owner wants to take out per month. */
  readonly profitGoal: TenThousandths | null;
  /** The purchases that a price is derived from; null for the last one alone. */
  readonly priceRule: 'mean_of_three' | null;
};

export interface Settings extends SettingsFields {
  /** The version of the settings; 0 while none was ever changed. */
  readonly version: number;
}

export const DEFAULT_SETTINGS: Settings = {
  productionLoss: null,
  mixMonths: null,
  profitGoal: null,
  priceRule: null,
  version: 0,
};
