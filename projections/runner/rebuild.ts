import type { EventLog } from '#eventstore/port.ts';
import type { ClientBase } from 'pg';
import { grantRows, SERVING_SCHEMA } from '../read/schema.ts';
import { readParked } from './checkpoint.ts';
import { connectProjector, connectTo } from './connection.ts';
import { fill } from './fill.ts';
import { foldLog } from './fold-log.ts';
import { readFailed } from './reactor-record.ts';
import { type RowDigests, storedDigests } from './row-digests.ts';
import { swapIn } from './swap.ts';
import type { Difference, Verification } from './verify.ts';

interface Options {
  readonly log: EventLog;
  /** As the owner. */
  readonly connectionString: string;
  /** The role that the product runs as, if it is another one: it gets the same rights on the new tables. */
  readonly runtimeRole?: string;
  /** In how many parts the new one is projected; 1 unless told. */
  readonly shards?: number;
}

/** Where the new read model grows beside the one that serves. */
const NEXT = `${SERVING_SCHEMA}_next`;

/** What one statement over a whole table may take. */
const STATEMENT_MS = 10 * 60_000;

/** The rebuilt read model is not what the log says; the old one goes on serving. */
class RebuildRefused extends Error {
  override readonly name = 'RebuildRefused';
  readonly verification: Verification;
  constructor(verification: Verification) {
    super(`the rebuilt read model has ${verification.differences.length} differences`);
    this.verification = verification;
  }
}

/**
 * Makes the read model anew from the log while the old one serves: folds everything in memory, writes each row once,
 * verifies, and takes the old one's place once it is just as far.
 * @throws RebuildRefused · LogUnavailable
 */
export async function rebuild({ log, connectionString, runtimeRole, shards = 1 }: Options): Promise<Verification> {
  const verification = await prepare({ log, connectionString, shards });
  if (verification.differences.length > 0) throw new RebuildRefused(verification);
  const connection = await connectProjector(connectionString);
  const { client } = connection;
  try {
    if (runtimeRole !== undefined) await grantRows(client, NEXT, runtimeRole);
    await swapIn(log, client, NEXT);
    return verification;
  } finally {
    await connection.close();
  }
}

/** Fills the new read model and compares what is stored with what was to be: nothing is missing, changed or too much. */
async function prepare({ log, connectionString, shards = 1 }: Options): Promise<Verification> {
  const connection = await connectTo(connectionString, {
    name: 'prumo-rebuild',
    queryTimeoutMs: STATEMENT_MS,
    session: { synchronous_commit: 'off', jit: 'off' },
  });
  const { client } = connection;
  try {
    const head = await log.head();
    const folded = await foldLog(log, { until: head, parked: [] });
    const digests = await fill(client, NEXT, { folded, head, shards });
    return {
      position: head,
      businesses: folded.businesses.size,
      accounts: folded.accounts.size,
      parked: await readParked(client, NEXT),
      failed: await readFailed(client),
      differences: await differencesFrom(digests, client, NEXT),
    };
  } finally {
    await connection.close();
  }
}

/** Businesses and accounts whose stored rows come to something else; expected and actual are digests. */
export async function differencesFrom(
  digests: RowDigests,
  client: ClientBase,
  schema: string,
): Promise<readonly Difference[]> {
  const found: Difference[] = [];
  for (const [table, wanted] of digests) {
    const stored = await storedDigests(client, schema, table);
    for (const key of new Set([...wanted.keys(), ...stored.keys()])) {
      const [expected = null, actual = null] = [wanted.get(key), stored.get(key)];
      if (expected !== actual) found.push({ table: table.name, key, expected, actual });
    }
  }
  return found;
}
