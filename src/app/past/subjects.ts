import type { BusinessFiguresThen, DishFiguresThen, HistorySubject, IngredientFiguresThen } from '#contract/history.ts';
import type { BusinessEvent } from '#domain/business/events.ts';
import { growing } from '#domain/business/evolve.ts';
import type { Business } from '#domain/business/state.ts';
import { numberFromUnits, type Units } from '#domain/decimal.ts';
import { businessFigures, costBase } from '#domain/figures/business-figures.ts';
import { dishFigures } from '#domain/figures/dish-figures.ts';

/** What a history is of: what concerns it, and its figures at a point. */
export interface Subject<Figures> {
  /** A way of telling, asked about every event from the first one on, whether it is to be seen in this history. */
  concerned(): (event: BusinessEvent) => boolean;
  /** null while it is not there. */
  figures(business: Business): Figures | null;
}

/** Changes in which no figure changes. */
const WITHOUT_FIGURES: ReadonlySet<BusinessEvent['type']> = new Set([
  'BusinessOwnerChanged',
  'FixedCostRenamed',
  'VariableCostRenamed',
  'IngredientRenamed',
  'IngredientUnitChanged',
  'DishRenamed',
]);

const isOf = ({ data }: BusinessEvent, id: string): boolean =>
  ('id' in data && data.id === id) || ('dishId' in data && data.dishId === id);

export const wholeBusiness: Subject<BusinessFiguresThen> = {
  concerned: () => (event) => !WITHOUT_FIGURES.has(event.type),
  figures(business) {
    const { dashboard, revenue } = businessFigures(business);
    const hasRevenue = revenue.monthsFilled > 0;
    const hasMenu = [...business.dishes.values()].some(({ salePrice, lines }) => salePrice > 0 && lines.length > 0);
    return {
      custosFixos: numberFromUnits(dashboard.custosFixos),
      custosVariaveisPercentual: numberFromUnits(dashboard.custosVariaveisPercentual),
      faturamentoMedio: numberIf(hasRevenue, dashboard.faturamentoMedio),
      cmvMedio: numberIf(hasMenu, dashboard.cmvMedio),
      margemContribuicao: numberIf(hasMenu, dashboard.margemContribuicao),
      lucroMedio: numberIf(hasMenu && hasRevenue, dashboard.lucroMedio),
      pontoEquilibrio: numberIf(dashboard.pontoEquilibrio > 0, dashboard.pontoEquilibrio),
    };
  },
};

export const oneIngredient = (id: string): Subject<IngredientFiguresThen> => ({
  concerned: () => (event) => event.type.startsWith('Ingredient') && isOf(event, id),
  figures({ ingredients }) {
    const ingredient = ingredients.get(id);
    return ingredient ? { unit_price: numberFromUnits(ingredient.unitPrice), unit: ingredient.unit } : null;
  },
});

/** A dish's result hangs on its own sheet, on what its ingredients cost, and on the costs and the revenue of the house. */
export const oneDish = (id: string): Subject<DishFiguresThen> => ({
  concerned() {
    const { add, business } = growing();
    return (event) => {
      const dish = business.dishes.get(id);
      add(event);
      if (event.type.startsWith('Dish')) return isOf(event, id);
      if (!dish || WITHOUT_FIGURES.has(event.type)) return false;
      if (!event.type.startsWith('Ingredient')) return true;
      return dish.lines.some(({ ingredientId }) => isOf(event, ingredientId));
    };
  },
  figures(business) {
    const dish = business.dishes.get(id);
    if (!dish) return null;
    const { figures } = dishFigures(dish, business.ingredients, costBase(business));
    const hasPrice = dish.salePrice > 0;
    return {
      sale_price: numberIf(hasPrice, dish.salePrice),
      cmv: numberFromUnits(figures.cmv),
      contribution_margin: numberIf(hasPrice, figures.contributionMargin),
      contribution_margin_percentage: numberIf(hasPrice, figures.contributionMarginPercentage),
      net_profit: numberIf(hasPrice, figures.netProfit),
    };
  },
});

const numberIf = (isKnown: boolean, units: Units): number | null => (isKnown ? numberFromUnits(units) : null);

/** What an ingredient or a dish was called last; undefined for one that never was. */
export function lastName(
  events: Iterable<{ readonly event: BusinessEvent }>,
  { kind, id }: Exclude<HistorySubject, { kind: 'business' }>,
): string | undefined {
  const family = kind === 'dish' ? 'Dish' : 'Ingredient';
  let name: string | undefined;
  for (const { event } of events) {
    if (!('id' in event.data) || event.data.id !== id || !event.type.startsWith(family)) continue;
    if ('name' in event.data) ({ name } = event.data);
    else if (event.type === 'DishRenamed' || event.type === 'IngredientRenamed') name = event.data.to;
  }
  return name;
}
