import { readFileSync } from 'node:fs';
import { auditCsv } from '#http/audit-csv.ts';
import { createTrailWriter } from '#projections/audit/trail-writer.ts';
import { createPostgresLog } from '#eventstore/postgres/postgres-log.ts';
import { type AuditSearch, searchAudit } from '#queries/audit-search.ts';
import { migrationFile } from '#migrations/migration-files.ts';
import type pg from 'pg';
import { pino } from 'pino';
import { fillTrail, instantOf, personAt } from '../audit-trail.ts';
import { furnished, writeAll } from '../businesses.ts';
import { benchPool, newDatabase, withLog } from '../databases.ts';
import { progress, type Result } from '../result.ts';
import type { Setting } from '../setting.ts';
import { quantile } from '../statistics.ts';
import { withClient } from '../../with-client.ts';

const SIZE = { entries: 1_000_000, people: 5_000 };
const WHOLE = '1 M entries';
const PAGE = 50;
const MIDDLE = BigInt(SIZE.entries / 2);
const LOOKS = 200;
/** More of them would take more than two minutes. */
const MAX_ROUNDS = 3;
/** A search by text composes thousands of sentences for one answer. */
const TEXT_LOOKS = 5;
const CSV_ROWS = 100_000;
const WRITTEN = { businesses: 400, eventsEach: 100 };
const DAY_MS = 24 * 60 * 60 * 1_000;
const logger = pino({ level: 'silent' });

/** The trail with a million entries: looked through, taken along, and written. */
export async function audit(setting: Setting): Promise<Result[]> {
  const fromNothing = await writing(setting);
  const url = await newDatabase(setting.url, 'audit');
  progress(`a trail of ${WHOLE}`);
  await fillTrail(url, SIZE);
  const pool = benchPool(url);
  try {
    return [
      ...(await looking(pool, Math.min(setting.rounds, MAX_ROUNDS))),
      ...(await takenAlong(pool)),
      ...fromNothing,
    ];
  } finally {
    await pool.end();
  }
}

/** Another one each time, spread over everybody. */
const somebody = (look: number): string => personAt((look * 611 + 17) % SIZE.people);
const someDay = (look: number): { from: Date; until: Date } => {
  const from = instantOf(((look * 7_919) % 400_000) + 50_000);
  return { from, until: new Date(from.getTime() + DAY_MS) };
};

const FILTERS: Readonly<Record<string, (look: number) => AuditSearch>> = {
  everything: () => ({}),
  'a person': (look) => ({ person: somebody(look) }),
  'an administrator': () => ({ person: personAt(0) }),
  'a kind, common': () => ({ kind: 'business' }),
  'a kind, rare': () => ({ kind: 'access-grant' }),
  'a type, common': () => ({ type: 'IngredientRepriced' }),
  'a type, rare': () => ({ type: 'TermsAccepted' }),
  'a type that never was': () => ({ type: 'PaymentRefunded' }),
  'a stream': (look) => ({ stream: `business-${somebody(look)}` }),
  'a day': someDay,
  'a person in a month': (look) => {
    const { from } = someDay(look);
    return { person: somebody(look), from, until: new Date(from.getTime() + 30 * DAY_MS) };
  },
  'a kind on a day': (look) => ({ kind: 'payment', ...someDay(look) }),
  'a person and a kind': (look) => ({ person: somebody(look), kind: 'payment' }),
  'a person and a type': (look) => ({ person: somebody(look), type: 'PaymentRefunded' }),
  'a kind and a type': () => ({ kind: 'payment', type: 'PaymentConfirmed' }),
  'a kind and a type of another': () => ({ kind: 'business', type: 'SignedIn' }),
};

async function looking(pool: pg.Pool, rounds: number): Promise<Result[]> {
  const results: Result[] = [];
  for (const [name, filter] of Object.entries(FILTERS))
    for (const [where, before] of [
      ['first page', undefined],
      ['page in the middle', MIDDLE],
    ] as const) {
      progress(`${name}, ${where}`);
      const look = (nth: number) => searchAudit(pool, filter(nth), { before, limit: PAGE });
      const { p50, p99 } = await took({ rounds, looks: LOOKS }, look);
      const what = `${where} of ${name}, ${WHOLE}`;
      results.push(
        { goal: 10, what: `${what}, p50`, unit: 'ms', ours: p50 },
        { goal: 10, what: `${what}, p99`, unit: 'ms', ours: p99, wanted: { atMost: 50 } },
      );
    }
  for (const [name, text] of [
    ['a word that is everywhere', 'preço'],
    ['a word that is nowhere', 'jabuticaba'],
  ] as const) {
    progress(`by text, ${name}`);
    const look = () => searchAudit(pool, { text }, { limit: PAGE });
    const { p50 } = await took({ rounds, looks: TEXT_LOOKS }, look);
    results.push({ goal: 10, what: `one answer by text, ${name}`, unit: 'ms', ours: p50 });
  }
  return results;
}

interface Took {
  /** A value for each round, in ms. */
  readonly p50: readonly number[];
  readonly p99: readonly number[];
}

async function took(
  { rounds, looks }: { readonly rounds: number; readonly looks: number },
  look: (nth: number) => Promise<unknown>,
): Promise<Took> {
  const [p50, p99]: [number[], number[]] = [[], []];
  for (let round = 0; round <= rounds; round += 1) {
    const times: number[] = [];
    for (let nth = 0; nth < looks; nth += 1) {
      const started = performance.now();
      await look(round * looks + nth);
      times.push(performance.now() - started);
    }
    if (round === 0) continue; // warms up
    p50.push(quantile(times, 0.5));
    p99.push(quantile(times, 0.99));
  }
  return { p50, p99 };
}

async function takenAlong(pool: pg.Pool): Promise<Result[]> {
  progress(`${CSV_ROWS} entries as a spreadsheet`);
  let read = 0;
  const lines = auditCsv((before, limit) => {
    read += limit;
    return searchAudit(pool, {}, { before, limit });
  });
  let highest = 0;
  let before = 0;
  const warmedUpAt = CSV_ROWS / 10;
  const started = performance.now();
  for await (const text of lines) {
    if (text.length === 0) continue;
    const now = process.memoryUsage().rss / 1_048_576;
    if (read <= warmedUpAt) before = Math.max(before, now);
    highest = Math.max(highest, now);
    if (read >= CSV_ROWS) break;
  }
  const perSecond = (read * 1_000) / (performance.now() - started);
  const what = `${CSV_ROWS} entries as a spreadsheet`;
  return [
    { goal: 10, what, unit: '/s', ours: [perSecond] },
    {
      goal: 10,
      what: `${what}, memory beyond the first ${warmedUpAt}`,
      unit: 'MB',
      ours: [highest - before],
      wanted: { atMost: 60 },
    },
  ];
}

/** From an empty trail to the end of the log. */
async function writing({ url: server, rounds }: Setting): Promise<Result[]> {
  const url = await newDatabase(server, 'audit_written');
  const { businesses, eventsEach } = WRITTEN;
  progress(`writing ${businesses * eventsEach} events`);
  await withLog(url, (log) => writeAll(log, furnished(businesses, eventsEach)));
  const log = await createPostgresLog({ connectionString: url });
  const ours: number[] = [];
  try {
    for (let round = 0; round < rounds; round += 1) {
      progress('and their trail');
      await withClient(url, async (client) => {
        await client.query('set client_min_messages = warning; drop schema audit cascade');
        await client.query(readFileSync(migrationFile('0002_audit'), 'utf8'));
      });
      ours.push(await written(url, log));
    }
  } finally {
    await log.close();
  }
  return [{ goal: 10, what: 'events/s written into the trail, from nothing', unit: '/s', ours }];
}

/** @returns events per second */
async function written(connectionString: string, log: Awaited<ReturnType<typeof createPostgresLog>>): Promise<number> {
  const head = await log.head();
  const started = performance.now();
  let onEnd: (entries: number) => void = () => undefined;
  const ended = new Promise<number>((resolve) => (onEnd = resolve));
  const writer = createTrailWriter({
    log,
    connectionString,
    logger,
    onWritten: ({ number, position }) => void (position === head && onEnd(Number(number))),
  });
  writer.start();
  const entries = await ended;
  const perSecond = (entries * 1_000) / (performance.now() - started);
  await writer.stop();
  return perSecond;
}
