/** What a benchmark needs from the command line and the machine. */
export interface BenchmarkOptions {
  /** The address of a PostgreSQL server for this benchmark only, with the owner role. */
  readonly serverUrl: string;
  /** The path of the bundled baseline programs. */
  readonly baselinesPath: string;
  readonly rounds: number;
}

export type Benchmark = (options: BenchmarkOptions) => Promise<Result[]>;

/**
 * The performance goals, ordered by how directly an owner notices them. Goal 8, constant speed while the event log
 * grows, has no benchmark.
 */
type Goal =
  | '1 first view'
  | '2 responsive page'
  | '3 commands'
  | '4 isolation of owners'
  | '5 reads'
  | '6 time travel'
  | '7 projector'
  | '9 appends'
  | '10 memory per business';

/** One row of the table: a metric of the product, usually next to the same metric of a baseline program. */
export interface Result {
  readonly goal: Goal;
  readonly metric: string;
  readonly unit: '/s' | 'ms' | 'kB' | 'MB' | '';
  /** One value of the product for each round. */
  readonly values: readonly number[];
  /**
   * The values of the baseline in the same rounds. With a baseline, the target is a ratio; without, it has the unit.
   */
  readonly baseline?: { readonly name: string; readonly values: readonly number[] } | undefined;
  /** The target. A row without a target is informative. */
  readonly atLeast?: number | undefined;
  readonly atMost?: number | undefined;
}

/** Prints the current step to stderr, because stdout contains only the table. */
export const logProgress = (text: string): void => void process.stderr.write(`  ${text}\n`);

/** `quantile(latencies, 0.99)` is the value that 99 % do not exceed. @throws RangeError for an empty list */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  if (value === undefined) throw new RangeError('nothing was measured');
  return value;
}

/** The median; for an even number of values, the mean of the two in the middle. @throws RangeError for an empty list */
function medianOf(values: readonly number[]): number {
  const upper = quantile(values, 0.5);
  const lower = -quantile(
    values.map((value) => -value),
    0.5,
  );
  return (lower + upper) / 2;
}

/**
 * Runs all measurements alternately for many rounds, so that other work on the machine affects all of them alike. Every
 * second round runs in reverse order, so that no measurement always follows the same one. The first round warms up and
 * is discarded.
 * @returns for each measurement, a value per round
 */
export async function inRounds<Name extends string, Value = number>(
  rounds: number,
  measurements: Readonly<Record<Name, () => Promise<Value>>>,
): Promise<Readonly<Record<Name, readonly Value[]>>> {
  const names = Object.keys(measurements) as Name[];
  const results = Object.fromEntries(names.map((name) => [name, [] as Value[]])) as Record<Name, Value[]>;
  for (let round = 0; round <= rounds; round += 1)
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const value = await measurements[name]();
      if (round > 0) results[name].push(value);
    }
  return results;
}

function formatNumber(value: number): string {
  if (value >= 10_000) return `${(value / 1_000).toFixed(1)}k`;
  return value >= 100 ? value.toFixed(0) : value.toFixed(2);
}

const formatSpread = (values: readonly number[], unit = ''): string =>
  `${formatNumber(medianOf(values))}${unit && ` ${unit}`} (${formatNumber(quantile(values, 0))}–${formatNumber(quantile(values, 1))})`;

function rowOf({ goal, metric, unit, values, baseline, atLeast, atMost }: Result): string {
  // Other work on the machine affects both values of a round, so the ratio is taken per round.
  const ratios = baseline && values.map((value, round) => value / (baseline.values[round] ?? Number.NaN));
  const median = medianOf(ratios ?? values);
  const targetUnit = baseline ? ' ×' : unit && ` ${unit}`;
  const isMet = median >= (atLeast ?? -Infinity) && median <= (atMost ?? Infinity);
  const target =
    atLeast === undefined ? atMost !== undefined && `≤ ${atMost}${targetUnit}` : `≥ ${atLeast}${targetUnit}`;
  return [
    goal,
    metric,
    baseline ? `${baseline.name}: ${formatSpread(baseline.values, unit)}` : '–',
    formatSpread(values, unit),
    ratios ? formatSpread(ratios) : '–',
    ...(target === false ? ['–', '–'] : [target, isMet ? 'yes' : '**no**']),
  ].join(' | ');
}

/** A Markdown table of medians, with the lowest and highest round in brackets. */
export const tableOf = (results: readonly Result[]): string =>
  ['goal | metric | baseline | product | ratio | target | met', '--- | --- | --- | --- | --- | --- | ---']
    .concat(results.map(rowOf))
    .map((row) => `| ${row} |`)
    .join('\n');

/** The share by which a metric may be worse than in the other checkout. */
const TOLERANCE = 0.05;

/** Results by metric; the key ends with a number, because a metric has a row for each of its baselines. */
function byMetric(results: readonly Result[]): ReadonlyMap<string, Result> {
  const counts = new Map<string, number>();
  return new Map(
    results.map((result) => {
      const number = (counts.get(result.metric) ?? 0) + 1;
      counts.set(result.metric, number);
      return [`${result.metric} ${number}`, result];
    }),
  );
}

/** Measures this checkout and another one alternately. @returns the metrics of both, with the other one as baseline */
export async function compareCheckouts(
  measureThis: () => Promise<Result[]>,
  measureOther: () => Promise<Result[]>,
): Promise<readonly Result[]> {
  const [first, otherFirst] = [byMetric(await measureThis()), byMetric(await measureOther())];
  const [otherSecond, second] = [byMetric(await measureOther()), byMetric(await measureThis())];
  return [...first].flatMap(([key, result]): Result[] => {
    const [repeated, other, otherRepeated] = [second.get(key), otherFirst.get(key), otherSecond.get(key)];
    if (!repeated || !other || !otherRepeated) return [];
    const { goal, metric, unit } = result;
    const baseline = { name: 'the other checkout', values: [...other.values, ...otherRepeated.values] };
    const target = unit === '/s' ? { atLeast: 1 - TOLERANCE } : { atMost: 1 + TOLERANCE };
    return [{ goal, metric, unit, values: [...result.values, ...repeated.values], baseline, ...target }];
  });
}
