import { quantile } from '../bench/measuring.ts';

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

const TENTHS = 10;

/** How it went over time: a line for each tenth of it. */
export function courseOf({ reads, seen, memory }: LoadRecord, seconds: number): readonly string[] {
  const length = seconds / TENTHS;
  return Array.from({ length: TENTHS }, (_, tenth) => {
    const isIn = ({ at }: { readonly at: number }): boolean => Math.floor(at / length) === tenth;
    const p99 = (all: readonly Measured[]): string => {
      const times = all.filter(isIn).map(({ took }) => took);
      return times.length === 0 ? '–' : `${quantile(times, 0.99).toFixed(1)} ms`;
    };
    const megabytes = memory.findLast(isIn)?.megabytes.toFixed(0) ?? '–';
    return `from ${(tenth * length).toFixed(0)} s: p99 of reads ${p99(reads)}, of changes seen ${p99(seen)}, ${megabytes} MB`;
  });
}
