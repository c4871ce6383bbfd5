import { logIdOf, type Position, UnknownPosition } from './port.ts';

const DIGITS = 20;

/**
 * `formatPosition('3f…', 42)` → `3f…:00000000000000000042`. The index is the count of an event in the whole log, from
 * 1.
 */
export const formatPosition = (logId: string, index: number | bigint): Position =>
  `${logId}:${String(index).padStart(DIGITS, '0')}`;

/** The index in a position of the log `logId`. @throws UnknownPosition when it is malformed or of another log */
export const parsePosition = (logId: string, position: Position): number => Number(parseDigits(logId, position));

/** The index in a position, of any size. @throws UnknownPosition */
export const parseLargePosition = (logId: string, position: Position): bigint => BigInt(parseDigits(logId, position));

function parseDigits(logId: string, position: Position): string {
  const digits = position.slice(logId.length + 1);
  if (logIdOf(position) !== logId || digits.length !== DIGITS || !/^\d+$/.test(digits))
    throw new UnknownPosition(position, `it is not one of log ${logId}`);
  return digits;
}
