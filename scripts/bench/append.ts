import { type Contender, eventLog, nodeInserts, pgbenchInserts } from './append-contenders.ts';
import { withBenchPostgres } from './bench-postgres.ts';
import { type Spread, spreadOf } from './statistics.ts';

const WRITERS = [1, 8, 32, 128];
/** What we aim at: appends to the log per single INSERT. */
const GOALS = new Map([
  [1, 0.5],
  [8, 0.9],
  [32, 1.3],
  [128, 2],
]);
const ROUND_MS = 1_000;

const shown = (n: number): string => (n < 100 ? n.toFixed(2) : (n / 1_000).toFixed(1) + 'k');
const cell = ({ median, lowest, highest }: Spread): string => `${shown(median)} (${shown(lowest)}–${shown(highest)})`;

/** All contenders in turn, many rounds: what the machine does meanwhile hits all of them alike. */
async function measureRounds(contenders: readonly Contender[], rounds: number): Promise<Map<string, number[]>> {
  const results = new Map<string, number[]>();
  for (let round = 0; round <= rounds; round += 1)
    for (const writers of WRITERS)
      for (const { name, measure } of contenders) {
        const perSecond = await measure(writers, ROUND_MS);
        if (round === 0) continue; // warms up
        const key = `${name} ${writers}`;
        results.set(key, [...(results.get(key) ?? []), perSecond]);
      }
  return results;
}

function tableOf(names: readonly string[], results: ReadonlyMap<string, readonly number[]>): string {
  const of = (name: string, writers: number): readonly number[] => results.get(`${name} ${writers}`) ?? [];
  const [log = '', ...others] = names;
  const head = [
    'writers',
    ...names.map((name) => `${name}, events/s`),
    ...others.map((name) => `log ÷ ${name}`),
    'goal',
  ];
  const rows = WRITERS.map((writers) => [
    String(writers),
    ...names.map((name) => cell(spreadOf(of(name, writers)))),
    ...others.map((name) => {
      const rivals = of(name, writers);
      return cell(spreadOf(of(log, writers).map((n, round) => n / (rivals[round] ?? Number.NaN))));
    }),
    `≥ ${GOALS.get(writers) ?? ''}`,
  ]);
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

/** Appends per second beside single INSERTs on the same server, as a Markdown table: medians, lowest and highest round. */
export const benchAppends = (rounds: number): Promise<string> =>
  withBenchPostgres(async (url) => {
    const rivals = [await nodeInserts(url), await pgbenchInserts(url)];
    const contenders = [await eventLog(url), ...rivals.filter((rival) => rival !== undefined)];
    try {
      return tableOf(
        contenders.map(({ name }) => name),
        await measureRounds(contenders, rounds),
      );
    } finally {
      for (const contender of contenders) await contender.close();
    }
  });

if (process.argv[1] === import.meta.filename) console.log(await benchAppends(Number(process.argv[2] ?? 7)));
