import { type Component, isPreparation, type Recipe } from '../business/recipe/components.ts';
import type { Pack } from '../business/ingredient/price.ts';
import { SCALE, type TenThousandths } from '../decimal.ts';
import { ratioOf } from '../units/conversions.ts';
import { isSameUnit, type Measure, measureOf } from '../units/measure.ts';
import { costOfLine } from './cost.ts';
import type { Costing } from './costing.ts';

/** A quantity that was written without a unit, and the unit in which it would be counted. */
export interface BareQuantity {
  readonly quantity: TenThousandths;
  readonly unit: string;
  readonly component: Component;
  /** The dish or preparation of the new line. */
  readonly recipe: Recipe & {
    readonly yieldQuantity?: TenThousandths;
    readonly yieldUnit?: string;
    readonly salePrice?: TenThousandths;
    readonly portions?: number | null;
  };
  readonly costing: Costing;
}

/** Smaller units in which people often count an ingredient that is bought in a larger unit of the same kind. */
const SMALLER: Readonly<Record<Measure['kind'], string | undefined>> = {
  mass: 'g',
  volume: 'ml',
  count: 'un',
  time: 'min',
  custom: undefined,
};

/** A line that costs more than this many times the price of its dish is doubtful. */
const MOST_PRICES = 10n;

/**
 * The units to choose from where a number is implausible in its own unit: 200 of a cream bought in boxes of 1 kg are
 * 200 kg or 200 g. Undefined where nothing is doubtful, or there is no smaller unit.
 */
export function doubtfulUnits(bare: BareQuantity): readonly string[] | undefined {
  const smaller = SMALLER[measureOf(bare.unit).kind];
  if (smaller === undefined || isSameUnit(bare.unit, smaller)) return undefined;
  return isMoreThanBatch(bare) || isMoreThanPurchase(bare) || isTooDear(bare) ? [bare.unit, smaller] : undefined;
}

/** More than the batch yields: 200 kg in a batch of 2 kg. */
const isMoreThanBatch = ({ recipe: { yieldQuantity, yieldUnit }, ...bare }: BareQuantity): boolean =>
  yieldQuantity !== undefined && yieldUnit !== undefined && isMore(bare, { quantity: yieldQuantity, unit: yieldUnit });

/** More than the purchase: 4 dozens of an ingredient bought by the dozen. */
function isMoreThanPurchase(bare: BareQuantity): boolean {
  const { component } = bare;
  if (isPreparation(component)) return false;
  const { pack, unit } = component;
  const bought = pack ?? { price: 0, quantity: SCALE, unit, label: null };
  return !isPlainPrice(bought) && isMore(bare, bought);
}

/** A price per kg, l or un says nothing of how much is bought at once. */
function isPlainPrice({ quantity, unit, label }: Pack): boolean {
  const { canonical, kind } = measureOf(unit);
  const isOfOne = quantity === SCALE && (label === null || /^\d/.test(label));
  return isOfOne && (['kg', 'l', 'un'].includes(canonical) || kind === 'custom');
}

function isMore(
  { quantity, unit, component }: Pick<BareQuantity, 'quantity' | 'unit' | 'component'>,
  than: { readonly quantity: TenThousandths; readonly unit: string },
): boolean {
  const ratio = ratioOf(unit, than.unit, component.conversions);
  return ratio !== undefined && BigInt(quantity) * ratio.n > BigInt(than.quantity) * ratio.d;
}

function isTooDear({ quantity, unit, component, recipe: { salePrice = 0, portions }, costing }: BareQuantity): boolean {
  const cost = costOfLine({ quantity, unitCost: costing.costOfOne(component.id, unit) });
  return salePrice > 0 && BigInt(cost) > MOST_PRICES * BigInt(salePrice) * BigInt(portions ?? 1);
}
