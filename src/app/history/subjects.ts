import { entitiesOf } from '#domain/business/event-entities.ts';
import type { RecipeLine } from '#domain/business/recipe/line.ts';
import type {
  PastBusinessFigures,
  PastDishFigures,
  HistorySubject,
  PastIngredientFigures,
  PastPreparationFigures,
} from '#contract/history.ts';
import { componentsBelow, type Recipe } from '#domain/business/recipe/components.ts';
import { isAbout, traitsOf } from '#domain/business/event-traits.ts';
import type { BusinessEvent } from '#domain/business/events.ts';
import { stateBuilder } from '#domain/business/evolve.ts';
import type { Business } from '#domain/business/state.ts';
import { fromTenThousandths, type TenThousandths } from '#domain/decimal.ts';
import { businessFigures, sharedCostsOf } from '#domain/figures/business-figures.ts';
import { displayedCost } from '#domain/figures/cost.ts';
import { createCosting } from '#domain/figures/costing.ts';
import { dishFigures } from '#domain/figures/dish-figures.ts';
import { addWithDerivedPrices, type DerivedPriceChange, isPriceChanged } from './derived-prices.ts';

/** The subject of a history: its relevant events, and its figures at a point. */
export interface Subject<Figures> {
  /**
   * Returns a predicate that is called with every event from the first one on, and tells whether it belongs in this
   * history.
   */
  concerned(): (event: BusinessEvent) => boolean;
  /** The figures of the subject; null while it does not exist. */
  figures(business: Business): Figures | null;
  /** The ingredient that it is a history of. */
  readonly ingredientId?: string;
}

export const businessSubject: Subject<PastBusinessFigures> = {
  concerned: () => (event) => traitsOf(event).changesFigures,
  figures(business) {
    const { dashboard, revenue, mix } = businessFigures(business);
    const hasRevenue = revenue.monthsFilled > 0;
    const hasMenu = [...business.dishes.values()].some(({ salePrice, lines }) => salePrice > 0 && lines.length > 0);
    return {
      custosFixos: fromTenThousandths(dashboard.custosFixos),
      custosVariaveisPercentual: fromTenThousandths(dashboard.custosVariaveisPercentual),
      faturamentoMedio: numberIf(hasRevenue, dashboard.faturamentoMedio),
      cmvMedio: numberIf(hasMenu, dashboard.cmvMedio),
      margemContribuicao: numberIf(hasMenu, dashboard.margemContribuicao),
      lucroMedio: numberIf(hasMenu && hasRevenue, dashboard.lucroMedio),
      pontoEquilibrio: numberIf(dashboard.pontoEquilibrio > 0, dashboard.pontoEquilibrio),
      mix: mix && {
        cmv: fromTenThousandths(mix.cmv),
        contribution_margin: fromTenThousandths(mix.contributionMargin),
        profit: numberIf(hasRevenue, mix.profit),
        result: fromTenThousandths(mix.result),
        break_even: numberIf(mix.breakEven > 0, mix.breakEven),
      },
    };
  },
};

export const ingredientSubject = (id: string): Subject<PastIngredientFigures> => ({
  ingredientId: id,
  concerned() {
    const state = stateBuilder();
    return (event) => {
      const derived = addWithDerivedPrices(state, event).find((change) => change.id === id);
      if (derived && isPriceChanged(derived)) return true;
      return (
        isAbout(event, 'ingredient') &&
        (event.data.id === id || (event.type === 'IngredientReplaced' && event.data.byId === id))
      );
    };
  },
  figures({ ingredients }) {
    const ingredient = ingredients.get(id);
    return ingredient ? { unit_price: fromTenThousandths(ingredient.unitPrice), unit: ingredient.unit } : null;
  },
});

/** A preparation costs what its lines cost, on every level. */
export const preparationSubject = (id: string): Subject<PastPreparationFigures> => ({
  concerned() {
    const state = stateBuilder();
    const { business } = state;
    const changesCost = costChangeDetector();
    return (event) => {
      const preparation = business.preparations.get(id);
      const derived = addWithDerivedPrices(state, event);
      if (isAbout(event, 'preparation') && event.data.id === id) return true;
      if (isAbout(event, 'preparation_ingredient') && event.data.preparationId === id) return true;
      if (!preparation || !traitsOf(event).changesFigures) return false;
      return changesCost(event, { business, recipe: preparation, derived }) === true;
    };
  },
  figures(business) {
    const costed = createCosting(business).preparation(id);
    if (!costed) return null;
    return {
      unit_cost: fromTenThousandths(displayedCost(costed.unitCost)),
      batch_cost: fromTenThousandths(displayedCost(costed.wholeRecipeCost)),
      yield_unit: costed.preparation.yieldUnit,
    };
  },
});

interface CostChangeInput {
  /** The business after the event. */
  readonly business: Business;
  readonly recipe: Recipe;
  readonly derived: readonly DerivedPriceChange[];
}

/**
 * Returns a predicate that tells whether an event changes the cost of the components of a recipe; undefined for events
 * that are not about components and derive no price. The components of a recipe are
 * computed again only after recipes have changed, because most events of a long history are prices.
 */
function costChangeDetector() {
  let known: { readonly lines: readonly RecipeLine[]; readonly components: ReadonlySet<string> } | undefined;
  return (event: BusinessEvent, { business, recipe, derived }: CostChangeInput): boolean | undefined => {
    const { preparations } = business;
    const { id, lines } = recipe;
    if (event.type === 'IngredientReplaced' || event.type === 'PriceRuleChanged' || isAbout(event, 'purchase')) {
      const components = componentsBelow(preparations, lines);
      known = { lines, components };
      const replacedIn = event.type === 'IngredientReplaced' ? event.data.recipes : [];
      return (
        replacedIn.some((each) => each.id === id || components.has(each.id)) ||
        derived.some((change) => components.has(change.id) && isPriceChanged(change))
      );
    }
    const component = isAbout(event, 'preparation_ingredient')
      ? event.data.preparationId
      : isAbout(event, 'ingredient') || isAbout(event, 'preparation')
        ? event.data.id
        : undefined;
    if (component === undefined) return undefined;
    if (isAbout(event, 'preparation_ingredient') && known?.components.has(component)) known = undefined;
    if (known?.lines !== lines) known = { lines, components: componentsBelow(preparations, lines) };
    return known.components.has(component);
  };
}

/**
 * A dish's result depends on its own recipe, on the cost of its ingredients, and on the costs and the revenue of the
 * business.
 */
export const dishSubject = (id: string): Subject<PastDishFigures> => ({
  concerned() {
    const state = stateBuilder();
    const { business } = state;
    const changesCost = costChangeDetector();
    return (event) => {
      const dish = business.dishes.get(id);
      const derived = addWithDerivedPrices(state, event);
      if (isAbout(event, 'dish')) return event.data.id === id;
      if (isAbout(event, 'dish_ingredient')) return event.data.dishId === id;
      if (!dish || !traitsOf(event).changesFigures) return false;
      return changesCost(event, { business, recipe: dish, derived }) ?? true;
    };
  },
  figures(business) {
    const dish = business.dishes.get(id);
    if (!dish) return null;
    const { figures } = dishFigures(dish, createCosting(business), sharedCostsOf(business));
    const hasPrice = dish.salePrice > 0;
    return {
      sale_price: numberIf(hasPrice, dish.salePrice),
      cmv: fromTenThousandths(figures.cmv),
      contribution_margin: numberIf(hasPrice, figures.contributionMargin),
      contribution_margin_percentage: numberIf(hasPrice, figures.contributionMarginPercentage),
      net_profit: numberIf(hasPrice, figures.netProfit),
    };
  },
});

const numberIf = (isKnown: boolean, amount: TenThousandths): number | null =>
  isKnown ? fromTenThousandths(amount) : null;

/** The last name of an ingredient or a dish; undefined for one that never existed. */
export function latestNameOf(
  events: Iterable<{ readonly event: BusinessEvent }>,
  { kind, id }: Exclude<HistorySubject, { kind: 'business' }>,
): string | undefined {
  let name: string | undefined;
  for (const { event } of events) {
    const isOwn = isAbout(event, kind) && event.data.id === id;
    const entities = isOwn || isAbout(event, 'purchase') ? entitiesOf(event) : [];
    const entity = entities.find((each) => each.kind === kind && each.id === id);
    if (entity && 'name' in entity) ({ name } = entity);
  }
  return name;
}
