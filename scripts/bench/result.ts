import { type Spread, spreadOf } from './statistics.ts';

/** One line of the table: what the product does beside a plain way of doing the same, a value for each round. */
export interface Result {
  /** Number of the goal that it belongs to. */
  readonly goal: number;
  readonly what: string;
  readonly unit: '/s' | 'ms' | 'kB' | 'MB' | '';
  readonly ours: readonly number[];
  /** Measured in the same rounds. Without it the goal is about `ours` itself and not about a ratio. */
  readonly plain?: { readonly name: string; readonly values: readonly number[] };
  /** Left out: shown for comparison only. */
  readonly wanted?: { readonly atLeast: number } | { readonly atMost: number };
}

function shown(n: number): string {
  if (n >= 10_000) return `${(n / 1_000).toFixed(1)}k`;
  return n >= 100 ? n.toFixed(0) : n.toFixed(2);
}

const spread = ({ median, lowest, highest }: Spread, unit = ''): string =>
  `${shown(median)}${unit && ` ${unit}`} (${shown(lowest)}–${shown(highest)})`;

/** Round by round, so that what the machine did meanwhile is in both. */
const ratiosOf = ({ ours, plain }: Result): readonly number[] | undefined =>
  plain && ours.map((n, round) => n / (plain.values[round] ?? Number.NaN));

function isMet({ wanted }: Result, { median }: Spread): boolean | undefined {
  if (!wanted) return undefined;
  return 'atLeast' in wanted ? median >= wanted.atLeast : median <= wanted.atMost;
}

const goalText = ({ wanted, plain, unit }: Result): string => {
  if (!wanted) return '–';
  const measure = plain ? ' ×' : unit && ` ${unit}`;
  return 'atLeast' in wanted ? `≥ ${wanted.atLeast}${measure}` : `≤ ${wanted.atMost}${measure}`;
};

/** What a group is doing, on the error channel: the table alone goes to the output. */
export const progress = (text: string): void => void process.stderr.write(`  ${text}\n`);

const HEAD = ['goal', 'what', 'plain alternative', 'ours', 'ratio', 'goal', 'met'];

/** A Markdown table: medians, with the lowest and highest round in brackets. */
export function tableOf(results: readonly Result[]): string {
  const rows = results.map((result) => {
    const { goal, what, unit, plain, ours } = result;
    const ratios = ratiosOf(result);
    const met = isMet(result, spreadOf(ratios ?? ours));
    return [
      String(goal),
      what,
      plain ? `${plain.name}: ${spread(spreadOf(plain.values), unit)}` : '–',
      spread(spreadOf(ours), unit),
      ratios ? spread(spreadOf(ratios)) : '–',
      goalText(result),
      met === undefined ? '–' : met ? 'yes' : '**no**',
    ];
  });
  return [HEAD, HEAD.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}
