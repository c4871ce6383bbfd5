import type { DishBody } from '#contract/entities/dish.schema.ts';
import { dishRow } from '#contract/entities/dish.ts';
import { fixedCostRow } from '#contract/entities/fixed-cost.ts';
import { ingredientOfLine, ingredientRow } from '#contract/entities/ingredient.ts';
import { monthRevenueRow } from '#contract/entities/month.ts';
import { variableCostRow } from '#contract/entities/variable-cost.ts';
import type { BreakEvenFinancialBody, DashboardBody } from '#contract/figures.schema.ts';
import { unitsFromWire } from '#contract/units-from-wire.ts';
import { type Business, emptyBusiness, type Ingredient } from '#domain/business/state.ts';
import { businessFigures } from '#domain/figures/business-figures.ts';
import type { ApiClient } from '#web/api/client.ts';
import { ApiProblem } from '#web/api/failures.ts';

/** What is read when the dashboard opens; a name stands for its call. */
export type ListName =
  'fixedCosts' | 'variableCosts' | 'dishes' | 'revenue' | 'breakEven' | 'ingredients' | 'dashboard';

export interface BusinessReading {
  readonly business: Business;
  /** null when the server did not give it: the same figures are then computed from the lists. */
  readonly dashboard: DashboardBody | null;
  /** What the server answered with a failure: empty here, which says nothing about what is really there. */
  readonly failed: ReadonlySet<ListName>;
  /** The server does not know who is asking. */
  readonly signedOut: boolean;
}

/**
 * Reads the whole business, everything in parallel.
 * @throws NetworkFailure when any of the calls got no answer
 */
export async function readBusiness(api: ApiClient): Promise<BusinessReading> {
  const failed = new Set<ListName>();
  let signedOut = false;
  async function unless<T, E>(name: ListName, reading: Promise<T>, otherwise: E): Promise<T | E> {
    try {
      return await reading;
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      failed.add(name);
      if (error.status === 401) signedOut = true;
      else console.error(`Erro ao carregar ${name}: HTTP ${error.status}`);
      return otherwise;
    }
  }
  const [fixedCosts, variableCosts, dishes, months, breakEven, ingredients, dashboard] = await Promise.all([
    unless('fixedCosts', api.call('listFixedCosts', {}), []),
    unless('variableCosts', api.call('listVariableCosts', {}), []),
    unless('dishes', api.call('listDishes', {}), []),
    unless('revenue', api.call('listMonthRevenues', {}), []),
    unless('breakEven', api.call('breakEvenFinancial', {}), null),
    unless('ingredients', api.call('listIngredients', {}), null),
    unless('dashboard', api.call('dashboard', {}), null),
  ]);
  const business: Business = {
    ...emptyBusiness,
    ownerId: 'this visitor',
    // Past every place in a list, so what is added stands last.
    sequence: Math.max(fixedCosts.length, variableCosts.length, dishes.length, ingredients?.length ?? 0),
    fixedCosts: byId(fixedCosts.map(fixedCostRow)),
    variableCosts: byId(variableCosts.map(variableCostRow)),
    months: new Map(months.map((body) => [body.month, monthRevenueRow(body)])),
    ingredients: byId(ingredients?.map(ingredientRow) ?? ingredientsOfDishes(dishes)),
    dishes: byId(dishes.map(dishRow)),
  };
  return { business: withStatedTicket(business, breakEven), dashboard, failed, signedOut };
}

/** A reading in which lists are missing, with the rows that were shown before in their place. */
export const withKept = (read: Business, shown: Business, failed: ReadonlySet<ListName>): Business => ({
  ...read,
  sequence: Math.max(read.sequence, shown.sequence),
  fixedCosts: failed.has('fixedCosts') ? shown.fixedCosts : read.fixedCosts,
  variableCosts: failed.has('variableCosts') ? shown.variableCosts : read.variableCosts,
  months: failed.has('revenue') ? shown.months : read.months,
  ingredients: failed.has('ingredients') ? shown.ingredients : read.ingredients,
  dishes: failed.has('dishes') ? shown.dishes : read.dishes,
  statedTicket: failed.has('breakEven') ? shown.statedTicket : read.statedTicket,
});

const byId = <Row extends { readonly id: string }>(rows: readonly Row[]): ReadonlyMap<string, Row> =>
  new Map(rows.map((row) => [row.id, row]));

function ingredientsOfDishes(dishes: readonly DishBody[]): readonly Ingredient[] {
  const lines = dishes.flatMap((body) => body.ingredients);
  return [...new Map(lines.map((line) => [line.ingredient_id, line])).values()].map(ingredientOfLine);
}

/** No call lists the stated ticket: it is the average ticket wherever no month gives one. */
function withStatedTicket(business: Business, breakEven: BreakEvenFinancialBody | null): Business {
  if (breakEven === null || businessFigures(business).dashboard.ticketMedio > 0) return business;
  const ticket = unitsFromWire(breakEven.businessMetrics.average_ticket);
  return ticket === 0 ? business : { ...business, statedTicket: ticket };
}
