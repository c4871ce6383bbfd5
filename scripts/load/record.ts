import { quantile } from '../bench/measuring.ts';

/** One measurement: when it was due, in seconds from the beginning, and how long it took from then, in milliseconds. */
interface Sample {
  readonly at: number;
  readonly took: number;
}

/** What the load has seen. */
export class LoadRecord {
  /** Reads, from when each was due. */
  readonly reads: Sample[] = [];
  /** From when a change was due until its owner has read it. */
  readonly seen: Sample[] = [];
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
    const p99 = (all: readonly Sample[]): string => {
      const times = all.filter(isIn).map(({ took }) => took);
      return times.length === 0 ? '–' : `${quantile(times, 0.99).toFixed(1)} ms`;
    };
    const megabytes = memory.findLast(isIn)?.megabytes.toFixed(0) ?? '–';
    return `from ${(tenth * length).toFixed(0)} s: p99 of reads ${p99(reads)}, of changes seen ${p99(seen)}, ${megabytes} MB`;
  });
}

/** What was wanted and what was measured, in words. */
interface Finding {
  readonly what: string;
  readonly measured: string;
  readonly wanted: string;
  readonly isMet: boolean;
}

const READ_P99_MS = 50;
const SEEN_P99_MS = 100;
/** By how much memory may be more in the last quarter than in the second, the first being for warming up. */
const MEMORY_GROWTH = 0.1;

/** Medians of memory in the second and in the last quarter of the time, in MB. NaN where the system does not say. */
function memoryQuarters({ memory }: LoadRecord): { readonly second: number; readonly last: number } {
  const medianOf = (from: number, to: number): number => {
    const some = memory.slice(Math.floor(memory.length * from), Math.floor(memory.length * to));
    return some.length === 0
      ? Number.NaN
      : quantile(
          some.map(({ megabytes }) => megabytes),
          0.5,
        );
  };
  return { second: medianOf(0.25, 0.5), last: medianOf(0.75, 1) };
}

const ms = (value: number): string => `${value.toFixed(1)} ms`;

export function findings(record: LoadRecord): readonly Finding[] {
  const at = (all: readonly { readonly took: number }[], share: number): number =>
    quantile(
      all.map(({ took }) => took),
      share,
    );
  const { second, last } = memoryQuarters(record);
  const none = (what: string, count: number): Finding => ({
    what,
    measured: String(count),
    wanted: 'none',
    isMet: count === 0,
  });
  const [read, seen] = [at(record.reads, 0.99), at(record.seen, 0.99)];
  return [
    {
      what: 'a read, p50 / p99 / slowest',
      measured: `${ms(at(record.reads, 0.5))} / ${ms(read)} / ${ms(at(record.reads, 1))}`,
      wanted: `p99 ≤ ${READ_P99_MS} ms`,
      isMet: read <= READ_P99_MS,
    },
    {
      what: 'an own change until it is read, p50 / p99 / slowest',
      measured: `${ms(at(record.seen, 0.5))} / ${ms(seen)} / ${ms(at(record.seen, 1))}`,
      wanted: `p99 ≤ ${SEEN_P99_MS} ms`,
      isMet: seen <= SEEN_P99_MS,
    },
    none('own reads without the own change', record.staleReads),
    none('answers of 500 and more', sumOf(record.serverErrors)),
    none('other failures', sumOf(record.otherFailures)),
    {
      what: 'memory, median of the second and of the last quarter',
      measured: `${second.toFixed(0)} MB → ${last.toFixed(0)} MB`,
      wanted: `at most ${MEMORY_GROWTH * 100} % more`,
      isMet: !(last > second * (1 + MEMORY_GROWTH)),
    },
  ];
}
