import { quantile } from '../bench/measuring.ts';

/**
 * One measurement: the time at which it was due, in seconds from the beginning, and the duration since then, in
 * milliseconds.
 */
interface Sample {
  readonly at: number;
  readonly durationMs: number;
}

/** The measurements of a run. */
export class LoadRecord {
  /** Reads, measured from the time at which each was due. */
  readonly reads: Sample[] = [];
  /** Changes, measured from the time at which each was due until its owner has read it. */
  readonly visibleChanges: Sample[] = [];
  readonly memory: { readonly at: number; readonly megabytes: number }[] = [];
  /** Delays of the generator itself, in milliseconds. */
  readonly delays: number[] = [];
  staleReads = 0;
  /** Answers with status 500 and above, counted by body. */
  readonly serverErrors = new Map<string, number>();
  /** Other failures, counted by kind. */
  readonly otherFailures = new Map<string, number>();
  changes = 0;

  /** Counts an unexpected or missing answer. */
  countFailure(failure: string, status = 0): void {
    const kind = status >= 500 ? this.serverErrors : this.otherFailures;
    kind.set(failure, (kind.get(failure) ?? 0) + 1);
  }
}

export const sumOf = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].reduce((sum, count) => sum + count, 0);

const TENTHS = 10;

/** The timeline of the run: a line for each tenth of it. */
export function timelineOf({ reads, visibleChanges, memory }: LoadRecord, seconds: number): readonly string[] {
  const length = seconds / TENTHS;
  return Array.from({ length: TENTHS }, (_, tenth) => {
    const isIn = ({ at }: { readonly at: number }): boolean => Math.floor(at / length) === tenth;
    const p99 = (all: readonly Sample[]): string => {
      const times = all.filter(isIn).map(({ durationMs }) => durationMs);
      return times.length === 0 ? '–' : `${quantile(times, 0.99).toFixed(1)} ms`;
    };
    const megabytes = memory.findLast(isIn)?.megabytes.toFixed(0) ?? '–';
    return `from ${(tenth * length).toFixed(0)} s: p99 of reads ${p99(reads)}, of changes seen ${p99(visibleChanges)}, ${megabytes} MB`;
  });
}

/** A requirement and its measured value, in words. */
interface Finding {
  readonly metric: string;
  readonly value: string;
  readonly requirement: string;
  readonly isMet: boolean;
}

const READ_P99_MS = 50;
const SEEN_P99_MS = 100;
/** Allowed growth of memory from the second to the last quarter; the first quarter is for warming up. */
const MEMORY_GROWTH = 0.1;

/**
 * Medians of memory in the second and in the last quarter of the time, in MB. NaN where the system does not report it.
 */
function memoryQuarters({ memory }: LoadRecord): { readonly second: number; readonly last: number } {
  const medianOf = (from: number, to: number): number => {
    const part = memory.slice(Math.floor(memory.length * from), Math.floor(memory.length * to));
    return part.length === 0
      ? Number.NaN
      : quantile(
          part.map(({ megabytes }) => megabytes),
          0.5,
        );
  };
  return { second: medianOf(0.25, 0.5), last: medianOf(0.75, 1) };
}

const ms = (value: number): string => `${value.toFixed(1)} ms`;

export function evaluate(record: LoadRecord): readonly Finding[] {
  const percentile = (all: readonly { readonly durationMs: number }[], share: number): number =>
    quantile(
      all.map(({ durationMs }) => durationMs),
      share,
    );
  const { second, last } = memoryQuarters(record);
  const expectNone = (metric: string, count: number): Finding => ({
    metric,
    value: String(count),
    requirement: 'none',
    isMet: count === 0,
  });
  const [read, seen] = [percentile(record.reads, 0.99), percentile(record.visibleChanges, 0.99)];
  return [
    {
      metric: 'a read, p50 / p99 / slowest',
      value: `${ms(percentile(record.reads, 0.5))} / ${ms(read)} / ${ms(percentile(record.reads, 1))}`,
      requirement: `p99 ≤ ${READ_P99_MS} ms`,
      isMet: read <= READ_P99_MS,
    },
    {
      metric: 'an own change until it is read, p50 / p99 / slowest',
      value: `${ms(percentile(record.visibleChanges, 0.5))} / ${ms(seen)} / ${ms(percentile(record.visibleChanges, 1))}`,
      requirement: `p99 ≤ ${SEEN_P99_MS} ms`,
      isMet: seen <= SEEN_P99_MS,
    },
    expectNone('own reads without the own change', record.staleReads),
    expectNone('answers of 500 and more', sumOf(record.serverErrors)),
    expectNone('other failures', sumOf(record.otherFailures)),
    {
      metric: 'memory, median of the second and of the last quarter',
      value: `${second.toFixed(0)} MB → ${last.toFixed(0)} MB`,
      requirement: `at most ${MEMORY_GROWTH * 100} % more`,
      isMet: !(last > second * (1 + MEMORY_GROWTH)),
    },
  ];
}
