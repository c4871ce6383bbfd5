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
import { type BenchmarkOptions, inRounds, logProgress, type Result } from '../measurement.ts';
import { withClient } from '../../with-client.ts';

const BUSINESSES = 2_000;
const EVENTS_EACH = 100;
/** The schema that the baseline fills. */
const BASELINE_SCHEMA = 'baseline';
const logger = pino({ level: 'silent' });

/**
 * Measures events per second from an empty read model to the end of the log, by the running projector and by a rebuild.
 * The baseline is the upper bound of the database: it inserts each final row once, and reads and computes nothing.
 */
export async function projector({ serverUrl, rounds }: BenchmarkOptions): Promise<Result[]> {
  const url = await createFilledDatabase(serverUrl, 'projector', { businesses: BUSINESSES, eventsEach: EVENTS_EACH });
  return withLog(url, async (log) => {
    const head = (await log.head()) ?? '';
    const eventCount = Number(head.slice(-20)); // A position ends with the number of its event, in twenty digits.
    const toRate = (milliseconds: number): number => (eventCount * 1_000) / milliseconds;
    const rateFromEmpty = (project: () => Promise<unknown>) => async (): Promise<number> => {
      await emptyReadModel(url);
      const startedAt = performance.now();
      await project();
      return toRate(performance.now() - startedAt);
    };
    const statements = await finalRowStatements(log, head);
    logProgress('projecting');
    const rates = await inRounds(rounds, {
      projector: rateFromEmpty(() => runProjectorUntil(head, log, url)),
      unnest: async () => toRate(await measureInserts(url, statements)),
      rebuild: rateFromEmpty(() => rebuild({ log, connectionString: url })),
    });
    const baseline = { name: 'UNNEST of the final rows', values: rates.unnest };
    const resultOf = (metric: string, values: readonly number[], atLeast: number): Result => {
      return {
        goal: '7 projector',
        metric: `${metric}, ${BUSINESSES} businesses`,
        unit: '/s',
        values,
        baseline,
        atLeast,
      };
    };
    return [
      resultOf('events/s projected in live batches', rates.projector, 0.25),
      resultOf('events/s rebuilt, verified and swapped in', rates.rebuild, 0.5),
    ];
  });
}

const emptyReadModel = (url: string): Promise<void> =>
  withClient(url, async (client) => {
    await client.query('set client_min_messages = warning; drop schema if exists read_previous, read cascade');
    await migrateReadModel(client);
  });

/** Runs the projector of the product until the read model has reached `head`. */
async function runProjectorUntil(head: string, log: EventLog, connectionString: string): Promise<void> {
  let onHead = (): void => undefined;
  const reached = new Promise<void>((resolve) => (onHead = resolve));
  const onCommit = ({ position }: Announcement): void => {
    if (isAtOrAfter(position, head)) onHead();
  };
  const running = createProjector({ log, connectionString, logger, onCommit });
  running.start();
  await reached;
  await running.stop();
}

/** The statements that insert the final rows of the read model into the schema of the baseline. */
async function finalRowStatements(log: EventLog, head: string): Promise<readonly Statement[]> {
  const move = { from: null, to: null, generation: 1 };
  const eventFolder = createEventFolder({ log, capacity: 1 });
  const statements: Statement[] = [];
  for await (const { changes } of readRowPages(log, { until: head, eventFolder }))
    statements.push(batchStatement(BASELINE_SCHEMA, move, changes));
  return statements;
}

/** Runs the statements on empty tables. @returns milliseconds */
async function measureInserts(url: string, statements: readonly Statement[]): Promise<number> {
  const connection = await connectProjector(url);
  const { client } = connection;
  try {
    await client.query(
      `set client_min_messages = warning; drop schema if exists ${BASELINE_SCHEMA} cascade; ${readModelTables(BASELINE_SCHEMA)}`,
    );
    const startedAt = performance.now();
    for (const { name, text, values } of statements) await client.query({ name, text, values: [...values] });
    return performance.now() - startedAt;
  } finally {
    await connection.close();
  }
}
