import { type EventLog, isAtOrAfter } from '#eventstore/port.ts';
import { migrateReadModel, readModelTables } from '#projections/read/schema.ts';
import { createEventFolder } from '#projections/runner/folding.ts';
import { batchStatement, type Statement } from '#projections/runner/batch-statement.ts';
import { connectProjector } from '#projections/runner/connection.ts';
import { createProjector } from '#projections/runner/projector.ts';
import type { Announcement } from '#read-model/position-waiter.ts';
import { rebuild } from '#projections/runner/rebuild.ts';
import { readRowPages } from '#projections/runner/row-pages.ts';
import { pino } from 'pino';
import { createFilledDatabase, withLog } from '../databases.ts';
import { inRounds, logProgress, type Result, type Setting } from '../measuring.ts';
import { withClient } from '../../with-client.ts';

const BUSINESSES = 2_000;
const EVENTS_EACH = 100;
const logger = pino({ level: 'silent' });

const emptyReadModel = (url: string): Promise<void> =>
  withClient(url, async (client) => {
    await client.query('set client_min_messages = warning; drop schema if exists read_previous, read cascade');
    await migrateReadModel(client);
  });

/** Measures projecting from an empty read model to the end of the log, in several ways. */
export async function projector({ url: server, rounds }: Setting): Promise<Result[]> {
  const url = await createFilledDatabase(server, 'projector', { businesses: BUSINESSES, eventsEach: EVENTS_EACH });
  return withLog(url, async (log) => {
    const head = (await log.head()) ?? '';
    const events = Number(head.slice(-20));
    const perSecond = (work: () => Promise<void>) => async (): Promise<number> => {
      await emptyReadModel(url);
      const started = performance.now();
      await work();
      return (events * 1_000) / (performance.now() - started);
    };
    const ceiling = await finalRows(log, head);
    logProgress('projecting');
    const rates = await inRounds(rounds, {
      projectLive: perSecond(() => live(log, url, head)),
      ceiling: async () => (events * 1_000) / (await insertRows(url, ceiling)),
      rebuild: perSecond(() => rebuild({ log, connectionString: url }).then(() => undefined)),
    });
    const unnest = { name: 'UNNEST of the final rows', values: rates.ceiling };
    const row = (what: string, ours: readonly number[], atLeast: number): Result => {
      return { goal: 7, what: `${what}, ${BUSINESSES} businesses`, unit: '/s', ours, plain: unnest, atLeast };
    };
    return [
      row('events/s in live batches', rates.projectLive, 0.25),
      row('events/s rebuilt, verified and swapped in', rates.rebuild, 0.5),
    ];
  });
}

async function live(log: EventLog, connectionString: string, head: string): Promise<void> {
  let onEnd = (): void => undefined;
  const ended = new Promise<void>((resolve) => (onEnd = resolve));
  const onCommit = ({ position }: Announcement): void => {
    if (isAtOrAfter(position, head)) onEnd();
  };
  const running = createProjector({ log, connectionString, logger, onCommit });
  running.start();
  await ended;
  await running.stop();
}

/** The upper bound of the database: nothing to read, nothing to compute, every row written once. */
async function finalRows(log: EventLog, head: string): Promise<readonly Statement[]> {
  const move = { from: null, to: null, generation: 1 };
  const statements: Statement[] = [];
  for await (const { changes } of readRowPages(log, {
    until: head,
    eventFolder: createEventFolder({ log, capacity: 1 }),
  }))
    statements.push(batchStatement('ceiling', move, changes));
  return statements;
}

/** @returns milliseconds */
async function insertRows(url: string, statements: readonly Statement[]): Promise<number> {
  const connection = await connectProjector(url);
  const { client } = connection;
  try {
    await client.query(
      `set client_min_messages = warning; drop schema if exists ceiling cascade; ${readModelTables('ceiling')}`,
    );
    const started = performance.now();
    for (const { name, text, values } of statements) await client.query({ name, text, values: [...values] });
    return performance.now() - started;
  } finally {
    await connection.close();
  }
}
