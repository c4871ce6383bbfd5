import { type Business, emptyBusiness, type Dish } from '#domain/business/state.ts';
import { type BusinessFigures, businessFigures } from '#domain/figures/business-figures.ts';
import { type CostedPreparation, type Costing, createCosting, type CostedComponent } from '#domain/figures/costing.ts';
import { type ComputedDish, type SharedCosts, isSameSharedCosts } from '#domain/figures/dish-result.ts';
import { dishFigures } from '#domain/figures/dish-figures.ts';

/** Inputs and figures of each dish of a menu, by dish id. */
type DishFiguresCache = ReadonlyMap<string, CachedDish>;

interface CachedDish {
  readonly dish: Dish;
  readonly components: readonly CostedComponent[];
  readonly sharedCosts: SharedCosts;
  readonly computed: ComputedDish;
}

/**
 * `dishFigures` that returns the very same object as `before` while all its inputs are the same: the dish and the
 * components of its lines (immutable, so the same object means the same content) and the `SharedCosts`. Repricing flour on
 * a menu of 200 dishes then computes the ten with flour, and a caller that compares results by identity knows which
 * ten. `newCache` collects the results.
 */
function cacheDishFigures(before: DishFiguresCache): {
  readonly figuresOf: typeof dishFigures;
  readonly newCache: DishFiguresCache;
} {
  const newCache = new Map<string, CachedDish>();
  return {
    newCache,
    figuresOf(dish, costing, sharedCosts) {
      const cached = before.get(dish.id);
      if (
        cached?.dish === dish &&
        isSameSharedCosts(cached.sharedCosts, sharedCosts) &&
        hasSameLineComponents(dish, costing, cached.components)
      ) {
        newCache.set(dish.id, cached);
        return cached.computed;
      }
      const computed = dishFigures(dish, costing, sharedCosts);
      const components = dish.lines.map((line) => costing.component(line.ingredientId));
      newCache.set(dish.id, { dish, components, sharedCosts, computed });
      return computed;
    },
  };
}

const hasSameLineComponents = (dish: Dish, costing: Costing, before: CachedDish['components']): boolean =>
  dish.lines.every((line, i) => costing.component(line.ingredientId) === before[i]);

/** A business as of one of its events, with the figures that its rows show. */
export interface BusinessWithFigures {
  readonly business: Business;
  readonly figures: BusinessFigures;
  /** The exact costs of ingredients and preparations, each computed once. */
  readonly costing: Costing;
  /** Preparations in the order of the list. An unchanged one is the very same object. */
  readonly preparations: ReadonlyMap<string, CostedPreparation>;
  readonly dishFigures: DishFiguresCache;
  /** The position of its last event. */
  readonly position: string | null;
  /** Tells whether the business was opened, and not erased since. */
  readonly isOpen: boolean;
}

/**
 * Computes the figures, reusing those of `before`, an earlier state of the same business, where nothing has changed.
 */
export function computeFigures(
  business: Business,
  position: string | null,
  before?: BusinessWithFigures,
): BusinessWithFigures {
  const isOpen = business.ownerId !== null && !business.erased;
  const costing = createCosting(business, before?.preparations);
  if (before && hasSameFigures(business, costing, before)) return { ...before, business, position, isOpen };
  const preparations = costedPreparations(business, costing);
  const { figuresOf, newCache } = cacheDishFigures(before?.dishFigures ?? new Map());
  const figures = businessFigures(business, { figuresOf, costing });
  return { business, figures, costing, preparations, dishFigures: newCache, position, isOpen };
}

function costedPreparations(business: Business, costing: Costing): ReadonlyMap<string, CostedPreparation> {
  const all = new Map<string, CostedPreparation>();
  for (const id of business.preparations.keys()) {
    const costed = costing.preparation(id);
    if (costed) all.set(id, costed);
  }
  return all;
}

/**
 * Tells whether no figure can have changed, because only the owner differs, or an ingredient that is in no recipe.
 */
const hasSameFigures = (business: Business, costing: Costing, before: BusinessWithFigures): boolean =>
  business.fixedCosts === before.business.fixedCosts &&
  business.variableCosts === before.business.variableCosts &&
  business.months === before.business.months &&
  business.statedTicket === before.business.statedTicket &&
  business.settings === before.business.settings &&
  business.channels === before.business.channels &&
  business.sales === before.business.sales &&
  business.dishes === before.business.dishes &&
  business.preparations === before.business.preparations &&
  [...before.preparations].every(([id, costed]) => costing.preparation(id) === costed) &&
  [...before.dishFigures.values()].every(({ dish, components }) => hasSameLineComponents(dish, costing, components));

export const emptyBusinessWithFigures = computeFigures(emptyBusiness, null);
