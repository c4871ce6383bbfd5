import { decide, isRefusal } from '#domain/business/decide.ts';
import { fold } from '#domain/business/evolve.ts';
import { type Business, emptyBusiness } from '#domain/business/state.ts';
import type { BusinessCommand } from '#domain/business/commands.ts';
import { type BusinessChanges, changedRows } from '#projections/read/fold-batch.ts';
import { emptyBusinessWithFigures, computeFigures } from '#read-model/business-with-figures.ts';
import { LIST_NAMES, type ListRow } from '#read-model/list-rows.ts';
import { ownerAnswers } from '#read-model/owner-answers.ts';
import { anyHistory, testId } from '#tests/support/histories.ts';
import { anyStepAtAll } from '#tests/support/arbitraries.ts';
import { runs } from '#tests/support/property-runs.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allRowsOf } from './all-rows.ts';

type BusinessRows = ReturnType<typeof allRowsOf>;

const execute = (state: Business, ...commands: readonly BusinessCommand[]): Business =>
  commands.reduce((before, command) => {
    const decision = decide(before, command);
    if (isRefusal(decision)) throw new Error(decision.refusal);
    return fold(decision, before);
  }, state);

const [flour, cheese, bread, pizza] = [testId('flour'), testId('cheese'), testId('bread'), testId('pizza')];
const smallBusiness = execute(
  emptyBusiness,
  { type: 'OpenBusiness', ownerId: testId('owner') },
  { type: 'AddFixedCost', id: testId('rent'), name: 'Aluguel', value: 35_000_000 },
  { type: 'AddIngredient', id: flour, name: 'Farinha', unit: 'kg', unitPrice: 52_000 },
  { type: 'AddIngredient', id: cheese, name: 'Queijo', unit: 'kg', unitPrice: 389_000 },
  { type: 'AddDish', id: bread, name: 'Pão', salePrice: 80_000 },
  { type: 'AddDish', id: pizza, name: 'Pizza', salePrice: 499_000 },
  { type: 'AddDishIngredient', dishId: bread, ingredientId: flour, quantity: 1_000 },
  { type: 'AddDishIngredient', dishId: pizza, ingredientId: cheese, quantity: 2_500 },
  { type: 'RecordMonthRevenue', month: 2, value: 300_000_000, orders: 900 },
  { type: 'RecordMonthRevenue', month: 1, value: 250_000_000, orders: 800 },
);

/** Returns which rows one more command rewrites, besides those of the business itself. */
function rewritten(command: BusinessCommand): Record<string, string[]> {
  const before = computeFigures(smallBusiness, null);
  const { lists } = changedRows(before, computeFigures(execute(smallBusiness, command), null, before));
  const touched = LIST_NAMES.map((name): [string, string[]] => {
    const { upserts, removals } = lists[name];
    return [name, [...upserts.map((row) => row.id), ...removals.map((id) => `- ${id}`)]];
  });
  return Object.fromEntries(touched.filter(([, ids]) => ids.length > 0));
}

test('a new price rewrites the rows of the dishes with that ingredient and no others', () => {
  expect(rewritten({ type: 'ChangeIngredient', id: flour, unitPrice: 60_000 })).toEqual({
    ingredient: [flour],
    dish: [bread],
  });
});

test('a fixed cost rewrites the rows of all dishes only when it changes the sum', () => {
  expect(rewritten({ type: 'ChangeFixedCost', id: testId('rent'), name: 'Aluguel e IPTU' })).toEqual({
    fixed_cost: [testId('rent')],
  });
  expect(rewritten({ type: 'RemoveFixedCost', id: testId('rent') })).toEqual({
    fixed_cost: [`- ${testId('rent')}`],
    dish: [bread, pizza],
  });
});

test('a removed dish loses its row', () => {
  expect(rewritten({ type: 'RemoveDish', id: pizza })).toEqual({ dish: [`- ${pizza}`] });
});

test('a row of the read model contains the complete answer', () => {
  const { lists, business } = allRowsOf(smallBusiness, 'log:1');
  expect(lists.dish.map(({ body }) => JSON.parse(body) as unknown)).toMatchObject([
    { id: bread, name: 'Pão', sale_price: 8, cmv: 0.572, ingredients: [{ ingredient_name: 'Farinha', cost: 0.52 }] },
    { id: pizza, name: 'Pizza', sale_price: 49.9, cmv: 10.6975 },
  ]);
  expect(JSON.parse(business?.dashboard ?? '')).toMatchObject({ faturamentoMedio: 27_500, position: 'log:1' });
  expect(JSON.parse(ownerAnswers(smallBusiness, null).listMonthRevenues)).toMatchObject([{ month: 1 }, { month: 2 }]);
});

test('a business that was never opened has no rows, and all its answers are empty', () => {
  const { business, lists } = allRowsOf(emptyBusiness, null);
  expect(business).toBeNull();
  expect(Object.values(lists).flat()).toEqual([]);
  expect(ownerAnswers(emptyBusiness, null)).toMatchObject({
    listFixedCosts: '[]',
    listMonthRevenues: '[]',
    listDishes: '[]',
  });
  expect(JSON.parse(ownerAnswers(emptyBusiness, null).dashboard)).toMatchObject({ custosFixos: 0, position: null });
});

/** Returns the rows after the changes have been applied to them. */
function applyChanges(rows: BusinessRows, { business, isErased, lists }: BusinessChanges): BusinessRows {
  if (isErased) return allRowsOf(emptyBusiness, null);
  const list = (name: (typeof LIST_NAMES)[number]): ListRow[] => {
    const byId = new Map(rows.lists[name].map((row) => [row.id, row]));
    for (const id of lists[name].removals) byId.delete(id);
    for (const row of lists[name].upserts) byId.set(row.id, row);
    return [...byId.values()].toSorted((a, b) => a.sequence - b.sequence);
  };
  return {
    business: business ?? rows.business,
    lists: Object.fromEntries(LIST_NAMES.map((name) => [name, list(name)])) as Record<
      (typeof LIST_NAMES)[number],
      ListRow[]
    >,
  };
}

/** Describes how the next events arrive, and whether the process crashes after them. */
const anyBatch = fc.record({
  size: fc.integer({ min: 1, max: 9 }),
  fate: fc.oneof(
    { weight: 6, arbitrary: fc.constant('written') },
    // The next process starts from the checkpoint with an empty cache.
    { weight: 1, arbitrary: fc.constant('crash after the commit') },
    { weight: 1, arbitrary: fc.constant('crash before the commit') },
  ),
});

test('rows updated in batches equal rows made from scratch, whatever the batches and wherever the process crashes', () => {
  fc.assert(
    fc.property(
      anyHistory({ longest: 120, step: anyStepAtAll }),
      fc.infiniteStream(anyBatch),
      ({ changes }, batches) => {
        const events = changes.flatMap((change) => change.events);
        let businessWithFigures = emptyBusinessWithFigures;
        let rows = allRowsOf(emptyBusiness, null);
        for (let from = 0; from < events.length;) {
          const { size, fate } = batches.next().value ?? { size: 1, fate: 'written' };
          const to = from + size;
          const after = computeFigures(
            fold(events.slice(from, to), businessWithFigures.business),
            `log:${to}`,
            businessWithFigures,
          );
          const changed = changedRows(businessWithFigures, after);
          const hasCommitted = fate !== 'crash before the commit';
          if (hasCommitted) {
            rows = applyChanges(rows, changed);
            businessWithFigures = after;
            from = to;
          }
          if (fate !== 'written')
            businessWithFigures = computeFigures(fold(events.slice(0, from)), from === 0 ? null : `log:${from}`);
          const scratch = allRowsOf(fold(events.slice(0, from)), from === 0 ? null : `log:${from}`);
          expect(rows.business).toEqual(scratch.business);
          for (const name of LIST_NAMES)
            expect(rows.lists[name]).toEqual(scratch.lists[name].toSorted((a, b) => a.sequence - b.sequence));
        }
      },
    ),
    runs(40),
  );
});
