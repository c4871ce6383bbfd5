import { componentOf, unitOf } from '#domain/business/recipe/components.ts';
import type { Business, RecipeLine } from '#domain/business/state.ts';
import { DEFAULT_LOSS } from '#domain/figures/dish-result.ts';
import { DEFAULT_MIX_MONTHS } from '#domain/figures/mix.ts';

/** All that is shown of a business but ids, versions, the order of its lists, and what a workbook does not bring. */
export function shownOf(state: Business, currentMonth = '2026-11') {
  const channelName = (id: string): string => state.channels.get(id)?.name ?? '';
  const scopeOf = (channels: readonly string[] | null) => channels?.map(channelName).toSorted() ?? null;
  const linesOf = (lines: readonly RecipeLine[]) =>
    lines.map(({ ingredientId, quantity, ownUnit, channels }) => {
      const component = componentOf(state, ingredientId);
      return {
        of: component?.name,
        quantity,
        unit: ownUnit ?? (component && unitOf(component)),
        channels: scopeOf(channels),
      };
    });
  const sorted = (rows: readonly object[]): readonly string[] => rows.map((row) => JSON.stringify(row)).toSorted();
  const { settings } = state;
  return {
    settings: [
      settings.productionLoss ?? DEFAULT_LOSS,
      settings.mixMonths ?? DEFAULT_MIX_MONTHS,
      settings.profitGoal ?? 0,
      state.statedTicket,
    ],
    channels: [...state.channels.values()].map(({ name, isMain }) => ({ name, isMain })),
    ingredients: sorted(
      [...state.ingredients.values()].map(
        ({ name, unit, unitPrice, purchase, yieldPercentage, free, conversions }) => ({
          name,
          unit,
          unitPrice,
          purchase,
          yieldPercentage,
          free,
          conversions,
        }),
      ),
    ),
    preparations: sorted(
      [...state.preparations.values()].map(({ name, yieldQuantity, yieldUnit, method, conversions, lines }) => ({
        name,
        yieldQuantity,
        yieldUnit,
        method,
        conversions,
        lines: linesOf(lines),
      })),
    ),
    dishes: sorted(
      [...state.dishes.values()].map(({ name, salePrice, portions, loss, category, method, prices, lines }) => ({
        name,
        salePrice,
        portions: portions ?? 1,
        loss,
        category,
        method,
        prices: Object.entries(prices ?? {})
          .map(([id, price]) => `${channelName(id)}: ${price}`)
          .toSorted(),
        lines: linesOf(lines),
      })),
    ),
    fixedCosts: sorted([...state.fixedCosts.values()].map(({ name, value }) => ({ name, value }))),
    variableCosts: sorted(
      [...state.variableCosts.values()].map(({ name, percentage, channels }) => ({
        name,
        percentage,
        channels: scopeOf(channels),
      })),
    ),
    months: [...state.months.values()]
      .filter(({ value, orders }) => value > 0 || orders > 0)
      .map(({ month, value, orders }) => ({ month, value, orders }))
      .toSorted((a, b) => a.month - b.month),
    sales: sorted(
      [...state.sales.values()].flatMap(({ month, channelId, rows }) =>
        rows.flatMap(({ dishId, quantity, revenue }) => {
          const dish = state.dishes.get(dishId);
          const isBrought = dish !== undefined && month <= currentMonth;
          return isBrought ? [{ month, channel: channelName(channelId), dish: dish.name, quantity, revenue }] : [];
        }),
      ),
    ),
  };
}
