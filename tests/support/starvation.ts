import { readFileSync } from 'node:fs';

const EVERY_MS = 20;

/**
 * The time for which processes were ready to run while the processors were busy with others. On an overloaded machine
 * the product may get a twentieth of its time, and then its promises in milliseconds cannot be tested.
 */
export interface Starvation {
  /** The longest wait of a watched process, in ms, between two moments of `performance.now()`. */
  readonly between: (from: number, until: number) => number;
  readonly end: () => void;
}

/**
 * The time for which the main thread of a process has waited for a processor so far, in ms; 0 if the system does not
 * report it.
 */
function waited(pid: number | 'self' | 'thread-self'): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1] ?? 0) / 1_000_000;
  } catch {
    return 0;
  }
}

/** @param pids returns the processes that exist at the moment */
export function watchStarvation(pids: () => readonly (number | 'self')[], read = waited): Starvation {
  const slices: { readonly from: number; readonly until: number; readonly ms: number }[] = [];
  let last = { at: performance.now(), waits: new Map<number | 'self', number>() };

  function look(): void {
    const at = performance.now();
    const waits = new Map(pids().map((pid) => [pid, read(pid)]));
    const grown = Array.from(waits, ([pid, ms]) => ms - (last.waits.get(pid) ?? ms));
    const ms = Math.min(at - last.at, Math.max(0, ...grown));
    if (ms > 1) slices.push({ from: last.at, until: at, ms });
    last = { at, waits };
  }

  look();
  const timer = setInterval(look, EVERY_MS);
  return {
    between(from, until) {
      let sum = 0;
      for (const slice of slices) {
        const shared = Math.min(slice.until, until) - Math.max(slice.from, from);
        if (shared > 0) sum += (slice.ms * shared) / (slice.until - slice.from);
      }
      return sum;
    },
    end: () => clearInterval(timer),
  };
}

/**
 * Starts a stopwatch. The result returns the milliseconds since then in which this thread was not waiting for a
 * processor, because limits in milliseconds do not hold on an overloaded machine.
 */
export function stopwatch(): () => number {
  const moment = (): number => performance.now() - waited('thread-self');
  const began = moment();
  return () => moment() - began;
}
