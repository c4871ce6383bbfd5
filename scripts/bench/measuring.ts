/** The setting of a group of measurements. */
export interface Setting {
  /** The address of a PostgreSQL of its own, with the owner role. */
  readonly url: string;
  /** The path of the bundled alternatives. */
  readonly rivals: string;
  readonly rounds: number;
}

/** One line of the table: the product beside a plain alternative, with a value for each round. */
export interface Result {
  /** Number of the goal. */
  readonly goal: number;
  readonly what: string;
  readonly unit: '/s' | 'ms' | 'kB' | 'MB' | '';
  readonly ours: readonly number[];
  /**
   * Values of the alternative in the same rounds. Without them the goal is about `ours` itself and not about a ratio.
   */
  readonly plain?: { readonly name: string; readonly values: readonly number[] } | undefined;
  /** The goal. A line without one is shown for comparison only. */
  readonly atLeast?: number | undefined;
  readonly atMost?: number | undefined;
}

/** Prints the current step of a group on the error channel: the output holds the table alone. */
export const logProgress = (text: string): void => void process.stderr.write(`  ${text}\n`);

/** `quantile(latencies, 0.99)`: the value that 99 % do not exceed. @throws RangeError for an empty list */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  if (value === undefined) throw new RangeError('nothing was measured');
  return value;
}

/** The median; for an even number the mean of the two in the middle. @throws RangeError for an empty list */
function medianOf(values: readonly number[]): number {
  const upper = quantile(values, 0.5);
  const lower = -quantile(
    values.map((value) => -value),
    0.5,
  );
  return (lower + upper) / 2;
}

/**
 * Measures all contenders in turn, for many rounds, so that other work on the machine affects all of them alike. Every
 * other round is in reverse order, so that no contender always follows the same one. A first round warms up and does
 * not count.
 * @returns by name, a value for each round
 */
export async function inRounds<Name extends string, Value = number>(
  rounds: number,
  contenders: Readonly<Record<Name, () => Promise<Value>>>,
): Promise<Readonly<Record<Name, readonly Value[]>>> {
  const names = Object.keys(contenders) as Name[];
  const results = Object.fromEntries(names.map((name) => [name, [] as Value[]])) as Record<Name, Value[]>;
  for (let round = 0; round <= rounds; round += 1)
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const value = await contenders[name]();
      if (round > 0) results[name].push(value);
    }
  return results;
}

function formatNumber(n: number): string {
  if (n >= 10_000) return `${(n / 1_000).toFixed(1)}k`;
  return n >= 100 ? n.toFixed(0) : n.toFixed(2);
}

const formatSpread = (values: readonly number[], unit = ''): string =>
  `${formatNumber(medianOf(values))}${unit && ` ${unit}`} (${formatNumber(quantile(values, 0))}–${formatNumber(quantile(values, 1))})`;

function rowOf({ goal, what, unit, ours, plain, atLeast, atMost }: Result): string {
  // Ratios per round, so that other work on the machine affects both values.
  const ratios = plain && ours.map((n, round) => n / (plain.values[round] ?? Number.NaN));
  const median = medianOf(ratios ?? ours);
  const measure = plain ? ' ×' : unit && ` ${unit}`;
  const isMet = median >= (atLeast ?? -Infinity) && median <= (atMost ?? Infinity);
  const goalText = atLeast === undefined ? atMost !== undefined && `≤ ${atMost}${measure}` : `≥ ${atLeast}${measure}`;
  return [
    goal,
    what,
    plain ? `${plain.name}: ${formatSpread(plain.values, unit)}` : '–',
    formatSpread(ours, unit),
    ratios ? formatSpread(ratios) : '–',
    ...(goalText === false ? ['–', '–'] : [goalText, isMet ? 'yes' : '**no**']),
  ].join(' | ');
}

/** A Markdown table: medians, with the lowest and highest round in brackets. */
export const tableOf = (results: readonly Result[]): string =>
  ['goal | what | plain alternative | ours | ratio | goal | met', '--- | --- | --- | --- | --- | --- | ---']
    .concat(results.map(rowOf))
    .map((row) => `| ${row} |`)
    .join('\n');

/** A line may be slower or heavier than in another checkout by no more than this share. */
const TOLERANCE = 0.05;

/** Results by the measured thing, numbered where two lines have the same text. */
function byTitle(results: readonly Result[]): ReadonlyMap<string, Result> {
  const counts = new Map<string, number>();
  return new Map(
    results.map((result) => {
      const number = (counts.get(result.what) ?? 0) + 1;
      counts.set(result.what, number);
      return [`${result.what} ${number}`, result];
    }),
  );
}

/** Measures this checkout and another one in turns: the lines that both have measured, each as a ratio to the other. */
export async function besideOther(
  measureOwn: () => Promise<Result[]>,
  measureOther: () => Promise<Result[]>,
): Promise<readonly Result[]> {
  const [ours, others] = [byTitle(await measureOwn()), byTitle(await measureOther())];
  const [othersAgain, oursAgain] = [byTitle(await measureOther()), byTitle(await measureOwn())];
  return [...ours].flatMap(([line, { goal, what, unit, ours: values }]): Result[] => {
    const [other, oursAgainLine, otherAgain] = [others.get(line), oursAgain.get(line), othersAgain.get(line)];
    if (!other || !oursAgainLine || !otherAgain) return [];
    const plain = { name: 'the other checkout', values: [...other.ours, ...otherAgain.ours] };
    const goalOf = unit === '/s' ? { atLeast: 1 - TOLERANCE } : { atMost: 1 + TOLERANCE };
    return [{ goal, what, unit, ours: [...values, ...oursAgainLine.ours], plain, ...goalOf }];
  });
}
