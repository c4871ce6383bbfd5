import { quantile } from '../bench/measuring.ts';
import { type LoadRecord, sumOf } from './record.ts';

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
