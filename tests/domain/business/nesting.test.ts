import type { Preparation } from '#domain/business/recipe/preparation-fields.ts';
import { componentsBelow, nestingFlaw } from '#domain/business/recipe/components.ts';
import { describe, expect, test } from 'vitest';

const line = (ingredientId: string) => ({ ingredientId, quantity: 10_000, ownUnit: null, channels: null, version: 1 });

const preparation = (id: string, uses: readonly string[]): Preparation => ({
  id,
  name: id,
  yieldQuantity: 10_000,
  yieldUnit: 'kg',
  conversions: null,
  method: null,
  lines: uses.map(line),
  version: 1,
  sequence: 1,
});

/** Nine layers of fifty preparations; each uses all fifty of the layer below. */
const LAYERS = 9;
const WIDTH = 50;
const preparationId = (layer: number, index: number): string => `${layer}.${index}`;
const wide = Array.from({ length: LAYERS }, (_, layer) =>
  Array.from({ length: WIDTH }, (_each, index) =>
    preparation(
      preparationId(layer, index),
      layer === 0 ? [] : Array.from({ length: WIDTH }, (_of, at) => preparationId(layer - 1, at)),
    ),
  ),
).flat();
const LINES = (LAYERS - 1) * WIDTH * WIDTH;

/** Preparations that count how many of their lines are read. */
function countReads(preparations: readonly Preparation[]) {
  let reads = 0;
  const rows = preparations.map((each) => {
    const lines = each.lines.map((one) => ({
      ...one,
      get ingredientId() {
        reads += 1;
        return one.ingredientId;
      },
    }));
    return { ...each, lines };
  });
  return { preparations: new Map(rows.map((each) => [each.id, each])), reads: () => reads };
}

const NO_INGREDIENTS = { ingredients: new Map() };

describe('preparations made of preparations', () => {
  test('are searched for cycles once, however many lines are then added to a dish', () => {
    const { preparations, reads } = countReads(wide);
    for (let i = 0; i < 1_000; i += 1)
      expect(nestingFlaw({ ...NO_INGREDIENTS, preparations }, 'prato', preparationId(8, i % WIDTH))).toBeUndefined();
    expect(reads()).toBeGreaterThanOrEqual(LINES);
    expect(reads()).toBeLessThan(4 * LINES);
  });

  test('are checked in a number of steps proportional to their lines', () => {
    const { preparations, reads } = countReads(wide);
    const state = { ...NO_INGREDIENTS, preparations };
    for (let i = 0; i < 20; i += 1) {
      expect(nestingFlaw(state, preparationId(3, i), preparationId(1, i))).toBeUndefined();
      const row = preparations.get(preparationId(3, i));
      if (row) preparations.set(row.id, { ...row, version: row.version + 1 });
    }
    expect(reads()).toBeLessThan(20 * 4 * LINES);
  });

  test('are refused when they form a cycle or more than ten levels', () => {
    const chain = Array.from({ length: 10 }, (_, i) => preparation(`${i}`, i === 0 ? [] : [`${i - 1}`]));
    const preparations = new Map([...chain, preparation('outra', [])].map((each) => [each.id, each]));
    const state = { ...NO_INGREDIENTS, preparations };
    expect(nestingFlaw(state, '2', '4')).toEqual({ flaw: 'cycle', path: ['2', '4', '3', '2'] });
    expect(nestingFlaw(state, '2', '2')).toEqual({ flaw: 'cycle', path: ['2', '2'] });
    expect(nestingFlaw(state, 'outra', '9')).toEqual({ flaw: 'too_deep' });
    expect(nestingFlaw(state, 'outra', '8')).toBeUndefined();
    expect(nestingFlaw(state, 'prato', '9')).toBeUndefined();
    expect(nestingFlaw(state, '0', 'outra')).toEqual({ flaw: 'too_deep' });
    preparations.set('outra', preparation('outra', ['7']));
    expect(nestingFlaw(state, '0', 'outra')).toEqual({
      flaw: 'cycle',
      path: ['0', 'outra', '7', '6', '5', '4', '3', '2', '1', '0'],
    });
  });

  test('are found below a recipe at every level', () => {
    const preparations = new Map(wide.map((each) => [each.id, each]));
    expect(componentsBelow(preparations, [line('2.0'), line('sal')]).size).toBe(2 + 2 * WIDTH);
  });
});
