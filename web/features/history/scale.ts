/** The value axis: round numbers a little below the least and above the most. */
export interface Scale {
  readonly min: number;
  readonly max: number;
  readonly tickAmount: number;
}

const STEPS = [1, 2, 2.5, 5, 10];
/** About so many lines across. */
const LINES = 3;

/** (33.9 … 38.9) → 32 … 40 in four steps of 2. What never goes below zero is not drawn as if it could. */
export function scaleOf(values: readonly number[]): Scale {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const spread = most - least || Math.abs(most) * 0.2 || 1;
  const power = 10 ** Math.floor(Math.log10(spread / LINES));
  const step = (STEPS.find((each) => each * power * LINES >= spread) ?? 10) * power;
  const min = Math.floor((least - spread * 0.1) / step) * step;
  const max = Math.ceil((most + spread * 0.1) / step) * step;
  const begin = least >= 0 ? Math.max(0, min) : min;
  return { min: tidy(begin), max: tidy(max), tickAmount: Math.max(1, Math.round((max - begin) / step)) };
}

/** Without the dust of binary fractions. */
const tidy = (value: number): number => Number(value.toPrecision(12));
