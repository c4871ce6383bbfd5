import type { SingleCommand } from '#domain/business/commands.ts';
import { decide, isRefusal } from '#domain/business/decide.ts';
import { fold } from '#domain/business/evolve.ts';
import type { Business } from '#domain/business/state.ts';
import { simulateCommands } from '#domain/consequences/simulate-commands.ts';
import { dishConsequences } from '#domain/consequences/dish-consequences.ts';
import { amountOf, commandOf, type ChangeableKind, simulateByPercent } from '#domain/consequences/simulated-amount.ts';
import { businessFigures } from '#domain/figures/business-figures.ts';
import { PRICE_GRAINS } from '#domain/figures/price-grain.ts';
import { added, fixedCost, given, month, pricedDish, units, uses, variableCost } from '#tests/support/given.ts';
import { anyHistory } from '#tests/support/histories.ts';
import { runs } from '#tests/support/property-runs.ts';
import { anyStep } from '#tests/support/arbitraries.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const reprice = (id: string, unitPrice: number): SingleCommand => ({
  type: 'ChangeIngredient',
  id,
  unitPrice: units(unitPrice),
});

const bakery = given(
  added('farinha', 4),
  added('queijo', 40),
  variableCost('taxas', 10),
  fixedCost('aluguel', 1000),
  month(1, 10_000, 500),
  pricedDish('pão', 10, uses('farinha', 0.5)),
  pricedDish('pão de queijo', 10, uses('farinha', 0.2), uses('queijo', 0.1)),
  pricedDish('pizza', 40, uses('farinha', 0.3), uses('queijo', 0.3)),
  pricedDish('sem preço', 0, uses('queijo', 1)),
).state;

const after = (...commands: readonly SingleCommand[]): Business => simulateCommands(bakery, commands).after;
const effectsOf = (business: Business) =>
  dishConsequences({ before: bakery, after: business }).map((each) => [
    each.dish.name,
    each.before.contributionMargin / 10_000,
    each.after.contributionMargin / 10_000,
    each.warning,
  ]);

describe('the consequences of a change for dishes', () => {
  test('begin with the largest difference and omit dishes without a price or without the ingredient', () => {
    // Cheese 40 → 50: 0,3 kg × 10 × 1,10 = 3,30 less on the pizza, 1,10 less on the cheese bread.
    expect(effectsOf(after(reprice('queijo', 50)))).toEqual([
      ['pizza', 21.48, 18.18, undefined],
      ['pão de queijo', 3.72, 2.62, 'low_margin'],
    ]);
  });

  test('warn of a new loss, and not of one that existed before', () => {
    // Cheese at R$ 70 lowers the margin of the cheese bread from 3,72 to 0,42, and 1,00 of fixed costs is subtracted
    // from it.
    const sunk = after(reprice('queijo', 70));
    expect(effectsOf(sunk)).toContainEqual(['pão de queijo', 3.72, 0.42, 'sold_at_loss']);
    const worse = simulateCommands(sunk, [reprice('queijo', 71)]).after;
    expect(dishConsequences({ before: sunk, after: worse }).map(({ warning }) => warning)).toEqual([
      undefined,
      undefined,
    ]);
  });

  test('are empty when no figure changes', () => {
    expect(effectsOf(after())).toEqual([]);
    expect(effectsOf(after(reprice('queijo', 40)))).toEqual([]);
    expect(effectsOf(after({ type: 'ChangeIngredient', id: 'queijo', name: 'muçarela' }))).toEqual([]);
  });

  test('include all priced dishes for a change of a cost', () => {
    expect(effectsOf(after({ type: 'ChangeVariableCost', id: 'taxas', percentage: units(20) }))).toEqual([
      ['pizza', 21.48, 17.48, undefined],
      ['pão', 6.8, 5.8, undefined],
      ['pão de queijo', 3.72, 2.72, 'low_margin'],
    ]);
  });
});

/** Steps at the end of a history that are single changes. */
const anyPlan = fc
  .tuple(anyHistory({ longest: 60 }), fc.array(anyStep, { minLength: 1, maxLength: 8 }))
  .map(([{ state }, steps]) => ({
    state,
    commands: steps.flatMap((step, i) => (step(state, `new ${i}`) as SingleCommand | undefined) ?? []),
  }));

describe('any preview of a change', () => {
  test('equals the state and the figures after the change is made', () => {
    fc.assert(
      fc.property(anyPlan, ({ state, commands }) => {
        const tried = simulateCommands(state, commands);
        const done = decide(state, { type: 'ApplyChangeSet', commands: tried.changes });
        if (isRefusal(done)) throw new Error(`refused: ${done.refusal}`);
        const real = fold(done, state);
        expect(tried.after).toEqual(real);
        const [before, now] = [businessFigures(state), businessFigures(real)];
        const expected = [...real.dishes.keys()].filter((id) => {
          const [a, b] = [before.dishes.get(id), now.dishes.get(id)];
          return (
            a !== undefined &&
            (a.netProfit !== b?.netProfit ||
              a.contributionMargin !== b.contributionMargin ||
              a.contributionMarginPercentage !== b.contributionMarginPercentage)
          );
        });
        const consequences = dishConsequences({ before: state, after: tried.after });
        const figuresBeforeAfter = { before: before.dishes, after: now.dishes };
        expect(dishConsequences({ before: state, after: tried.after, figuresBeforeAfter: figuresBeforeAfter })).toEqual(
          consequences,
        );
        expect(consequences.map(({ dish }) => dish.id).toSorted()).toEqual(expected.toSorted());
        for (const each of consequences) {
          expect(each.before).toEqual(before.dishes.get(each.dish.id));
          expect(each.after).toEqual(now.dishes.get(each.dish.id));
        }
        const sizes = consequences.map((each) => Math.abs(each.after.netProfit - each.before.netProfit));
        expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
      }),
      runs(300),
    );
  });

  test('does not modify the business', () => {
    fc.assert(
      fc.property(anyPlan, ({ state, commands }) => {
        const copy = structuredClone(state);
        simulateCommands(state, commands);
        expect(state).toEqual(copy);
      }),
      runs(60),
    );
  });

  test('separates effective changes from unchanged and refused ones', () => {
    const unknown = reprice('fubá', 3);
    expect(simulateCommands(bakery, [reprice('queijo', 50), reprice('farinha', 4), unknown])).toMatchObject({
      changes: [reprice('queijo', 50)],
      misfits: [{ command: unknown, because: { refusal: 'ingredient_unknown' } }],
    });
  });
});

describe('an amount that is tried', () => {
  const simulated = (kind: ChangeableKind, id: string, to: number) => ({ kind, id, from: 0, to: units(to) });

  test.each<[string, ReturnType<typeof simulated>, SingleCommand]>([
    ['the price of an ingredient', simulated('ingredient', 'queijo', 45), reprice('queijo', 45)],
    ['the price of a dish', simulated('dish', 'pão', 12), { type: 'ChangeDish', id: 'pão', salePrice: units(12) }],
    [
      'a fixed cost',
      simulated('fixedCost', 'aluguel', 900),
      { type: 'ChangeFixedCost', id: 'aluguel', value: units(900) },
    ],
    [
      'a variable cost',
      simulated('variableCost', 'taxas', 8),
      { type: 'ChangeVariableCost', id: 'taxas', percentage: units(8) },
    ],
    // 500 orders in R$ 10.000, so 575 in R$ 11.500.
    [
      'the revenue of a month with orders',
      simulated('month', '1', 11_500),
      { type: 'RecordMonthRevenue', month: 1, value: units(11_500), orders: 575 },
    ],
    [
      'the revenue of a month without orders',
      simulated('month', '2', 5000),
      { type: 'RecordMonthRevenue', month: 2, value: units(5000), orders: 0 },
    ],
  ])('as %s becomes the command that saves it', (_what, given_, command) => {
    expect(commandOf(given_, bakery)).toEqual(command);
    expect(amountOf(given_, simulateCommands(bakery, [command]).after)).toBe(given_.to);
  });

  test.each<[number, number, number]>([
    [38.9, 8, 42.01],
    [0.0385, 8, 0.0416],
    [0.75, 8, 0.81],
    [12.3456, 10, 13.5802],
    [10, -100, 0],
    [10, -12.5, 8.75],
    [999_999, 50, 999_999.9999],
  ])('of R$ %d with %d %% more becomes R$ %d', (amount, percentage, to) => {
    const [moved] = simulateByPercent([{ kind: 'ingredient', id: 'x', amount: units(amount) }], {
      percentage: units(percentage),
    });
    expect(moved).toEqual({ kind: 'ingredient', id: 'x', from: units(amount), to: units(to) });
  });

  test('of a dish is rounded up to the next usual price', () => {
    const dishes = [49.9, 50, 0].map((price, i) => ({ kind: 'dish' as const, id: String(i), amount: units(price) }));
    const moved = simulateByPercent(dishes, { percentage: units(5), grain: PRICE_GRAINS.endingInNinety });
    expect(moved.map(({ id, to }) => [id, to])).toEqual([
      ['0', units(52.9)],
      ['1', units(52.9)],
    ]);
  });
});
