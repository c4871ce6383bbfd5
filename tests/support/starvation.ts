import { readFileSync } from 'node:fs';

const EVERY_MS = 20;

/**
 * For how long processes stood ready to run while the processors were with others: on a machine that has too much to do
 * the product may get a twentieth of its time, and what it promises in milliseconds is no promise about that.
 */
export interface Starvation {
  /** Milliseconds between two moments of `performance.now()`; of all processes watched the one that waited longest. */
  readonly between: (from: number, until: number) => number;
  readonly end: () => void;
}

/** For how long the main thread of a process has stood in line so far, in ms; 0 where the system does not tell. */
function waited(pid: number | 'self' | 'thread-self'): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1] ?? 0) / 1_000_000;
  } catch {
    return 0;
  }
}

/** @param pids of the processes there are at the moment */
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
 * Begins to measure. What it returns tells the milliseconds since then in which this thread was not standing in line for a
 * processor: what is promised in milliseconds is no promise about a machine that has too much else to do.
 */
export function stopwatch(): () => number {
  const moment = (): number => performance.now() - waited('thread-self');
  const began = moment();
  return () => moment() - began;
}
