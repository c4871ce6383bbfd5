import { availableParallelism } from 'node:os';
import type { EventLog } from '#eventstore/port.ts';
import { positionSql, SERVING_SCHEMA } from '#read-model/tables.ts';
import { readParkedStreams } from './checkpoint.ts';
import { connectProjector, connectTo, type Connection } from './connection.ts';
import { copyRightsSql, swapReadModel } from './swap.ts';
import { findDifferences, fillSchema } from './fill.ts';
import { createEventFolder, type EventFolder } from './folding.ts';
import { readFailed } from './reactor-record.ts';
import { dropDigestsSql } from './row-digests.ts';
import type { Verification } from './verify.ts';

interface Options {
  readonly log: EventLog;
  /** The connection of the owner role. */
  readonly connectionString: string;
  /** The default folds in the calling thread. */
  readonly eventFolder?: EventFolder;
}

/** The schema in which the new read model is built beside the serving one. */
const NEXT_SCHEMA = `${SERVING_SCHEMA}_next`;

/** The capacity of the cache of states. A rebuild folds each stream once, so it has no use for cached ones. */
export const REBUILD_CAPACITY = 1_000;

/** The maximum duration of one statement over a whole table. */
const STATEMENT_TIMEOUT_MS = 10 * 60_000;

/** The number of connections that write at the same time: one for each core that the database may have, up to four. */
const WRITER_COUNT = Math.min(availableParallelism(), 4);

/** The rebuilt read model differs from the log; the old one goes on serving. */
class RebuildRefused extends Error {
  override readonly name = 'RebuildRefused';
  readonly verification: Verification;
  constructor(verification: Verification) {
    super(`the rebuilt read model has ${verification.differences.length} differences`);
    this.verification = verification;
  }
}

/** The read model has rows but the log has no events: the read model was made from another log. */
export class EmptyLog extends Error {
  override readonly name = 'EmptyLog';
  constructor() {
    super(
      'the event log is empty and the read model is not: EVENT_LOG or EVENT_STORE_URL name another log than before',
    );
  }
}

/**
 * Builds the read model again from the log while the old one serves: folds one stream after the other, writes each row
 * once, verifies, and replaces the old one once it has reached the same position. The memory does not grow with the
 * number of businesses.
 * @throws RebuildRefused · EmptyLog · LogUnavailable
 */
export async function rebuild({
  log,
  connectionString,
  eventFolder = createEventFolder({ log, capacity: REBUILD_CAPACITY }),
}: Options): Promise<Verification> {
  const verification = await fillAndCompare({ log, connectionString, eventFolder });
  if (verification.differences.length > 0) throw new RebuildRefused(verification);
  const connection = await connectProjector(connectionString);
  const { client } = connection;
  try {
    await client.query(dropDigestsSql(NEXT_SCHEMA));
    await client.query(copyRightsSql(SERVING_SCHEMA, NEXT_SCHEMA));
    await swapReadModel(log, client, { next: NEXT_SCHEMA, eventFolder });
    return verification;
  } finally {
    await connection.close();
  }
}

/**
 * Fills the new read model and compares the stored rows with the expected ones: none is missing, changed or surplus.
 */
async function fillAndCompare({ log, connectionString, eventFolder }: Required<Options>): Promise<Verification> {
  const connections: Connection[] = [];
  try {
    for (let i = 0; i < WRITER_COUNT; i += 1)
      connections.push(
        await connectTo(connectionString, {
          name: 'prumo-rebuild',
          queryTimeoutMs: STATEMENT_TIMEOUT_MS,
          settings: { synchronous_commit: 'off' },
        }),
      );
    const clients = connections.map(({ client }) => client);
    const [first] = clients as [Connection['client']];
    const head = await log.head();
    if (head === null && (await servingPosition(first)) !== null) throw new EmptyLog();
    const counts = await fillSchema(clients, NEXT_SCHEMA, { log, until: head, eventFolder });
    return {
      position: head,
      ...counts,
      parked: await readParkedStreams(first, NEXT_SCHEMA),
      failed: await readFailed(first),
      differences: await findDifferences(clients, NEXT_SCHEMA),
      eventsBehind: 0,
      isStalled: false,
    };
  } catch (error) {
    // The error of a statement on a lost connection does not say why the connection was lost.
    const lostConnection = connections.find(({ lostSignal }) => lostSignal.aborted);
    throw lostConnection ? lostConnection.lostSignal.reason : error;
  } finally {
    for (const connection of connections) await connection.close();
  }
}

async function servingPosition(client: Connection['client']): Promise<string | null> {
  const { rows } = await client.query<{ position: string | null }>(`select ${positionSql()} as position`);
  return rows[0]?.position ?? null;
}
