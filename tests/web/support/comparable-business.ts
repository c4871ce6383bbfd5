import { componentOf, unitOf } from '#domain/business/recipe/components.ts';
import type { Entity } from '#domain/business/field.ts';
import type { Business, Dish, Ingredient, Purchase, RecipeLine } from '#domain/business/state.ts';
import { currentIngredientId } from '#domain/business/purchase/prices.ts';
import { normalizeName } from '#domain/names.ts';
import { DEFAULT_LOSS } from '#domain/figures/dish-result.ts';
import { DEFAULT_MIX_MONTHS } from '#domain/figures/mix.ts';
import * as v from 'valibot';
import { changeSetEndpoints } from '#contract/change-set.ts';
import type { SingleCommand } from '#domain/business/commands.ts';
import { decide, isRefusal } from '#domain/business/decide.ts';
import { stateBuilder } from '#domain/business/evolve.ts';
import { callInSet } from '#web/stores/business/send-command.ts';

type ComparableRow = Entity &
  Partial<Pick<Dish, 'lines' | 'prices'> & Pick<Ingredient, 'priceSource'>> & {
    readonly channels?: readonly string[] | null;
  };

/** Returns the purchases whose ingredients all exist. */
const importedPurchases = (state: Business): readonly Purchase[] =>
  [...state.purchases.values()].filter(({ lines }) =>
    lines.every(({ ingredientId: id }) => id === null || state.ingredients.has(currentIngredientId(state, id))),
  );

/** Everything about a business but ids, versions, the order of its lists, and data that a workbook does not contain. */
export function comparableOf(state: Business, currentMonth = '2026-11') {
  const channelName = (id: string): string => state.channels.get(id)?.name ?? '';
  const scopeOf = (channels: readonly string[] | null) => channels?.map(channelName).toSorted() ?? null;
  const linesOf = (lines: readonly RecipeLine[]) =>
    lines.map(({ ingredientId, quantity, ownUnit, channels }) => {
      const component = componentOf(state, ingredientId);
      const unit = ownUnit ?? (component && unitOf(component));
      return { of: component?.name, quantity, unit, channels: scopeOf(channels) };
    });
  const sorted = (rows: readonly object[]): readonly string[] =>
    rows.map((row) => JSON.stringify(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1)))).toSorted();
  /** All fields of the entities of a list, with names instead of ids. */
  const comparableRows = (rows: ReadonlyMap<string, ComparableRow>): readonly string[] =>
    sorted(
      Array.from(
        rows.values(),
        ({
          id: _id,
          version: _version,
          sequence: _sequence,
          priceSource: _source,
          lines,
          prices,
          channels,
          ...rest
        }) => ({
          ...rest,
          ...(lines && { lines: linesOf(lines) }),
          ...(channels !== undefined && { channels: scopeOf(channels) }),
          ...(prices && {
            prices: Object.entries(prices)
              .map(([of, price]) => `${channelName(of)}: ${price}`)
              .toSorted(),
          }),
        }),
      ),
    );
  const { settings } = state;
  return {
    settings: [
      settings.productionLoss ?? DEFAULT_LOSS,
      settings.mixMonths ?? DEFAULT_MIX_MONTHS,
      settings.profitGoal ?? 0,
      settings.priceRule,
      state.statedTicket,
    ],
    channels: [...state.channels.values()].map(({ name, isMain }) => ({ name, isMain })),
    ingredients: comparableRows(state.ingredients),
    preparations: comparableRows(state.preparations),
    dishes: comparableRows(
      new Map([...state.dishes].map(([id, dish]) => [id, { ...dish, portions: dish.portions ?? 1 }])),
    ),
    fixedCosts: comparableRows(state.fixedCosts),
    variableCosts: comparableRows(state.variableCosts),
    months: [...state.months.values()]
      .filter(({ value, orders }) => value > 0 || orders > 0)
      .map(({ month, value, orders }) => ({ month, value, orders }))
      .toSorted((a, b) => a.month - b.month),
    purchases: sorted(
      importedPurchases(state).map(({ date, supplierId, number, source, freight, discount, lines }) => ({
        date,
        number,
        source,
        freight,
        discount,
        supplier: supplierId === null ? null : normalizeName(state.suppliers.get(supplierId)?.name ?? ''),
        cnpj: supplierId === null ? null : state.suppliers.get(supplierId)?.cnpj,
        lines: lines.map(({ ingredientId, packs, packQuantity, packUnit, total, code, description }) => [
          ingredientId === null ? description : state.ingredients.get(currentIngredientId(state, ingredientId))?.name,
          packs,
          packQuantity,
          packUnit,
          total,
          code,
        ]),
      })),
    ),
    stockValues: [...state.stockValues].toSorted(([a], [b]) => (a < b ? -1 : 1)),
    sales: sorted(
      [...state.sales.values()].flatMap(({ month, channelId, rows }) =>
        rows.flatMap(({ dishId, quantity, revenue }) => {
          const dish = state.dishes.get(dishId);
          const isImported = dish !== undefined && month <= currentMonth;
          return isImported ? [{ month, channel: channelName(channelId), dish: dish.name, quantity, revenue }] : [];
        }),
      ),
    ),
  };
}

/** The state after the server has accepted these commands as one set. @throws when it would refuse one of them */
export function stateAfterChangeSet(state: Business, commands: readonly SingleCommand[]): Business {
  if (commands.length === 0) return state;
  const body = JSON.parse(JSON.stringify({ calls: commands.map(callInSet) })) as unknown;
  const read = v.safeParse(changeSetEndpoints.applyChanges.body, body);
  if (!read.success) throw new Error(JSON.stringify(v.flatten(read.issues)));
  const after = stateBuilder(state);
  for (const command of commands) {
    const decision = decide(after.business, command);
    if (isRefusal(decision)) throw new Error(`${JSON.stringify(command)}: ${JSON.stringify(decision)}`);
    for (const event of decision) after.add(event);
  }
  return after.business;
}
