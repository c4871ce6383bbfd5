import { describe, expect, test } from 'vitest';
import { SIMPLES_LIMIT, SIMPLES_SUBLIMIT, effectiveSimplesRate, type SimplesAnnex } from '#domain/figures/simples.ts';

const R = (reais: number): number => Math.round(reais * 10_000);

/** The bands in the law: upper limit of revenue in R$, nominal rate in percent, deduction in R$. */
const LAW = {
  I: [
    [180_000, 4, 0],
    [360_000, 7.3, 5_940],
    [720_000, 9.5, 13_860],
    [1_800_000, 10.7, 22_500],
    [3_600_000, 14.3, 87_300],
    [4_800_000, 19, 378_000],
  ],
  II: [
    [180_000, 4.5, 0],
    [360_000, 7.8, 5_940],
    [720_000, 10, 13_860],
    [1_800_000, 11.2, 22_500],
    [3_600_000, 14.7, 85_500],
    [4_800_000, 30, 720_000],
  ],
  III: [
    [180_000, 6, 0],
    [360_000, 11.2, 9_360],
    [720_000, 13.5, 17_640],
    [1_800_000, 16, 35_640],
    [3_600_000, 21, 125_640],
    [4_800_000, 33, 648_000],
  ],
} as const satisfies Record<SimplesAnnex, readonly (readonly [number, number, number])[]>;

const CASES = (Object.keys(LAW) as SimplesAnnex[]).flatMap((annex) =>
  LAW[annex].map((band) => [annex, ...band] as const),
);

test.each(CASES)(
  'the rate of Simples annex %s at R$ %i is that of %f percent less R$ %i',
  (annex, upTo, nominal, deduction) => {
    const exact = ((upTo * nominal) / 100 - deduction) / upTo;
    expect(effectiveSimplesRate(R(upTo), annex)).toBe(R(exact * 100));
  },
);

describe('the effective rate of Simples', () => {
  test.each(['I', 'II', 'III'] as const)(
    'rises by a cent of revenue in every band of annex %s, falls above the sublimit, and does not exist above the limit',
    (annex) => {
      const steps = LAW[annex].map(
        ([upTo]) => [effectiveSimplesRate(R(upTo), annex), effectiveSimplesRate(R(upTo) + 100, annex)] as const,
      );
      const goesUp = steps.map(([at = 0, beyond]) => (beyond === undefined ? 'none' : beyond >= at ? 'up' : 'down'));
      // Above the sublimit ICMS and ISS are paid separately, so the rate falls; above the limit there is
      // no rate.
      expect(goesUp).toEqual(['up', 'up', 'up', 'up', 'down', 'none']);
      expect([SIMPLES_SUBLIMIT, SIMPLES_LIMIT]).toEqual(LAW[annex].slice(4).map(([upTo]) => R(upTo)));
    },
  );

  test('is rounded once in a worked example', () => {
    expect(effectiveSimplesRate(R(400_000), 'I')).toBe(R(6.035));
    // (300.000 × 7,3 % − 5.940) ÷ 300.000 = 5,32 %. The rate for 333.333,33 has endless decimals.
    expect(effectiveSimplesRate(R(300_000), 'I')).toBe(R(5.32));
    expect(effectiveSimplesRate(R(333_333.33), 'I')).toBe(R(5.518));
  });

  test('is that of the first band when there is no revenue', () => {
    expect(effectiveSimplesRate(0, 'I')).toBe(R(4));
    expect(effectiveSimplesRate(0, 'III')).toBe(R(6));
  });

  test('never falls with growing revenue, up to the sublimit', () => {
    for (const annex of ['I', 'II', 'III'] as const) {
      let last = 0;
      for (let earned = 0; earned <= 3_600_000; earned += 20_000) {
        const rate = effectiveSimplesRate(R(earned), annex) ?? 0;
        expect(rate).toBeGreaterThanOrEqual(last);
        last = rate;
      }
    }
  });
});
