import type { RecordedIngredient } from '#domain/business/ingredient/ingredient.ts';
import { exactUnitPrice, priceFromEvent } from '#domain/business/ingredient/price.ts';
import { linesFromRecord } from '#domain/business/recipe/line.ts';
import { salesKey } from '#domain/business/sales/fields.ts';
import type { ChannelTypes } from '#domain/business/channel/fields.ts';
import { EVENT_TRAITS } from '#domain/business/event-traits.ts';
import type { ChangeEvent } from '#domain/business/field.ts';
import { fixedCostFields, type FixedCostTypes } from '#domain/business/fixed-cost/fields.ts';
import { ingredientFields, type IngredientTypes } from '#domain/business/ingredient/fields.ts';
import { dishFields, type DishTypes } from '#domain/business/recipe/dish-fields.ts';
import { preparationFields, type PreparationTypes } from '#domain/business/recipe/preparation-fields.ts';
import type { SupplierTypes } from '#domain/business/supplier/fields.ts';
import { type TableFields, tableOf } from '#domain/business/entity-fields.ts';
import { variableCostFields, type VariableCostTypes } from '#domain/business/variable-cost/fields.ts';
import { nothingIn } from '#tests/support/table-fields.ts';
import { mainChannelOf } from '#domain/business/channel/channels.ts';
import type { BusinessEvent } from '#domain/business/events.ts';
import type { Business, Ingredient } from '#domain/business/state.ts';
import { toSafeNumber } from '#domain/decimal.ts';
import { rounded } from '#domain/fraction.ts';
import { ratioOf } from '#domain/units/conversions.ts';

/** The entity that one event affects, with its expected state before and after the event. */
interface AffectedEntity {
  readonly select: (business: Business) => unknown;
  readonly before: unknown;
  readonly after: unknown;
}

const nothing = undefined;

const withoutPlace = (row: { readonly sequence: number } | undefined): unknown => {
  if (!row) return nothing;
  const { sequence: _, ...rest } = row;
  return rest;
};

/** The fields of an ingredient that its own events change: the source of its price follows from the purchases. */
function ownIngredient({ ingredients }: Business, id: string): Omit<Ingredient, 'priceSource'> | undefined {
  const row = ingredients.get(id);
  if (!row) return nothing;
  const { priceSource: _, ...rest } = row;
  return rest;
}

interface OfLine {
  readonly dishId?: string;
  readonly preparationId?: string;
  readonly ingredientId: string;
}

const recipeOf = (business: Business, { dishId = '', preparationId = '' }: Omit<OfLine, 'ingredientId'>) =>
  business.dishes.get(dishId) ?? business.preparations.get(preparationId);

const lineOf = (business: Business, of: OfLine) =>
  recipeOf(business, of)?.lines.find((line) => line.ingredientId === of.ingredientId);

const componentOf = (business: Business, { ingredientId }: OfLine) =>
  business.ingredients.get(ingredientId) ?? business.preparations.get(ingredientId);

/** The unit in which a line is counted. */
function unitOf(business: Business, of: OfLine): string | undefined {
  const component = componentOf(business, of);
  const own = component && ('lines' in component ? component.yieldUnit : component.unit);
  return lineOf(business, of)?.ownUnit ?? own;
}

/** The fields that events may omit, which are null then. */
const FIXED_COST = nothingIn(fixedCostFields);
const INGREDIENT = { ...nothingIn(ingredientFields), conversions: null, free: null };

/** The ingredient that an event carries, whose pack is called `purchase` there. */
const ingredientIn = <Data extends RecordedIngredient>({ purchase: pack = null, ...data }: Data) => ({
  ...INGREDIENT,
  ...data,
  pack,
});

const DISH = { ...nothingIn(dishFields), prices: null };
const VARIABLE_COST = { ...nothingIn(variableCostFields), channels: null };
const PREPARATION = { ...nothingIn(preparationFields), conversions: null };

/** The rows of each kind of entity that has a table of fields. */
const ROWS: Readonly<Record<keyof TableFields, (business: Business) => ReadonlyMap<string, object>>> = {
  fixed_cost: ({ fixedCosts }) => fixedCosts,
  variable_cost: ({ variableCosts }) => variableCosts,
  channel: ({ channels }) => channels,
  ingredient: ({ ingredients }) => ingredients,
  preparation: ({ preparations }) => preparations,
  dish: ({ dishes }) => dishes,
  supplier: ({ suppliers }) => suppliers,
};

/** A field whose changes are events of their own, as its table says. */
type TableChange =
  | ChangeEvent<FixedCostTypes>
  | ChangeEvent<VariableCostTypes>
  | ChangeEvent<ChannelTypes>
  | ChangeEvent<IngredientTypes>
  | ChangeEvent<PreparationTypes>
  | ChangeEvent<DishTypes>
  | ChangeEvent<SupplierTypes>;

function isTableChange(event: BusinessEvent): event is TableChange {
  const { entity } = EVENT_TRAITS[event.type];
  return Object.values(tableOf(entity) ?? {}).some(({ change }) => change.type === event.type);
}

function tableChange({ type, data }: TableChange): AffectedEntity {
  const { entity, field } = EVENT_TRAITS[type];
  return changed((b) => {
    const row = ROWS[entity](b).get(data.id);
    return row && new Map<string, unknown>(Object.entries(row)).get(field);
  }, data);
}

export function affectedEntities(event: BusinessEvent): AffectedEntity {
  if (isTableChange(event)) return tableChange(event);
  switch (event.type) {
    case 'BusinessOpened':
      return { select: (b) => b.ownerId, before: null, after: event.data.ownerId };
    case 'BusinessOwnerChanged':
      return changed((b) => b.ownerId, event.data);
    case 'BusinessErased':
      return { select: (b) => b.erased, before: false, after: true };
    case 'FixedCostAdded':
      return added((b) => b.fixedCosts.get(event.data.id), { ...FIXED_COST, ...event.data });
    case 'FixedCostRemoved':
      return removed((b) => b.fixedCosts.get(event.data.id), { ...FIXED_COST, ...event.data });
    case 'FixedCostRestored':
      return restored((b) => b.fixedCosts.get(event.data.id), { ...FIXED_COST, ...event.data });
    case 'VariableCostAdded':
      return added((b) => b.variableCosts.get(event.data.id), { ...VARIABLE_COST, ...event.data });
    case 'VariableCostRemoved':
      return removed((b) => b.variableCosts.get(event.data.id), { ...VARIABLE_COST, ...event.data });
    case 'VariableCostRestored':
      return restored((b) => b.variableCosts.get(event.data.id), { ...VARIABLE_COST, ...event.data });
    case 'MonthRevenueRecorded':
      return changed((b) => {
        const held = b.months.get(event.data.month);
        return held ? { value: held.value, orders: held.orders } : null;
      }, event.data);
    case 'MonthRevenueCleared':
      return { select: (b) => b.months.get(event.data.month), before: event.data, after: nothing };
    case 'AverageTicketStated':
      return changed((b) => b.statedTicket, event.data);
    case 'AverageTicketWithdrawn':
      return { select: (b) => b.statedTicket, before: event.data.ticket, after: null };
    case 'IngredientAdded':
      return added((b) => ownIngredient(b, event.data.id), ingredientIn(event.data));
    case 'IngredientUnitChanged':
      return changed((b) => b.ingredients.get(event.data.id)?.unit, event.data);
    case 'IngredientUnitConverted': {
      const { from, to, before, after } = event.data;
      return {
        select: (b) => pricedOf(b, event.data.id, ['unit', 'pack', 'unitPrice']),
        before: { unit: from, ...priceFromEvent(before) },
        after: { unit: to, ...priceFromEvent(after) },
      };
    }
    case 'IngredientPurchaseChanged':
      return changed((b) => pricedOf(b, event.data.id, ['pack', 'unitPrice']), {
        from: priceFromEvent(event.data.from),
        to: priceFromEvent(event.data.to),
      });
    case 'IngredientFreeChanged':
      return changed((b) => b.ingredients.get(event.data.id)?.free, event.data);
    case 'IngredientConversionsChanged':
      return changed((b) => b.ingredients.get(event.data.id)?.conversions, event.data);
    case 'IngredientRepriced':
      return changed((b) => b.ingredients.get(event.data.id)?.unitPrice, event.data);
    case 'IngredientReplaced': {
      const { id, byId, recipes, removed, restored } = event.data;
      const there = removed ? { ...ingredientIn(removed), id } : nothing;
      const back = restored ? { ...ingredientIn(restored), id: byId } : nothing;
      const select = (b: Business) => ({
        removed: removed && ownIngredient(b, id),
        restored: restored && ownIngredient(b, byId),
        recipes: recipes.map((recipe) =>
          recipeOf(b, recipe.kind === 'dish' ? { dishId: recipe.id } : { preparationId: recipe.id })?.lines.flatMap(
            (line, place) => (line.ingredientId === id || line.ingredientId === byId ? [{ ...line, place }] : []),
          ),
        ),
      });
      const linesOf = (side: 'from' | 'to') =>
        recipes.map((recipe) => recipe[side].map((line) => ({ ownUnit: null, channels: null, ...line })));
      return {
        select,
        before: { removed: there, restored: nothing, recipes: linesOf('from') },
        after: { removed: nothing, restored: back, recipes: linesOf('to') },
      };
    }
    case 'IngredientRemoved':
      return removed((b) => ownIngredient(b, event.data.id), ingredientIn(event.data));
    case 'IngredientRestored':
      return restored((b) => ownIngredient(b, event.data.id), ingredientIn(event.data));
    case 'PreparationAdded':
      return added((b) => b.preparations.get(event.data.id), { ...PREPARATION, ...event.data, lines: [] });
    case 'PreparationYieldChanged':
      return changed((b) => {
        const { yieldQuantity, yieldUnit } = b.preparations.get(event.data.id) ?? {};
        return { yieldQuantity, yieldUnit };
      }, event.data);
    case 'PreparationConversionsChanged':
      return changed((b) => b.preparations.get(event.data.id)?.conversions, event.data);
    case 'PreparationRemoved': {
      const lines = linesFromRecord(event.data.lines);
      return removed((b) => b.preparations.get(event.data.id), { ...PREPARATION, ...event.data, lines });
    }
    case 'PreparationRestored': {
      const lines = linesFromRecord(event.data.lines);
      return restored((b) => b.preparations.get(event.data.id), { ...PREPARATION, ...event.data, lines });
    }
    case 'VariableCostChannelsChanged':
      return changed((b) => b.variableCosts.get(event.data.id)?.channels, event.data);
    case 'DishChannelPriced':
      return changed((b) => b.dishes.get(event.data.id)?.prices?.[event.data.channelId] ?? null, event.data);
    case 'DishIngredientChannelsChanged':
      return changed((b) => lineOf(b, event.data)?.channels, event.data);
    case 'ChannelAdded':
      return added((b) => b.channels.get(event.data.id), event.data);
    case 'MainChannelChanged':
      return changed((b) => mainChannelOf(b)?.id, { from: event.data.from, to: event.data.id });
    case 'ChannelRemoved':
      return removed((b) => b.channels.get(event.data.id), event.data);
    case 'ChannelRestored':
      return restored((b) => b.channels.get(event.data.id), event.data);
    case 'SalesRecorded': {
      const select = (b: Business) => {
        const rows = b.sales.get(salesKey(event.data))?.rows ?? [];
        return event.data.rows.map(({ dishId }) => {
          const row = rows.find((each) => each.dishId === dishId);
          return row ? { quantity: row.quantity, revenue: row.revenue } : null;
        });
      };
      return {
        select,
        before: event.data.rows.map(({ from }) => from),
        after: event.data.rows.map(({ to }) => to),
      };
    }
    case 'PurchaseEntered':
    case 'PurchaseRestored':
      return purchaseChange(event, { isThere: true });
    case 'PurchaseTakenBack':
      return purchaseChange(event, { isThere: false });
    case 'StockValueRecorded':
      return changed((b) => b.stockValues.get(event.data.month) ?? null, event.data);
    case 'PriceRuleChanged':
      return changed((b) => b.settings.priceRule, event.data);
    case 'MixMonthsChanged':
      return changed((b) => b.settings.mixMonths, event.data);
    case 'ProfitGoalChanged':
      return changed((b) => b.settings.profitGoal, event.data);
    case 'ProductionLossChanged':
      return changed((b) => b.settings.productionLoss, event.data);
    case 'DishAdded':
      return added((b) => b.dishes.get(event.data.id), { ...DISH, ...event.data, lines: [] });
    case 'DishRemoved': {
      const lines = linesFromRecord(event.data.lines);
      return removed((b) => b.dishes.get(event.data.id), { ...DISH, ...event.data, lines });
    }
    case 'DishRestored': {
      const lines = linesFromRecord(event.data.lines);
      return restored((b) => b.dishes.get(event.data.id), { ...DISH, ...event.data, lines });
    }
    case 'DishIngredientAdded':
    case 'PreparationIngredientAdded': {
      const { ingredientId, quantity, ownUnit = null, channels = null } = event.data;
      const line = { ingredientId, quantity, ownUnit, channels, version: 1 };
      return { select: (b) => lineOf(b, event.data), before: nothing, after: line };
    }
    case 'DishIngredientQuantityChanged':
    case 'PreparationIngredientQuantityChanged': {
      const { ingredientName, unit, from, to } = event.data;
      const recipeName = 'dishName' in event.data ? event.data.dishName : event.data.preparationName;
      const select = (b: Business) => ({
        recipeName: recipeOf(b, event.data)?.name,
        ingredientName: componentOf(b, event.data)?.name,
        unit: unitOf(b, event.data),
        quantity: lineOf(b, event.data)?.quantity,
      });
      const names = { recipeName, ingredientName, unit };
      return { select, before: { ...names, quantity: from }, after: { ...names, quantity: to } };
    }
    case 'DishIngredientUnitChanged':
    case 'PreparationIngredientUnitChanged':
      return changed((b) => unitOf(b, event.data), event.data);
    case 'DishIngredientRemoved':
    case 'PreparationIngredientRemoved': {
      const { ingredientId, quantity, ownUnit = null, channels = null, version } = event.data;
      const line = { ingredientId, quantity, ownUnit, channels, version };
      return { select: (b) => lineOf(b, event.data), before: line, after: nothing };
    }
    case 'DishIngredientRestored':
    case 'PreparationIngredientRestored': {
      const { ingredientId, quantity, ownUnit = null, channels = null, version, place } = event.data;
      return {
        select: (b) =>
          recipeOf(b, event.data)
            ?.lines.map((line, i) => (line.ingredientId === ingredientId ? [i, line] : []))
            .flat(),
        before: [],
        after: [place, { ingredientId, quantity, ownUnit, channels, version }],
      };
    }
    default:
      return event satisfies never;
  }
}

/** The price of one `unit`, rounded; 0 for an ingredient that does not exist. */
function priceIn(unit: string, row: Ingredient | undefined): number {
  const ratio = row && ratioOf(unit, row.unit, row.conversions);
  if (!row || !ratio) return 0;
  const { n, d } = exactUnitPrice(row);
  return toSafeNumber(rounded({ n: n * ratio.n, d: d * ratio.d }));
}

/** Tells whether the purchase exists, and the displayed prices that it changed; a price of 0 means none. */
function purchaseChange(
  { data }: Extract<BusinessEvent, { type: `Purchase${string}` }>,
  { isThere }: { readonly isThere: boolean },
): AffectedEntity {
  const pricesOf = (side: 'from' | 'to') => data.prices.map((move) => move[side]);
  return {
    select: (b) => ({
      isThere: b.purchases.has(data.id),
      prices: data.prices.map(({ id, unit }) => priceIn(unit, b.ingredients.get(id))),
    }),
    before: { isThere: !isThere, prices: pricesOf('from') },
    after: { isThere, prices: pricesOf('to') },
  };
}

type RowOf = (business: Business) => { readonly sequence: number } | undefined;

const added = (row: RowOf, data: object): AffectedEntity => ({
  select: (b) => withoutPlace(row(b)),
  before: nothing,
  after: { ...data, version: 1 },
});

const removed = (row: RowOf, data: object): AffectedEntity => ({
  select: (b) => withoutPlace(row(b)),
  before: data,
  after: nothing,
});

/** A restored row is in its former place. */
const restored = (row: RowOf, data: object): AffectedEntity => ({ select: row, before: nothing, after: data });

/** Returns the fields of an ingredient that one event changes together. */
function pricedOf(business: Business, id: string, fields: readonly (keyof Ingredient)[]): unknown {
  const row = business.ingredients.get(id);
  return row && Object.fromEntries(fields.map((field) => [field, row[field]]));
}

const changed = (
  select: AffectedEntity['select'],
  { from, to }: { readonly from: unknown; readonly to: unknown },
): AffectedEntity => ({
  select,
  before: from,
  after: to,
});
