import { toSafeNumber, divideRounded, SCALE, type TenThousandths } from '../decimal.ts';

/**
 * Rates of Simples Nacional on revenue: annexes I (trade, most restaurants), II (industry) and III (services) of Lei
 * Complementar 123/2006 as amended by LC 155/2016, in force since 1 January 2018; looked up in November 2026.
 */
export const SIMPLES_SOURCE = { law: 'Lei Complementar 123/2006, anexos I, II e III', since: '2018-01-01' } as const;

export type SimplesAnnex = keyof typeof ANNEXES;

interface Band {
  /** Revenue of the last 12 months, up to and including this amount. */
  readonly upTo: TenThousandths;
  /** The nominal rate in percent. */
  readonly nominal: TenThousandths;
  /** The "parcela a deduzir", in reais. */
  readonly deduction: TenThousandths;
}

const fromReais = (reais: number): TenThousandths => reais * SCALE;
const fromTenthsOfPercent = (tenths: number): TenThousandths => (tenths * SCALE) / 10;

/** Upper ends of the bands, in reais. */
const UP_TO = [180_000, 360_000, 720_000, 1_800_000, 3_600_000, 4_800_000] as const;

type SixBands = readonly [tenthsOfPercent: number, deduction: number][] & { readonly length: 6 };

const bands = (rates: SixBands): readonly Band[] =>
  UP_TO.map((upTo, i) => {
    const [nominal = 0, deduction = 0] = rates[i] ?? [];
    return { upTo: fromReais(upTo), nominal: fromTenthsOfPercent(nominal), deduction: fromReais(deduction) };
  });

/** Nominal rates in tenths of a percent, deductions in reais. */
const ANNEXES = {
  I: bands([
    [40, 0],
    [73, 5_940],
    [95, 13_860],
    [107, 22_500],
    [143, 87_300],
    [190, 378_000],
  ]),
  II: bands([
    [45, 0],
    [78, 5_940],
    [100, 13_860],
    [112, 22_500],
    [147, 85_500],
    [300, 720_000],
  ]),
  III: bands([
    [60, 0],
    [112, 9_360],
    [135, 17_640],
    [160, 35_640],
    [210, 125_640],
    [330, 648_000],
  ]),
} as const;

/** Revenue beyond this amount in 12 months ends the Simples regime. */
export const SIMPLES_LIMIT: TenThousandths = fromReais(4_800_000);

/** The revenue beyond which ICMS and ISS are paid separately and are not part of these rates. */
export const SIMPLES_SUBLIMIT: TenThousandths = fromReais(3_600_000);

/**
 * The share of every sale that goes to Simples: (revenue × nominal − deduction) ÷ revenue, in percent. In annex I with
 * R$ 400.000,00: (400.000 × 9,5 % − 13.860) ÷ 400.000 = 6,035 %. While there is no revenue yet, it is the first nominal
 * rate.
 * @param revenue of the last 12 months
 * @returns undefined beyond the limit
 */
export function effectiveSimplesRate(revenue: TenThousandths, annex: SimplesAnnex): TenThousandths | undefined {
  const band = ANNEXES[annex].find(({ upTo }) => revenue <= upTo);
  if (!band) return undefined;
  if (revenue === 0) return band.nominal;
  const [revenueUnits, hundredPercent] = [BigInt(revenue), BigInt(fromReais(100))];
  return toSafeNumber(
    divideRounded(revenueUnits * BigInt(band.nominal) - BigInt(band.deduction) * hundredPercent, revenueUnits),
  );
}
