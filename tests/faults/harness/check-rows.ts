import { setTimeout as sleep } from 'node:timers/promises';
import { createPostgresLog } from '#eventstore/postgres/postgres-log.ts';
import { SERVING_SCHEMA } from '#projections/read/schema.ts';
import { verify } from '#projections/runner/verify.ts';
import { ask } from './log-contents.ts';

const CATCH_UP_MS = 5_000;

/** C. The read model gets to the end of the log, and there it is what the log gives when it is folded from nothing. */
export async function checkRows(url: string): Promise<string[]> {
  if (!(await catchesUp(url))) return [`C the read model does not catch up within ${CATCH_UP_MS} ms`];
  const log = await createPostgresLog({ connectionString: url });
  try {
    const { differences } = await verify({ log, connectionString: url });
    return differences.map(({ table, key, expected, actual }) => `C ${table} ${key}: ${actual}, not ${expected}`);
  } finally {
    await log.close();
  }
}

async function catchesUp(url: string): Promise<boolean> {
  for (const deadline = performance.now() + CATCH_UP_MS; performance.now() < deadline; await sleep(20)) {
    const [row] = await ask<{ done: boolean }>(
      url,
      `select coalesce(right(position, 20)::bigint, 0) = (select coalesce(max(position), 0) from log.events) as done
         from ${SERVING_SCHEMA}.checkpoint`,
    );
    if (row?.done) return true;
  }
  return false;
}
