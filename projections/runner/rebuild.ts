import { availableParallelism } from 'node:os';
import type { EventLog } from '#eventstore/port.ts';
import { positionSql, SERVING_SCHEMA } from '#read-model/tables.ts';
import { readParked } from './checkpoint.ts';
import { connectProjector, connectTo, type Connection } from './connection.ts';
import { copyRightsSql, swapIn } from './swap.ts';
import { differencesFrom, fill } from './fill.ts';
import { createFolding, type Folder } from './folding.ts';
import { readFailed } from './reactor-record.ts';
import { dropDigestsSql } from './row-digests.ts';
import type { Verification } from './verification.ts';

interface Options {
  readonly log: EventLog;
  /** As the owner. */
  readonly connectionString: string;
  /** Folds in the thread of its caller unless told. */
  readonly folding?: Folder;
}

/** Where the new read model grows beside the one that serves. */
const NEXT = `${SERVING_SCHEMA}_next`;

/** Things kept in memory, see `createStateCache`: about 40 MB, however many businesses there are. */
export const REBUILD_CAPACITY = 100_000;

/** What one statement over a whole table may take. */
const STATEMENT_TIMEOUT_MS = 10 * 60_000;

/** Connections that write at the same time: one for each core that the database may have, within reason. */
const WRITERS = Math.min(availableParallelism(), 4);

/** The rebuilt read model is not what the log says; the old one goes on serving. */
class RebuildRefused extends Error {
  override readonly name = 'RebuildRefused';
  readonly verification: Verification;
  constructor(verification: Verification) {
    super(`the rebuilt read model has ${verification.differences.length} differences`);
    this.verification = verification;
  }
}

/** There is a read model and nothing to make it from: the log is not the one that it was made from. */
class NothingToRebuildFrom extends Error {
  override readonly name = 'NothingToRebuildFrom';
  constructor() {
    super(
      'the event log is empty and the read model is not: EVENT_LOG or EVENT_STORE_URL name another log than before',
    );
  }
}

/**
 * Makes the read model anew from the log while the old one serves: folds one stream after the other, writes each row
 * once, verifies, and takes the old one's place once it is just as far. What it takes in memory does not grow with the
 * number of businesses.
 * @throws RebuildRefused · NothingToRebuildFrom · LogUnavailable
 */
export async function rebuild({
  log,
  connectionString,
  folding = createFolding({ log, capacity: REBUILD_CAPACITY }),
}: Options): Promise<Verification> {
  const verification = await prepare({ log, connectionString, folding });
  if (verification.differences.length > 0) throw new RebuildRefused(verification);
  const connection = await connectProjector(connectionString);
  const { client } = connection;
  try {
    await client.query(dropDigestsSql(NEXT));
    await client.query(copyRightsSql(SERVING_SCHEMA, NEXT));
    await swapIn(log, client, { next: NEXT, folding });
    return verification;
  } finally {
    await connection.close();
  }
}

/** Fills the new read model and compares what is stored with what was to be: nothing is missing, changed or too much. */
async function prepare({ log, connectionString, folding }: Required<Options>): Promise<Verification> {
  const connections: Connection[] = [];
  try {
    for (let i = 0; i < WRITERS; i += 1)
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
    if (head === null && (await servingPosition(first)) !== null) throw new NothingToRebuildFrom();
    const filled = await fill(clients, NEXT, { log, until: head, folding });
    return {
      position: head,
      ...filled,
      parked: await readParked(first, NEXT),
      failed: await readFailed(first),
      differences: await differencesFrom(clients, NEXT),
      behind: 0,
      standsStill: false,
    };
  } catch (error) {
    // What a statement says of a connection that is gone already is not why it is gone.
    const gone = connections.find(({ lost }) => lost.aborted);
    throw gone ? gone.lost.reason : error;
  } finally {
    for (const connection of connections) await connection.close();
  }
}

async function servingPosition(client: Connection['client']): Promise<string | null> {
  const { rows } = await client.query<{ position: string | null }>(`select ${positionSql()} as position`);
  return rows[0]?.position ?? null;
}
