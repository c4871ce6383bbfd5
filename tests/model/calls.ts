import { fixedCostFields } from '#domain/business/fixed-cost/fields.ts';
import { ingredientFields } from '#domain/business/ingredient/fields.ts';
import { dishFields } from '#domain/business/recipe/dish-fields.ts';
import { preparationFields } from '#domain/business/recipe/preparation-fields.ts';
import { variableCostFields } from '#domain/business/variable-cost/fields.ts';
import fc from 'fast-check';
import type { ChangingName, ModelRequest, OwnerAtApi } from './owner-at-api.ts';
import { type Model, READ_NAMES, readAll, readOne, type Real, send } from './exchange.ts';
import { derivedTicket } from './plain-answers.ts';
import { isId, plainApi } from './plain-api.ts';
import { type PlainBusiness, type PlainChange, type Row, textOf } from './plain-business.ts';
import { dayBefore } from './plain-purchases.ts';
import { isOfSalesAlone } from './plain-undo.ts';
import { anyPurchaseDay, anyPurchaseLines, anySupplier, wirePurchaseLines, wireSupplier } from './wire-purchases.ts';
import {
  anyPrices,
  anyRevenue,
  anyRows,
  anySalesChannel,
  anySalesMonth,
  anyScope,
  anySets,
  salesChannel,
  wirePrices,
  wireRevenue,
  wireRows,
  wireScope,
  wireSets,
} from './wire-sets.ts';
import { FIELDS, textsOf, type WireValue } from './wire-values.ts';
import {
  anyKey,
  anyTarget,
  anyVersion,
  type FindTarget,
  type Identified,
  ifMatch,
  keyOf,
  targetIdOf,
} from './targets.ts';

type Call = fc.AsyncCommand<Model, Real>;
type Bodies = Readonly<Record<string, fc.Arbitrary<WireValue>>>;
type Rows =
  'fixedCosts' | 'variableCosts' | 'ingredients' | 'preparations' | 'dishes' | 'channels' | 'suppliers' | 'purchases';

const ownerNo = fc.constantFrom(0, 0, 0, 1);
/** The number of times that a request is sent at once; without a key each of them would be a change of its own. */
const times = fc.constantFrom(1, 1, 1, 3);

/** A body in which the required fields are rarely left out, and the others often. */
const bodyOf = (required: Bodies, optional: Bodies = {}): fc.Arbitrary<Record<string, WireValue>> =>
  fc.record(Object.fromEntries([...mostly(required, 1), ...mostly(optional, 20)]));

const LEFT_OUT: WireValue = { sent: undefined, means: undefined };
const mostly = (fields: Bodies, leftOut: number) =>
  Object.entries(fields).map(
    ([name, value]) =>
      [
        name,
        fc.oneof({ weight: 30, arbitrary: value }, { weight: leftOut, arbitrary: fc.constant(LEFT_OUT) }),
      ] as const,
  );

/** Creates a call with its description for a failed sequence. */
function call(told: string, isPossible: (model: Model) => boolean, run: Call['run']): Call {
  return { check: isPossible, run, toString: () => told };
}

type FilledRequest = Partial<Pick<ModelRequest, 'params' | 'body' | 'ifMatch'>>;

/** Creates a call whose input is filled in when it is made; it is skipped while there is no entity for it. */
function change<Needs extends object>(
  weight: number,
  name: ChangingName,
  needs: { readonly [Key in keyof Needs]: fc.Arbitrary<Needs[Key]> },
  fill: (needs: Needs, business: PlainBusiness, id: FindTarget) => FilledRequest,
) {
  const arbitrary = fc.tuple(fc.record(needs), ownerNo, anyKey, times).map(([wanted, owner, key, count]) => {
    function requestOf(model: Model): ModelRequest | undefined {
      const { business } = model.owners[owner] ?? {};
      let isThere = true;
      const id: FindTarget = (rows, target) => {
        const found = targetIdOf(rows, target, model, owner);
        isThere &&= found !== undefined;
        return found ?? '';
      };
      const filled = business && fill(wanted, business, id);
      return isThere
        ? { params: {}, body: {}, ifMatch: undefined, ...filled, name, key: keyOf(owner, key) }
        : undefined;
    }
    const told = `${name} by ${owner} ${key === undefined ? '' : `key ${key} × ${count} `}${JSON.stringify(wanted)}`;
    return call(
      told,
      (model) => requestOf(model) !== undefined,
      async (model, real) => {
        const now = requestOf(model);
        if (now) await send(model, real, { owner, asked: now, count });
      },
    );
  });
  return { weight, arbitrary };
}

const adding = (weight: number, name: ChangingName, required: Bodies, optional: Bodies = {}) =>
  change(weight, name, { body: bodyOf(required, { ...optional, id: FIELDS.own_id }) }, ({ body }) => ({ body }));

const versionOf = (rows: readonly (Identified & { readonly version: number })[], id: string): number =>
  rows.find((row) => row.id === id)?.version ?? 1;

const changing = (weight: number, name: ChangingName, rows: Rows, fields: Bodies) =>
  change(weight, name, { which: anyTarget, view: anyVersion, body: bodyOf({}, fields) }, (needs, business, id) => {
    const target = id(business[rows], needs.which);
    return {
      params: { id: target },
      body: needs.body,
      ifMatch: ifMatch(needs.view, versionOf(business[rows], target)),
    };
  });

const removing = (weight: number, name: ChangingName, rows: Rows) =>
  change(weight, name, { which: anyTarget, view: anyVersion }, (needs, business, id) => {
    const target = id(business[rows], needs.which);
    return { params: { id: target }, ifMatch: ifMatch(needs.view, versionOf(business[rows], target)) };
  });

const copying = (weight: number, name: ChangingName, rows: 'dishes' | 'preparations') =>
  change(
    weight,
    name,
    {
      which: anyTarget,
      body: bodyOf({}, { id: FIELDS.own_id, name: FIELDS.name, factor: FIELDS.factor }),
      keep: fc.option(fc.array(anyTarget, { maxLength: 2 }), { nil: undefined }),
    },
    (needs, business, id) => {
      const target = id(business[rows], needs.which);
      const lines = business[rows].find((row) => row.id === target)?.lines ?? [];
      const held = lines.map(({ ingredientId }) => ({ id: ingredientId }));
      const keep = lines.length === 0 ? undefined : needs.keep?.map((each) => id(held, each));
      return { params: { id: target }, body: { ...needs.body, ...(keep ? { keep: wireIds(keep) } : {}) } };
    },
  );

/** Lists ingredients more often than preparations, which would soon lead to cycles. */
const components = ({ ingredients, preparations }: PlainBusiness): readonly Row[] => [
  ...ingredients,
  ...ingredients,
  ...preparations,
];

/** The model does not predict the units of ingredients with purchases. */
const neverBought = ({ ingredients, everBought }: PlainBusiness): readonly Row[] =>
  ingredients.filter(({ id }) => !everBought.includes(id));

const RECIPES = { dishes: 'dishId', preparations: 'preparationId' } as const;

/** A recipe line; `scope` is the set of channels to which a dish's line belongs. */
const line = (
  weight: number,
  name: ChangingName,
  rows: 'dishes' | 'preparations',
  { fields = {}, scope = fc.constant('left out') }: { fields?: Bodies; scope?: typeof anyScope } = {},
) =>
  change(
    weight,
    name,
    { recipe: anyTarget, ingredient: anyTarget, view: anyVersion, body: bodyOf({}, fields), scope },
    (needs, business, id) => {
      const withLines = business[rows].filter(({ lines }) => lines.length > 0);
      const recipeId = id(withLines, needs.recipe);
      const lines = business[rows].find((each) => each.id === recipeId)?.lines ?? [];
      const ingredientId = id(
        lines.map((each) => ({ id: each.ingredientId })),
        needs.ingredient,
      );
      const held = lines.find((each) => each.ingredientId === ingredientId)?.version ?? 1;
      return {
        params: { [RECIPES[rows]]: recipeId, ingredientId },
        body: { ...needs.body, channels: wireScope(needs.scope, business.channels, id) },
        ifMatch: ifMatch(needs.view, held),
      };
    },
  );

const { name, value, percentage, unit, unit_price, sale_price, quantity, month, revenue, orders_count } = FIELDS;
const { average_ticket, update_ticket_only, purchase, conversions, yield_quantity, production_loss } = FIELDS;
const { portions, loss, channel_name, is_main, mix_months, profit_goal, price_rule } = FIELDS;
const lineFields = { quantity, unit: FIELDS.line_unit };
const price = { unit_price, purchase };
const kitchen = { yield: FIELDS.yield, conversions, free: FIELDS.free, ...textsOf(ingredientFields) };
const menu = { portions, loss, ...textsOf(dishFields) };
const madeFields = { conversions, ...textsOf(preparationFields) };
/** The model cannot predict the versions of entities with many events, or units that are stored permanently. */
const NOT_UNDONE: ReadonlySet<ChangingName> = new Set([
  'changeIngredient',
  'changePreparation',
  'duplicateDish',
  'duplicatePreparation',
]);
const undoable = (changes: readonly PlainChange[]) => changes.filter((each) => !NOT_UNDONE.has(each.call));

const undoing = (weight: number, among: (changes: readonly PlainChange[]) => readonly PlainChange[]) =>
  change(weight, 'undoChange', { which: anyTarget }, (needs, { changes }, id) => ({
    params: { id: id(among(changes), needs.which) },
  }));

/** Returns the ids at these indexes; each may be replaced by an unknown one. */
function wireIds(ids: readonly string[]): WireValue {
  const wrongParts = ids.flatMap((id, i) => (isId(id) ? [] : [String(i)]));
  return wrongParts.length > 0 ? { sent: ids, means: undefined, wrongParts } : { sent: ids, means: ids };
}

const wireId = (id: string): WireValue => ({ sent: id, means: isId(id) ? id : undefined });

const repeat = fc.tuple(ownerNo, fc.nat({ max: 1_000 }), times).map(([owner, at, count]) =>
  call(
    `the same as before by ${owner}, ${at} × ${count}`,
    (model) => (model.keyed[owner]?.length ?? 0) > 0,
    async (model, real) => {
      const all = model.keyed[owner] ?? [];
      const asked = all[at % all.length];
      if (asked) await send(model, real, { owner, asked, count });
    },
  ),
);

const reading = fc.tuple(ownerNo, fc.constantFrom(...READ_NAMES)).map(([owner, view]) =>
  call(
    `${view} by ${owner}`,
    () => true,
    (model, real) => readOne(model, real, { owner, view }),
  ),
);

const addingVariableCost = change(
  3,
  'addVariableCost',
  { body: bodyOf({ name, percentage }, textsOf(variableCostFields)), scope: anyScope },
  (needs, business, id) => ({
    body: { ...needs.body, channels: wireScope(needs.scope, business.channels, id) },
  }),
);
const addingDish = change(
  5,
  'addDish',
  { body: bodyOf({ name, sale_price }, menu), prices: anyPrices },
  (needs, business, id) => ({
    body: { ...needs.body, prices: wirePrices(needs.prices, business.channels, id) },
  }),
);
const addingDishLine = change(
  8,
  'addDishIngredient',
  { dish: anyTarget, component: anyTarget, body: bodyOf({ quantity }, { unit: FIELDS.line_unit }), scope: anyScope },
  (needs, business, id) => ({
    body: {
      dish_id: wireId(id(business.dishes, needs.dish)),
      ingredient_id: wireId(id(components(business), needs.component)),
      ...needs.body,
      channels: wireScope(needs.scope, business.channels, id),
    },
  }),
);
const recordingSales = change(
  14,
  'recordSales',
  { month: anySalesMonth, channel: anySalesChannel, rows: anyRows },
  (needs, business, id) => ({
    params: { month: needs.month, channelId: salesChannel(needs.channel, business.channels, id) },
    body: { rows: wireRows(needs.rows, business.dishes, id) },
  }),
);
const enteringPurchase = change(
  10,
  'enterPurchase',
  {
    body: bodyOf(
      { date: anyPurchaseDay, source: FIELDS.purchase_source },
      { number: FIELDS.document_number, freight: FIELDS.spread, confirmed: FIELDS.confirmed, id: FIELDS.own_id },
    ),
    discount: fc.option(FIELDS.spread, { nil: undefined, freq: 3 }),
    supplier: anySupplier,
    lines: anyPurchaseLines,
  },
  (needs, business, id) => ({
    body: {
      ...needs.body,
      ...(needs.discount ? { discount: needs.discount } : {}),
      supplier: wireSupplier(needs.supplier, business.suppliers, id),
      lines: wirePurchaseLines(needs.lines, business.ingredients, id),
    },
  }),
);
const anyStockMonth = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(0, 31, 62).map((days) => dayBefore(days).slice(0, 7)) },
  { weight: 2, arbitrary: fc.constantFrom('1999-12', '2999-01', '2026-13', 'x') },
);
const addingChannel = adding(5, 'addChannel', { name: channel_name }, { is_main });
const addingIngredient = adding(4, 'addIngredient', { name, unit, unit_price }, kitchen);

/** The first calls of half of the sequences, which add dishes and channels. */
const anyStart: fc.Arbitrary<readonly Call[]> = fc.oneof(
  fc.constant([]),
  fc
    .tuple(
      ...[addingChannel, addingChannel, addingDish, addingDish, addingDish, addingVariableCost, addingIngredient].map(
        ({ arbitrary }) => arbitrary,
      ),
      ...[addingDishLine, addingDishLine, recordingSales, recordingSales].map(({ arbitrary }) => arbitrary),
    )
    .map((calls) => [...calls]),
);

/** Additions are more frequent than removals, so that there are entities to change. */
const anyCall: fc.Arbitrary<Call> = fc.oneof(
  adding(3, 'addFixedCost', { name, value }, textsOf(fixedCostFields)),
  changing(3, 'changeFixedCost', 'fixedCosts', { name, value, ...textsOf(fixedCostFields) }),
  removing(1, 'removeFixedCost', 'fixedCosts'),
  addingVariableCost,
  change(
    3,
    'changeVariableCost',
    {
      which: anyTarget,
      view: anyVersion,
      body: bodyOf({}, { name, percentage, ...textsOf(variableCostFields) }),
      scope: anyScope,
    },
    (needs, business, id) => {
      const target = id(business.variableCosts, needs.which);
      return {
        params: { id: target },
        body: { ...needs.body, channels: wireScope(needs.scope, business.channels, id) },
        ifMatch: ifMatch(needs.view, versionOf(business.variableCosts, target)),
      };
    },
  ),
  removing(1, 'removeVariableCost', 'variableCosts'),
  addingIngredient,
  adding(3, 'addIngredient', { name, unit, purchase }, kitchen),
  adding(1, 'addIngredient', { name, unit }, price),
  changing(6, 'changeIngredient', 'ingredients', { name, ...price, free: FIELDS.free }),
  change(
    5,
    'changeIngredient',
    { which: anyTarget, view: anyVersion, body: bodyOf({}, { name, unit, ...price, ...kitchen }) },
    (needs, business, id) => {
      const target = id(neverBought(business), needs.which);
      const version = versionOf(business.ingredients, target);
      return { params: { id: target }, body: needs.body, ifMatch: ifMatch(needs.view, version) };
    },
  ),
  // A program from before packs sends the displayed unit and price again when it renames.
  change(2, 'changeIngredient', { which: anyTarget, body: bodyOf({ name }) }, (needs, business, id) => {
    const target = id(neverBought(business), needs.which);
    const held = business.ingredients.find((row) => row.id === target)?.fields;
    const [shownUnit, displayedPrice] = [textOf(held?.['unit'] ?? 'kg'), Number(held?.['unit_price'] ?? 0)];
    const shown = {
      unit: { sent: shownUnit, means: shownUnit },
      // The price that follows from a pack may be above the limit for typed prices.
      unit_price: { sent: displayedPrice / 10_000, means: displayedPrice > 9_999_999_999 ? undefined : displayedPrice },
    };
    return { params: { id: target }, body: { ...needs.body, ...shown } };
  }),
  change(
    4,
    'replaceIngredient',
    { which: anyTarget, by: anyTarget, body: bodyOf({}, { merge: FIELDS.merge }) },
    (needs, business, id) => ({
      params: { id: id(neverBought(business), needs.which) },
      body: { by: wireId(id(neverBought(business), needs.by)), ...needs.body },
    }),
  ),
  change(
    3,
    'repriceIngredients',
    { which: fc.array(anyTarget, { minLength: 1, maxLength: 3 }), body: bodyOf({ percentage: FIELDS.price_change }) },
    (needs, { ingredients }, id) => ({
      body: { ids: wireIds(needs.which.map((each) => id(ingredients, each))), ...needs.body },
    }),
  ),
  removing(2, 'removeIngredient', 'ingredients'),
  adding(4, 'addPreparation', { name, yield_quantity, yield_unit: unit }, madeFields),
  changing(3, 'changePreparation', 'preparations', { name, yield_quantity, yield_unit: unit, ...madeFields }),
  copying(1, 'duplicatePreparation', 'preparations'),
  removing(1, 'removePreparation', 'preparations'),
  change(
    6,
    'addPreparationIngredient',
    { preparation: anyTarget, component: anyTarget, body: bodyOf({ quantity }, { unit: FIELDS.line_unit }) },
    (needs, business, id) => ({
      params: { preparationId: id(business.preparations, needs.preparation) },
      body: { ingredient_id: wireId(id(components(business), needs.component)), ...needs.body },
    }),
  ),
  line(3, 'changePreparationIngredient', 'preparations', { fields: lineFields }),
  line(1, 'removePreparationIngredient', 'preparations'),
  addingDish,
  change(
    6,
    'changeDish',
    { which: anyTarget, view: anyVersion, body: bodyOf({}, { name, sale_price, ...menu }), prices: anyPrices },
    (needs, business, id) => {
      const target = id(business.dishes, needs.which);
      return {
        params: { id: target },
        body: { ...needs.body, prices: wirePrices(needs.prices, business.channels, id) },
        ifMatch: ifMatch(needs.view, versionOf(business.dishes, target)),
      };
    },
  ),
  copying(1, 'duplicateDish', 'dishes'),
  removing(1, 'removeDish', 'dishes'),
  addingDishLine,
  line(5, 'changeDishIngredient', 'dishes', { fields: lineFields, scope: anyScope }),
  line(2, 'removeDishIngredient', 'dishes'),
  change(
    3,
    'changeBusinessSettings',
    { view: anyVersion, body: bodyOf({}, { production_loss, mix_months, profit_goal, price_rule }) },
    (needs, business) => ({ body: needs.body, ifMatch: ifMatch(needs.view, business.settingsVersion) }),
  ),
  addingChannel,
  changing(4, 'changeChannel', 'channels', { name: channel_name, is_main }),
  removing(1, 'removeChannel', 'channels'),
  recordingSales,
  enteringPurchase,
  removing(3, 'takeBackPurchase', 'purchases'),
  changing(2, 'changeSupplier', 'suppliers', { name: FIELDS.supplier_name, cnpj: FIELDS.cnpj }),
  change(
    3,
    'recordStockValue',
    { month: anyStockMonth, body: bodyOf({ value: FIELDS.stock_value }) },
    ({ month: asked, body }) => ({ params: { month: asked }, body }),
  ),
  change(1, 'clearStockValue', { month: anyStockMonth }, ({ month: asked }) => ({ params: { month: asked } })),
  undoing(6, (changes) => changes.filter((each) => each.purchase !== undefined)),
  change(6, 'importSales', { sets: anySets, revenue: anyRevenue }, (needs, business, id) => ({
    body: { sets: wireSets(needs.sets, business, id), revenue: wireRevenue(needs.revenue) },
  })),
  // The undo of the last change, most often of a removal, and of sales with later changes.
  undoing(3, (changes) => undoable(changes.slice(-1))),
  undoing(12, (changes) => undoable(changes.slice(-1)).filter((each) => each.call.startsWith('remove'))),
  undoing(3, (changes) => changes.filter(isOfSalesAlone)),
  change(
    5,
    'recordMonthRevenue',
    { view: anyVersion, body: bodyOf({ month, value: revenue, orders_count }) },
    (needs, business) => ({
      body: needs.body,
      ifMatch: ifMatch(
        needs.view,
        business.months.find((row) => row.month === needs.body['month']?.means)?.version ?? 0,
      ),
    }),
  ),
  change(2, 'stateAverageTicket', { body: bodyOf({ average_ticket, update_ticket_only }) }, ({ body }) => ({
    body,
  })),
  // The screen sends the ticket that follows from the months after every save of a month; it changes nothing.
  change(3, 'stateAverageTicket', {}, (_, business) => {
    const ticket = derivedTicket(business) ?? 0;
    return { body: { average_ticket: { sent: ticket / 10_000, means: ticket } } };
  }),
  { weight: 8, arbitrary: repeat },
  { weight: 5, arbitrary: reading },
);

/**
 * Property: whatever two owners request in whatever order, each answer is the model's, and so are all lists and figures
 * at the end. @param owner creates a new owner with an empty business
 */
export const answersAsTheModel = (
  owner: () => Promise<OwnerAtApi>,
): fc.IAsyncPropertyWithHooks<[readonly object[], Iterable<object>]> =>
  fc.asyncProperty(anyStart, fc.commands([anyCall], { maxCommands: 100, size: 'max' }), async (start, calls) => {
    const model: Model = { owners: [plainApi(), plainApi()], keyed: [[], []], ids: new Set() };
    const real: Real = [await owner(), await owner()];
    await fc.asyncModelRun(() => ({ model, real }), [...start, ...calls]);
    await readAll(model, real);
  });
