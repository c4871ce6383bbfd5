import type { ViewName } from '#contract/owner.ts';
import fc from 'fast-check';
import type { Asked, ChangingName } from './asked.ts';
import { type Model, readOne, type Real, send } from './exchange.ts';
import { derivedTicket, READS } from './plain-answers.ts';
import { isId } from './plain-api.ts';
import type { PlainBusiness, Row } from './plain-business.ts';
import { FIELDS, type Sent } from './sent-values.ts';
import { anyKey, type Identified, idOf, ifMatch, inView, keyOf, which, type Which } from './targets.ts';

type Call = fc.AsyncCommand<Model, Real>;
type Bodies = Readonly<Record<string, fc.Arbitrary<Sent>>>;
type Rows = 'fixedCosts' | 'variableCosts' | 'ingredients' | 'dishes';

const ownerNo = fc.constantFrom(0, 0, 0, 1);
/** How often it is sent at the same time; without a key every time would be a change of its own. */
const times = fc.constantFrom(1, 1, 1, 3);

/** A body of which required fields are hardly ever left out, and optional ones often. */
const bodyOf = (fields: Bodies, leftOut: { readonly weight: number }): fc.Arbitrary<Record<string, Sent>> =>
  fc.record(
    Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [
        name,
        fc.oneof(
          { weight: 30, arbitrary: value },
          { weight: leftOut.weight, arbitrary: fc.constant<Sent>({ sent: undefined, means: undefined }) },
        ),
      ]),
    ),
  );
const required = { weight: 1 };
const optional = { weight: 20 };

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

const adding = (weight: number, name: ChangingName, fields: Bodies) =>
  change(weight, name, { body: bodyOf(fields, required), view: fc.constantFrom('none', 'none', 0) }, ({ body }) => ({
    body,
  }));

const versionOf = (rows: readonly Row[], id: string): number => rows.find((row) => row.id === id)?.version ?? 1;

const changing = (weight: number, name: ChangingName, rows: Rows, fields: Bodies) =>
  change(weight, name, { which, view: inView, body: bodyOf(fields, optional) }, (needs, business, id) => {
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

const line = (weight: number, name: ChangingName, fields: Bodies) =>
  change(
    weight,
    name,
    { dish: which, ingredient: which, view: inView, body: bodyOf(fields, required) },
    (needs, business, id) => {
      const withLines = business.dishes.filter(({ lines }) => lines.length > 0);
      const dishId = id(withLines, needs.dish);
      const lines = business.dishes.find((dish) => dish.id === dishId)?.lines ?? [];
      const ingredientId = id(
        lines.map((each) => ({ id: each.ingredientId })),
        needs.ingredient,
      );
      const held = lines.find((each) => each.ingredientId === ingredientId)?.version ?? 1;
      return { params: { dishId, ingredientId }, body: needs.body, ifMatch: ifMatch(needs.view, held) };
    },
  );

const { name, value, percentage, unit, unit_price, sale_price, quantity, month, revenue, orders_count } = FIELDS;
const { average_ticket, update_ticket_only } = FIELDS;
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
  adding(6, 'addIngredient', { name, unit, unit_price }),
  // Another unit has rules of its own, which have tests of their own.
  changing(4, 'changeIngredient', 'ingredients', { name, unit_price }),
  removing(2, 'removeIngredient', 'ingredients'),
  adding(5, 'addDish', { name, sale_price }),
  changing(4, 'changeDish', 'dishes', { name, sale_price }),
  removing(1, 'removeDish', 'dishes'),
  change(
    8,
    'addDishIngredient',
    { dish: which, ingredient: which, body: bodyOf({ quantity }, required) },
    (needs, business, id) => ({
      body: {
        dish_id: named(id(business.dishes, needs.dish)),
        ingredient_id: named(id(business.ingredients, needs.ingredient)),
        ...needs.body,
      },
    }),
  ),
  line(3, 'changeDishIngredient', { quantity }),
  line(2, 'removeDishIngredient', {}),
  change(
    5,
    'recordMonthRevenue',
    { view: inView, body: bodyOf({ month, value: revenue, orders_count }, required) },
    (needs, business) => ({
      body: needs.body,
      ifMatch: ifMatch(
        needs.view,
        business.months.find((row) => row.month === needs.body['month']?.means)?.version ?? 0,
      ),
    }),
  ),
  change(2, 'stateAverageTicket', { body: bodyOf({ average_ticket, update_ticket_only }, required) }, ({ body }) => ({
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
