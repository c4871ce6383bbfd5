import type { ViewName } from '#contract/owner.ts';
import fc from 'fast-check';
import type { Asked, ChangingName } from './asked.ts';
import { type Model, readOne, type Real, send } from './exchange.ts';
import { derivedTicket, READS } from './plain-answers.ts';
import { isId } from './plain-api.ts';
import { type PlainBusiness, type Row, textOf } from './plain-business.ts';
import { FIELDS, type Sent } from './sent-values.ts';
import { anyKey, type Identified, idOf, ifMatch, inView, keyOf, which, type Which } from './targets.ts';

type Call = fc.AsyncCommand<Model, Real>;
type Bodies = Readonly<Record<string, fc.Arbitrary<Sent>>>;
type Rows = 'fixedCosts' | 'variableCosts' | 'ingredients' | 'preparations' | 'dishes';

const ownerNo = fc.constantFrom(0, 0, 0, 1);
/** How often it is sent at the same time; without a key every time would be a change of its own. */
const times = fc.constantFrom(1, 1, 1, 3);

/** A body in which some fields are hardly ever left out, and others often. */
const bodyOf = (required: Bodies, optional: Bodies = {}): fc.Arbitrary<Record<string, Sent>> =>
  fc.record(Object.fromEntries([...mostly(required, 1), ...mostly(optional, 20)]));

const LEFT_OUT: Sent = { sent: undefined, means: undefined };
const mostly = (fields: Bodies, leftOut: number) =>
  Object.entries(fields).map(
    ([name, value]) =>
      [
        name,
        fc.oneof({ weight: 30, arbitrary: value }, { weight: leftOut, arbitrary: fc.constant(LEFT_OUT) }),
      ] as const,
  );

/** One call, told in words when a sequence of them fails. */
function call(told: string, isPossible: (model: Model) => boolean, run: Call['run']): Call {
  return { check: isPossible, run, toString: () => told };
}

type Filled = Partial<Pick<Asked, 'params' | 'body' | 'ifMatch'>>;
type IdOf = (rows: readonly Identified[], wanted: Which) => string;

/** A call with what it needs to know to be filled in when its turn comes; left out while there is nothing to do it to. */
function change<Needs extends object>(
  weight: number,
  name: ChangingName,
  needs: { readonly [Key in keyof Needs]: fc.Arbitrary<Needs[Key]> },
  fill: (needs: Needs, business: PlainBusiness, id: IdOf) => Filled,
) {
  const arbitrary = fc.tuple(fc.record(needs), ownerNo, anyKey, times).map(([wanted, owner, key, count]) => {
    function asked(model: Model): Asked | undefined {
      const { business } = model.owners[owner] ?? {};
      let isThere = true;
      const id: IdOf = (rows, target) => {
        const found = idOf(rows, target, model, owner);
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
      (model) => asked(model) !== undefined,
      async (model, real) => {
        const now = asked(model);
        if (now) await send(model, real, { owner, asked: now, count });
      },
    );
  });
  return { weight, arbitrary };
}

const adding = (weight: number, name: ChangingName, required: Bodies, optional: Bodies = {}) =>
  change(weight, name, { body: bodyOf(required, optional) }, ({ body }) => ({ body }));

const versionOf = (rows: readonly Row[], id: string): number => rows.find((row) => row.id === id)?.version ?? 1;

const changing = (weight: number, name: ChangingName, rows: Rows, fields: Bodies) =>
  change(weight, name, { which, view: inView, body: bodyOf({}, fields) }, (needs, business, id) => {
    const target = id(business[rows], needs.which);
    return {
      params: { id: target },
      body: needs.body,
      ifMatch: ifMatch(needs.view, versionOf(business[rows], target)),
    };
  });

const removing = (weight: number, name: ChangingName, rows: Rows) =>
  change(weight, name, { which, view: inView }, (needs, business, id) => {
    const target = id(business[rows], needs.which);
    return { params: { id: target }, ifMatch: ifMatch(needs.view, versionOf(business[rows], target)) };
  });

const copying = (weight: number, name: ChangingName, rows: Rows) =>
  change(
    weight,
    name,
    { which, body: bodyOf({}, { name: FIELDS.name, factor: FIELDS.factor }) },
    (needs, business, id) => ({
      params: { id: id(business[rows], needs.which) },
      body: needs.body,
    }),
  );

/** Bought things more often than made ones, which soon would lead in circles. */
const components = ({ ingredients, preparations }: PlainBusiness): readonly Row[] => [
  ...ingredients,
  ...ingredients,
  ...preparations,
];

const RECIPES = { dishes: 'dishId', preparations: 'preparationId' } as const;

const line = (weight: number, name: ChangingName, rows: 'dishes' | 'preparations', fields: Bodies) =>
  change(
    weight,
    name,
    { recipe: which, ingredient: which, view: inView, body: bodyOf({}, fields) },
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
        body: needs.body,
        ifMatch: ifMatch(needs.view, held),
      };
    },
  );

const { name, value, percentage, unit, unit_price, sale_price, quantity, month, revenue, orders_count } = FIELDS;
const { average_ticket, update_ticket_only, purchase, conversions, yield_quantity, production_loss } = FIELDS;
const { portions, loss, category, method } = FIELDS;
const lineFields = { quantity, unit: FIELDS.line_unit };
const price = { unit_price, purchase };
const kitchen = { yield: FIELDS.yield, conversions };
const menu = { portions, loss, category, method };
const named = (id: string): Sent => ({ sent: id, means: isId(id) ? id : undefined });

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

const reading = fc.tuple(ownerNo, fc.constantFrom(...(Object.keys(READS) as ViewName[]))).map(([owner, view]) =>
  call(
    `${view} by ${owner}`,
    () => true,
    (model, real) => readOne(model, real, { owner, view }),
  ),
);

/** Building up is commoner than tearing down, or there would be nothing to look at. */
export const anyCall: fc.Arbitrary<Call> = fc.oneof(
  adding(3, 'addFixedCost', { name, value }),
  changing(3, 'changeFixedCost', 'fixedCosts', { name, value }),
  removing(1, 'removeFixedCost', 'fixedCosts'),
  adding(3, 'addVariableCost', { name, percentage }),
  changing(2, 'changeVariableCost', 'variableCosts', { name, percentage }),
  removing(1, 'removeVariableCost', 'variableCosts'),
  adding(4, 'addIngredient', { name, unit, unit_price }, kitchen),
  adding(3, 'addIngredient', { name, unit, purchase }, kitchen),
  adding(1, 'addIngredient', { name, unit }, price),
  changing(4, 'changeIngredient', 'ingredients', { name, unit_price }),
  changing(5, 'changeIngredient', 'ingredients', { name, unit, ...price, ...kitchen }),
  // What a program from before packs says when it renames: the unit and the price that it was shown.
  change(2, 'changeIngredient', { which, body: bodyOf({ name }) }, (needs, business, id) => {
    const target = id(business.ingredients, needs.which);
    const held = business.ingredients.find((row) => row.id === target)?.fields;
    const [shownUnit, shownPrice] = [textOf(held?.['unit'] ?? 'kg'), Number(held?.['unit_price'] ?? 0)];
    const shown = {
      unit: { sent: shownUnit, means: shownUnit },
      // What follows from a pack may be more than anybody may type.
      unit_price: { sent: shownPrice / 10_000, means: shownPrice > 9_999_999_999 ? undefined : shownPrice },
    };
    return { params: { id: target }, body: { ...needs.body, ...shown } };
  }),
  removing(2, 'removeIngredient', 'ingredients'),
  adding(4, 'addPreparation', { name, yield_quantity, yield_unit: unit }, { conversions, method }),
  changing(3, 'changePreparation', 'preparations', { name, yield_quantity, yield_unit: unit, conversions, method }),
  copying(1, 'duplicatePreparation', 'preparations'),
  removing(1, 'removePreparation', 'preparations'),
  change(
    6,
    'addPreparationIngredient',
    { preparation: which, component: which, body: bodyOf({ quantity }, { unit: FIELDS.line_unit }) },
    (needs, business, id) => ({
      params: { preparationId: id(business.preparations, needs.preparation) },
      body: { ingredient_id: named(id(components(business), needs.component)), ...needs.body },
    }),
  ),
  line(3, 'changePreparationIngredient', 'preparations', lineFields),
  line(1, 'removePreparationIngredient', 'preparations', {}),
  adding(5, 'addDish', { name, sale_price }, menu),
  changing(4, 'changeDish', 'dishes', { name, sale_price, ...menu }),
  copying(1, 'duplicateDish', 'dishes'),
  removing(1, 'removeDish', 'dishes'),
  change(
    8,
    'addDishIngredient',
    { dish: which, component: which, body: bodyOf({ quantity }, { unit: FIELDS.line_unit }) },
    (needs, business, id) => ({
      body: {
        dish_id: named(id(business.dishes, needs.dish)),
        ingredient_id: named(id(components(business), needs.component)),
        ...needs.body,
      },
    }),
  ),
  line(4, 'changeDishIngredient', 'dishes', lineFields),
  line(2, 'removeDishIngredient', 'dishes', {}),
  change(2, 'changeBusinessSettings', { view: inView, body: bodyOf({ production_loss }) }, (needs, business) => ({
    body: needs.body,
    ifMatch: ifMatch(needs.view, business.settingsVersion),
  })),
  change(
    5,
    'recordMonthRevenue',
    { view: inView, body: bodyOf({ month, value: revenue, orders_count }) },
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
  // What the screen says after every save of a month: the ticket that follows from the months, no news to anybody.
  change(3, 'stateAverageTicket', {}, (_, business) => {
    const ticket = derivedTicket(business) ?? 0;
    return { body: { average_ticket: { sent: ticket / 10_000, means: ticket } } };
  }),
  { weight: 8, arbitrary: repeat },
  { weight: 5, arbitrary: reading },
);
