import { quantile } from '../bench/measurement.ts';

/** The duration of one request or change. */
interface Sample {
  /** The time at which it was due, in seconds from the start of the run. */
  readonly at: number;
  readonly durationMs: number;
}

/** The measurements of one run. */
export class LoadRecord {
  /** Reads, measured from the time at which each was due. */
  readonly reads: Sample[] = [];
  /** Changes, measured from the time at which each was due until its owner has read it. */
  readonly visibleChanges: Sample[] = [];
  /** Memory of the product; `at` is in seconds from the start of the run. */
  readonly memory: { readonly at: number; readonly megabytes: number }[] = [];
  /** How late the load generator started each visit, in milliseconds. */
  readonly delays: number[] = [];
  /** The number of owners' reads that did not contain the change they had just made. */
  staleReads = 0;
  /** The number of responses with status 500 and above, by message. */
  readonly serverErrors = new Map<string, number>();
  /** The number of other failures, by message. */
  readonly otherFailures = new Map<string, number>();
  changes = 0;

  /** Counts an unexpected or missing response. */
  countFailure(failure: string, status = 0): void {
    const counts = status >= 500 ? this.serverErrors : this.otherFailures;
    counts.set(failure, (counts.get(failure) ?? 0) + 1);
  }
}

export const sumOf = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].reduce((sum, count) => sum + count, 0);

const TIMELINE_LINES = 10;

/** The timeline of the run: one line for each tenth of its duration. */
export function timelineOf({ reads, visibleChanges, memory }: LoadRecord, seconds: number): readonly string[] {
  const secondsPerLine = seconds / TIMELINE_LINES;
  return Array.from({ length: TIMELINE_LINES }, (_, line) => {
    const isIn = ({ at }: { readonly at: number }): boolean => Math.floor(at / secondsPerLine) === line;
    const p99 = (all: readonly Sample[]): string => {
      const samples = all.filter(isIn);
      return samples.length === 0 ? '–' : formatMs(percentile(samples, 0.99));
    };
    const megabytes = memory.findLast(isIn)?.megabytes.toFixed(0) ?? '–';
    return `from ${(line * secondsPerLine).toFixed(0)} s: p99 of reads ${p99(reads)}, of changes seen ${p99(visibleChanges)}, ${megabytes} MB`;
  });
}

const formatMs = (value: number): string => `${value.toFixed(1)} ms`;

const percentile = (samples: readonly Sample[], share: number): number =>
  quantile(
    samples.map(({ durationMs }) => durationMs),
    share,
  );

/** A metric of the run, with its requirement. */
interface Verdict {
  readonly metric: string;
  readonly value: string;
  readonly requirement: string;
  readonly isMet: boolean;
}

const READ_P99_MS = 50;
const VISIBLE_P99_MS = 100;
/** The share by which memory may grow from the second to the last quarter of a run; the first quarter warms up. */
const MAX_MEMORY_GROWTH = 0.1;

/** Median memory in the second and in the last quarter of a run, in MB; NaN where the system does not report it. */
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

export function evaluate(record: LoadRecord): readonly Verdict[] {
  const { second, last } = memoryQuarters(record);
  const expectNone = (metric: string, count: number): Verdict => ({
    metric,
    value: String(count),
    requirement: 'none',
    isMet: count === 0,
  });
  const [readP99, visibleP99] = [percentile(record.reads, 0.99), percentile(record.visibleChanges, 0.99)];
  return [
    {
      metric: 'a read, p50 / p99 / slowest',
      value: `${formatMs(percentile(record.reads, 0.5))} / ${formatMs(readP99)} / ${formatMs(percentile(record.reads, 1))}`,
      requirement: `p99 ≤ ${READ_P99_MS} ms`,
      isMet: readP99 <= READ_P99_MS,
    },
    {
      metric: 'an own change until it is read, p50 / p99 / slowest',
      value: `${formatMs(percentile(record.visibleChanges, 0.5))} / ${formatMs(visibleP99)} / ${formatMs(percentile(record.visibleChanges, 1))}`,
      requirement: `p99 ≤ ${VISIBLE_P99_MS} ms`,
      isMet: visibleP99 <= VISIBLE_P99_MS,
    },
    expectNone('own reads without the own change', record.staleReads),
    expectNone('answers of 500 and more', sumOf(record.serverErrors)),
    expectNone('other failures', sumOf(record.otherFailures)),
    {
      metric: 'memory, median of the second and of the last quarter',
      value: `${second.toFixed(0)} MB → ${last.toFixed(0)} MB`,
      requirement: `at most ${MAX_MEMORY_GROWTH * 100} % more`,
      isMet: !(last > second * (1 + MAX_MEMORY_GROWTH)),
    },
  ];
}
