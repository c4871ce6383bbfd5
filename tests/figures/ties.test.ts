import { fold } from '#domain/business/evolve.ts';
import { decide, isRefusal } from '#domain/business/decide.ts';
import type { SingleCommand } from '#domain/business/commands.ts';
import { type Business, emptyBusiness } from '#domain/business/state.ts';
import { businessFigures } from '#domain/figures/business-figures.ts';
import { createCosting } from '#domain/figures/costing.ts';
import { rounded, shortened, sumOf } from '#domain/fraction.ts';
import { runs } from '#tests/support/property-runs.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { referenceFigures } from '#tests/support/reference/figures.ts';

const execute = (commands: readonly SingleCommand[], before: Business): Business =>
  commands.reduce((state, command) => {
    const decision = decide(state, command);
    if (isRefusal(decision)) throw new Error(JSON.stringify(decision));
    return fold(decision, state);
  }, before);

const isPrime = (n: number): boolean => {
  for (let each = 2; each * each <= n; each += 1) if (n % each === 0) return false;
  return true;
};

const primeFrom = (start: number): number => {
  let prime = start;
  while (!isPrime(prime)) prime += 1;
  return prime;
};

interface Pack {
  readonly price: number;
  readonly size: number;
  readonly used: number;
}

const anyPack = fc
  .record({
    price: fc.integer({ min: 1, max: 9_999_999 }),
    from: fc.integer({ min: 1_000, max: 90_000_000 }),
    part: fc.double({ min: 0.1, max: 0.9, noNaN: true }),
  })
  .map(({ price, from, part }): Pack => {
    const size = primeFrom(from);
    return { price, size, used: Math.max(1, Math.floor(size * part)) };
  });

const PREPARATION = { type: 'AddPreparation', yieldQuantity: 10_000, yieldUnit: 'un' } as const;

/**
 * Recipe A uses a part of each pack and B the rest, so the cost of each has every prime as a denominator, and together
 * they cost exactly the whole packs. Half of R$ 0,0001 on top of that lies halfway between two ten-thousandths.
 */
function tieOf(packs: readonly Pack[], isOnTie: boolean): Business {
  const half = isOnTie ? 5_000 : 4_999;
  const commands: readonly SingleCommand[] = [
    { type: 'ChangeBusinessSettings', productionLoss: 0 },
    { ...PREPARATION, id: 'a', name: 'a' },
    { ...PREPARATION, id: 'b', name: 'b' },
    { type: 'AddIngredient', id: 'sal', name: 'sal', unit: 'g', unitPrice: 1 },
    ...packs.flatMap(({ price, size, used }, i): SingleCommand[] => {
      const id = `pacote ${i}`;
      const pack = { price, quantity: size, unit: 'g', label: null };
      return [
        { type: 'AddIngredient', id, name: id, unit: 'g', pack },
        { type: 'AddPreparationIngredient', preparationId: 'a', ingredientId: id, quantity: used },
        { type: 'AddPreparationIngredient', preparationId: 'b', ingredientId: id, quantity: size - used },
      ];
    }),
    { type: 'AddDish', id: 'prato', name: 'prato', salePrice: 1_000_000 },
    { type: 'AddDishIngredient', dishId: 'prato', ingredientId: 'a', quantity: 10_000 },
    { type: 'AddDishIngredient', dishId: 'prato', ingredientId: 'b', quantity: 10_000 },
    { type: 'AddDishIngredient', dishId: 'prato', ingredientId: 'sal', quantity: half },
  ];
  return execute(commands, { ...emptyBusiness, ownerId: 'dono' });
}

describe('figures whose exact value lies near the middle of two ten-thousandths', () => {
  test.each([
    ['exactly on it', true],
    ['just below it', false],
  ])('equal those of exact fractions when it lies %s', (_where, isOnTie) => {
    fc.assert(
      fc.property(fc.array(anyPack, { minLength: 1, maxLength: 12 }), (packs) => {
        const business = tieOf(packs, isOnTie);
        const { dishes, ...figures } = businessFigures(business);
        expect({ ...figures, dishes: [...dishes] }).toEqual(referenceFigures(business));
        const whole = packs.reduce((sum, { price }) => sum + price, 0);
        expect(dishes.get('prato')?.cmv).toBe(whole + (isOnTie ? 1 : 0));
      }),
      runs(40),
    );
  });

  test('are computed with fractions of at most 1,024 bits for fifty packs in nested preparations', () => {
    const packs = Array.from({ length: 50 }, (_, i): Pack => {
      const size = primeFrom(90_000_000 + i * 1_000);
      return { price: 9_999_991 - i, size, used: Math.floor(size / 3) };
    });
    const levels = Array.from({ length: 8 }, (_, i): readonly SingleCommand[] => [
      { ...PREPARATION, id: `nivel ${i}`, name: 'nivel', yieldQuantity: primeFrom(70_000 + i * 100) },
      ...[i === 0 ? 'a' : `nivel ${i - 1}`, ...packs.map((_pack, at) => `pacote ${at}`)].map(
        (ingredientId): SingleCommand => ({
          type: 'AddPreparationIngredient',
          preparationId: `nivel ${i}`,
          ingredientId,
          quantity: 12_347,
        }),
      ),
    ]);
    const business = execute(levels.flat(), tieOf(packs, true));
    const { n = 0n, d = 1n } = createCosting(business).preparation('nivel 7')?.unitCost.exact() ?? {};
    expect(n).toBeGreaterThan(0n);
    expect(n.toString(2).length + d.toString(2).length).toBeLessThanOrEqual(1_024);
  });
});

describe('a computed fraction', () => {
  const tie = (distance: bigint) => ({ n: 5n * 10n ** 40n + distance, d: 10n ** 40n });

  test('within 10⁻³⁰ of halfway is rounded as if it were exactly halfway', () => {
    const half = { n: 25n * 10n ** 39n, d: 10n ** 40n };
    expect(rounded(half)).toBe(3n);
    expect(rounded({ ...half, n: half.n - 10n ** 9n })).toBe(3n);
    expect(rounded({ ...half, n: half.n - 10n ** 12n })).toBe(2n);
    expect(rounded({ ...half, n: -half.n + 10n ** 9n })).toBe(-3n);
    expect(rounded(tie(0n))).toBe(5n);
  });

  test('is zero when the sum of its terms is less than 10⁻³⁰', () => {
    const third = (n: bigint) => ({ n, d: 3n * 10n ** 40n });
    const one = third(10n ** 40n);
    expect(sumOf([one, { n: -one.n * 7n, d: one.d * 7n }]).n).toBe(0n);
    expect(sumOf([one, { n: (-one.n + 1n) * 7n, d: one.d * 7n }]).n).toBe(0n);
    expect(sumOf([one, { n: (-one.n + 10n ** 12n) * 7n, d: one.d * 7n }]).n).not.toBe(0n);
  });

  test('with too many digits is shortened to its first 76 digits', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 400n), fc.bigInt(1n, 10n ** 400n), (n, d) => {
        const short = shortened({ n, d });
        const difference = n * short.d - short.n * d;
        const size = difference < 0n ? -difference : difference;
        expect(size * 10n ** 75n).toBeLessThanOrEqual(n * short.d);
      }),
      runs(200),
    );
  });
});
