import { setTimeout as sleep } from 'node:timers/promises';
import type { EventLog } from '#eventstore/port.ts';
import { SERVING_SCHEMA } from '#read-model/tables.ts';
import { verify } from '#projections/runner/verify.ts';
import { openLogOf, type ProductStorage } from '#tests/support/database.ts';
import { queryDatabase } from './log-contents.ts';

/** This limit is generous, because `load.waitUntilWorking` checks how soon the read model catches up. */
const CATCH_UP_MS = 60_000;

/** C. The read model reaches the end of the log, and there it equals a fold of the log from scratch. */
export async function checkRows(storage: ProductStorage): Promise<string[]> {
  const log = await openLogOf(storage);
  try {
    if (!(await catchesUp(log, storage.url))) return [`C the read model does not catch up within ${CATCH_UP_MS} ms`];
    const { differences } = await verify({ log, connectionString: storage.url });
    return differences.map(({ table, key, expected, actual }) => `C ${table} ${key}: ${actual}, not ${expected}`);
  } finally {
    await log.close();
  }
}

async function catchesUp(log: EventLog, url: string): Promise<boolean> {
  for (const deadline = performance.now() + CATCH_UP_MS; performance.now() < deadline; await sleep(20)) {
    const [row] = await queryDatabase<{ position: string | null }>(
      url,
      `select position from ${SERVING_SCHEMA}.checkpoint`,
    );
    if (row?.position === (await log.head())) return true;
  }
  return false;
}
