import { type Units, unitsFromNumber } from './decimal.ts';

/** The wire has at most four decimals, so nothing is lost; anything else from there would be a broken server. */
export function unitsFromWire(value: number): Units {
  const exact = unitsFromNumber(value);
  if (exact === undefined) throw new RangeError(`not an amount: ${value}`);
  return exact;
}
