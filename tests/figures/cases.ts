import { type BusinessEvent } from '#domain/business/events.ts';
import { fold } from '#domain/business/evolve.ts';
import type { Business } from '#domain/business/state.ts';
import { businessFigures } from '#domain/figures/business-figures.ts';
import file from './cases.json' with { type: 'json' };

/** Worked figures, each with a trap of its own; numbers are units except months, orders and sales. */
export type FiguresCase = (typeof file.cases)[number];
export const figuresCases: readonly FiguresCase[] = file.cases;

/** The case's business as a stream would tell it. */
export function businessOf({ business }: FiguresCase): Business {
  const events: BusinessEvent[] = [{ type: 'BusinessOpened', data: { ownerId: 'owner' } }];
  for (const { name, value } of business.fixed_costs)
    events.push({ type: 'FixedCostAdded', data: { id: name, name, value } });
  for (const { name, percentage } of business.variable_costs)
    events.push({ type: 'VariableCostAdded', data: { id: name, name, percentage } });
  for (const { month, value, orders_count } of business.revenue)
    events.push({ type: 'MonthRevenueRecorded', data: { month, from: null, to: { value, orders: orders_count } } });
  if ('stated_ticket' in business && business.stated_ticket !== undefined)
    events.push({ type: 'AverageTicketStated', data: { from: null, to: business.stated_ticket } });
  for (const { id, name, unit, unit_price } of business.ingredients)
    events.push({ type: 'IngredientAdded', data: { id, name, unit, unitPrice: unit_price } });
  for (const dish of business.dishes) {
    events.push({ type: 'DishAdded', data: { id: dish.id, name: dish.name, salePrice: dish.sale_price } });
    for (const { ingredient_id, quantity } of dish.lines)
      events.push({
        type: 'DishIngredientAdded',
        data: {
          dishId: dish.id,
          dishName: dish.name,
          ingredientId: ingredient_id,
          ingredientName: ingredient_id,
          quantity,
        },
      });
  }
  return fold(events);
}

/** Figures in the shape of the file's `expected`. */
export function figuresAsWritten(business: Business): FiguresCase['expected'] {
  const figures = businessFigures(business);
  return {
    dishes: [...figures.dishes].map(([id, dish]) => ({
      id,
      lines: dish.lines.map(({ ingredientId, cost }) => ({ ingredient_id: ingredientId, cost })),
      cmv: dish.cmv,
      cmv_percentage: dish.cmvPercentage,
      variable_cost_percentage: dish.variableCostPercentage,
      variable_cost_value: dish.variableCostValue,
      contribution_margin: dish.contributionMargin,
      contribution_margin_percentage: dish.contributionMarginPercentage,
      fixed_cost_percentage: dish.fixedCostPercentage,
      fixed_cost_value: dish.fixedCostValue,
      net_profit: dish.netProfit,
    })),
    dashboard: { ...figures.dashboard },
    revenue: { annual: figures.revenue.annual, months_filled: figures.revenue.monthsFilled },
    break_even: { ...figures.breakEven },
  };
}
