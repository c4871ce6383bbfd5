/** The axis ends at round numbers around what is drawn, and has zero among its steps. */
export function roundAxis(least: number, most: number): { min: number; max: number; tickAmount: number } {
  const span = most - least || 1;
  const power = 10 ** Math.floor(Math.log10(span));
  const step = [0.2, 0.5, 1, 2].map((part) => part * power).find((size) => span / size <= 5) ?? 2 * power;
  const [first, last] = [Math.floor(least / step + 1e-9), Math.ceil(most / step - 1e-9)];
  return { min: first * step, max: last * step, tickAmount: last - first };
}
