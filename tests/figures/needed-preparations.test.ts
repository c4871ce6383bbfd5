import { describe, expect, test } from 'vitest';
import type { Preparation, RecipeLine } from '#domain/business/state.ts';
import { neededPreparations, multiplyAmount, factorFraction } from '#domain/figures/needed-preparations.ts';

const line = (ingredientId: string, quantity: number, ownUnit: string | null = null): RecipeLine => ({
  ingredientId,
  quantity,
  ownUnit,
  channels: null,
  version: 1,
});

const preparationOf = (
  id: string,
  [yieldQuantity, yieldUnit]: readonly [number, string],
  ...lines: RecipeLine[]
): Preparation => ({
  id,
  name: id,
  yieldQuantity,
  yieldUnit,
  conversions: null,
  method: null,
  lines,
  version: 1,
  sequence: 1,
});

const kitchenOf = (...preparations: readonly Preparation[]) => ({
  ingredients: new Map(),
  preparations: new Map(preparations.map((each) => [each.id, each])),
});

/** The starter is used in the dough and in the glaze, and both are used in the bun. */
const bakery = kitchenOf(
  preparationOf('massa', [20_000, 'kg'], line('fermento', 2_000_000, 'g')),
  preparationOf('fermento', [10_000, 'kg'], line('farinha', 5_000)),
  preparationOf('calda', [10_000, 'l'], line('fermento', 1_000), line('sumida', 10_000)),
);

const needed = (lines: readonly RecipeLine[], times: number, kitchen = bakery) =>
  neededPreparations([{ lines, times: factorFraction(times) }], kitchen).map(({ preparation, quantity }) => [
    preparation.id,
    quantity,
  ]);

describe('the preparations that a recipe needs', () => {
  test('are summed over all recipes that use them, users first, in the unit that each preparation yields', () => {
    // 2 × 350 g of dough are 0,7 kg, with 70 g of starter; 2 × 0,5 l of glaze have 100 g of it, and 2 × 10 g
    // are added
    // directly.
    const bun = [line('fermento', 100_000, 'g'), line('calda', 5_000), line('massa', 3_500_000, 'g')];
    expect(needed(bun, 20_000)).toEqual([
      ['calda', 10_000],
      ['massa', 7_000],
      ['fermento', 1_900],
    ]);
  });

  test('are an exact part of a batch when the recipe needs a part', () => {
    const third = neededPreparations([{ lines: [line('fermento', 10_000)], times: { n: 1n, d: 3n } }], bakery);
    expect(third.map(({ quantity, times }) => [quantity, multiplyAmount(30_000, times)])).toEqual([[3_333, 10_000]]);
    expect(multiplyAmount(30_000, { n: 1n, d: 3n })).toBe(10_000);
  });

  test('do not include bought ingredients, removed preparations or lines in a unit that does not convert', () => {
    expect(needed([line('farinha', 10_000), line('sumida', 10_000)], 10_000)).toEqual([]);
    expect(needed([line('massa', 10_000, 'fatia')], 10_000)).toEqual([]);
  });

  test('are found through ten levels that use each other twice, without following every path', () => {
    const levels = Array.from({ length: 10 }, (_, i) =>
      preparationOf(`${i}`, [10_000, 'kg'], line(`${i + 1}`, 10_000), ...(i < 8 ? [line(`${i + 2}`, 10_000)] : [])),
    );
    // Each level is needed as often as the two before it together: 1, 1, 2, 3, 5 …
    expect(needed([line('0', 10_000)], 10_000, kitchenOf(...levels)).map(([, quantity]) => quantity)).toEqual(
      [1, 1, 2, 3, 5, 8, 13, 21, 34, 55].map((number) => number * 10_000),
    );
  });
});
