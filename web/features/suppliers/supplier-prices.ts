import type { SupplierBody } from '#contract/entities/supplier.schema.ts';
import type { Business, Ingredient } from '#domain/business/state.ts';
import { type Units, unitsFromWire } from '#domain/decimal.ts';

/** What a supplier asked for one unit of an ingredient the last time. */
export interface Offer {
  readonly supplierId: string;
  readonly supplier: string;
  /** YYYY-MM-DD */
  readonly date: string;
  readonly price: Units;
}

export interface ComparedIngredient {
  readonly ingredient: Ingredient;
  readonly name: string;
  /** The cheapest first; of one price the latest. */
  readonly offers: readonly Offer[];
}

const alphabet = new Intl.Collator('pt-BR', { numeric: true });

/** Ingredients that were bought from somebody: those of several suppliers first, then in the order of the alphabet. */
export function comparedIngredients(
  bodies: readonly SupplierBody[],
  { ingredients, suppliers }: Pick<Business, 'ingredients' | 'suppliers'>,
): readonly ComparedIngredient[] {
  const offers = new Map<string, Offer[]>();
  for (const { id, name, prices } of bodies)
    for (const { ingredient_id, date, price } of prices) {
      const supplier = suppliers.get(id)?.name ?? name;
      const offer = { supplierId: id, supplier, date, price: unitsFromWire(price) };
      offers.set(ingredient_id, [...(offers.get(ingredient_id) ?? []), offer]);
    }
  return [...offers]
    .flatMap(([id, list]) => {
      const ingredient = ingredients.get(id);
      return ingredient ? [{ ingredient, name: ingredient.name, offers: list.toSorted(byPrice) }] : [];
    })
    .toSorted((a, b) => Number(b.offers.length > 1) - Number(a.offers.length > 1) || alphabet.compare(a.name, b.name));
}

const byPrice = (a: Offer, b: Offer): number => a.price - b.price || (a.date < b.date ? 1 : -1);

/** By how much the dearest of several is above the cheapest, in ten-thousandths of a percent; 0: nobody is cheaper. */
export function spreadOf({ offers }: Pick<ComparedIngredient, 'offers'>): Units {
  const [first, last] = [offers[0]?.price ?? 0, offers.at(-1)?.price ?? 0];
  return first === 0 ? 0 : Math.round(((last - first) / first) * 1_000_000);
}

/** Is it the only one that asks so little? */
export const isCheapest = ({ offers }: Pick<ComparedIngredient, 'offers'>, { price }: Offer): boolean =>
  offers.length > 1 && price === offers[0]?.price && price < (offers.at(-1)?.price ?? 0);
