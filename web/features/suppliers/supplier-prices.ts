import type { SupplierBody } from '#contract/entities/supplier.schema.ts';
import type { Business, Ingredient } from '#domain/business/state.ts';
import { fractionOf } from '#domain/business/ingredient/price.ts';
import { type TenThousandths, toSafeNumber } from '#domain/decimal.ts';
import { type Fraction, ONE, rounded } from '#domain/fraction.ts';
import { ratioOf } from '#domain/units/conversions.ts';
import { displayUnitOf } from '#domain/units/measure.ts';

/** A supplier's price of an ingredient in its last purchase. */
export interface Offer {
  readonly supplierId: string;
  readonly supplier: string;
  /** YYYY-MM-DD */
  readonly date: string;
  /** The price of one `unit`. */
  readonly price: TenThousandths;
  /** The unit for displaying prices: the kilo for an ingredient in grams. */
  readonly unit: string;
}

/** An ingredient with the last price of each supplier. */
export interface ComparedIngredient {
  readonly ingredient: Ingredient;
  readonly name: string;
  /** The offers by price, lowest first; equal prices by date, newest first. */
  readonly offers: readonly Offer[];
}

const alphabet = new Intl.Collator('pt-BR', { numeric: true });

/** The ingredients with a supplier: those with several suppliers first, then in alphabetical order. */
export function comparedIngredients(
  supplierBodies: readonly SupplierBody[],
  { ingredients, suppliers }: Pick<Business, 'ingredients' | 'suppliers'>,
): readonly ComparedIngredient[] {
  const offers = new Map<string, Offer[]>();
  for (const { id, name, prices } of supplierBodies)
    for (const { ingredient_id, date, exact_price } of prices) {
      const ingredient = ingredients.get(ingredient_id);
      if (!ingredient) continue;
      const supplier = suppliers.get(id)?.name ?? name;
      const offer = { supplierId: id, supplier, date, ...displayedPriceOf(ingredient, fractionOf(exact_price)) };
      offers.set(ingredient_id, [...(offers.get(ingredient_id) ?? []), offer]);
    }
  return [...offers]
    .flatMap(([id, ingredientOffers]) => {
      const ingredient = ingredients.get(id);
      return ingredient ? [{ ingredient, name: ingredient.name, offers: ingredientOffers.toSorted(byPrice) }] : [];
    })
    .toSorted((a, b) => Number(b.offers.length > 1) - Number(a.offers.length > 1) || alphabet.compare(a.name, b.name));
}

/** @param price the exact price of one unit of the ingredient */
function displayedPriceOf({ unit, conversions }: Ingredient, price: Fraction): Pick<Offer, 'price' | 'unit'> {
  const displayUnit = displayUnitOf(unit);
  const ratio = ratioOf(displayUnit, unit, conversions) ?? ONE;
  return { unit: displayUnit, price: toSafeNumber(rounded({ n: price.n * ratio.n, d: price.d * ratio.d })) };
}

const byPrice = (a: Offer, b: Offer): number => a.price - b.price || (a.date < b.date ? 1 : -1);

/** The excess of the highest price over the lowest, in ten-thousandths of a percent; 0 if all prices are equal. */
export function priceExcess({ offers }: Pick<ComparedIngredient, 'offers'>): TenThousandths {
  const [first, last] = [offers[0]?.price ?? 0, offers.at(-1)?.price ?? 0];
  return first === 0 ? 0 : Math.round(((last - first) / first) * 1_000_000);
}

/** Tells whether the offer has the lowest price while another one is higher. */
export const isCheapest = ({ offers }: Pick<ComparedIngredient, 'offers'>, { price }: Offer): boolean =>
  offers.length > 1 && price === offers[0]?.price && price < (offers.at(-1)?.price ?? 0);
