import { quantile } from '../bench/statistics.ts';

/** One measurement: when it was due, in seconds from the beginning, and how long it took from then, in milliseconds. */
interface Measured {
  readonly at: number;
  readonly took: number;
}

/** What the load has seen. */
export class LoadRecord {
  /** Reads, from when each was due. */
  readonly reads: Measured[] = [];
  /** From when a change was due until its owner has read it. */
  readonly seen: Measured[] = [];
  readonly memory: { readonly at: number; readonly megabytes: number }[] = [];
  /** Milliseconds by which the generator itself was late in beginning. */
  readonly late: number[] = [];
  staleReads = 0;
  /** Answers of 500 and more, by what they said. */
  readonly serverErrors = new Map<string, number>();
  /** Anything else that is no success, by what it was. */
  readonly otherFailures = new Map<string, number>();
  changes = 0;

  /** An answer that was not wanted, or none. */
  failed(what: string, status = 0): void {
    const kind = status >= 500 ? this.serverErrors : this.otherFailures;
    kind.set(what, (kind.get(what) ?? 0) + 1);
  }
}

export const sumOf = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].reduce((sum, count) => sum + count, 0);

/** A curve: one point for each window that has anything in it, at its middle. */
export function curve(all: readonly Measured[], share: number, windowSeconds: number): { at: number; value: number }[] {
  const windows = new Map<number, number[]>();
  for (const { at, took } of all) {
    const window = Math.floor(at / windowSeconds);
    const held = windows.get(window);
    if (held) held.push(took);
    else windows.set(window, [took]);
  }
  return [...windows]
    .toSorted(([a], [b]) => a - b)
    .map(([window, values]) => ({ at: (window + 0.5) * windowSeconds, value: quantile(values, share) }));
}
