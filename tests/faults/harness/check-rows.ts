import { setTimeout as sleep } from 'node:timers/promises';
import { foldBatch, groupByStream } from '#projections/read/fold-batch.ts';
import { unseen } from '#projections/read/held.ts';
import { SERVING_SCHEMA } from '#projections/read/schema.ts';
import { tableChanges, TABLES } from '#projections/runner/tables.ts';
import { ask, type LoggedEvent } from './log-contents.ts';

const CATCH_UP_MS = 5_000;

/** Waits until the read model has the whole log. @returns a violation when it does not get there */
export async function caughtUp(url: string): Promise<string[]> {
  for (const deadline = performance.now() + CATCH_UP_MS; performance.now() < deadline; await sleep(20)) {
    const [row] = await ask<{ done: boolean }>(
      url,
      `select coalesce(right(position, 20)::bigint, 0) = (select coalesce(max(position), 0) from log.events) as done
         from ${SERVING_SCHEMA}.checkpoint`,
    );
    if (row?.done) return [];
  }
  return [`C the read model does not catch up within ${CATCH_UP_MS} ms`];
}

/** C. The rows of the read model are those that the whole log gives when it is folded at once, from nothing. */
export async function checkRows(url: string, log: readonly LoggedEvent[]): Promise<string[]> {
  const streams = groupByStream(log);
  const befores = new Map(Array.from(streams, ([stream, { ref }]) => [stream, unseen(ref)]));
  const changes = tableChanges(foldBatch(streams, befores)).filter(({ action }) => action === 'upsert');
  const violations: string[] = [];
  for (const table of Object.values(TABLES)) {
    const columns = table.columns.map(({ name }) => name);
    const texts = columns.map((column) => `coalesce(${column}::text, '')`).join(', ');
    const rows = await ask<{ row: string[] }>(
      url,
      `select array[${texts}] as row from ${SERVING_SCHEMA}.${table.name}`,
    );
    const expected = changes.filter((change) => change.table === table).flatMap((change) => change.rows);
    const asText = (row: readonly unknown[]): string =>
      row
        .slice(0, columns.length)
        .map((cell) => String(cell ?? ''))
        .join('|');
    const found = new Set(rows.map(({ row }) => asText(row)));
    const wanted = new Set(expected.map(asText));
    for (const row of wanted) if (!found.has(row)) violations.push(`C ${table.name} lacks ${row.slice(0, 200)}`);
    for (const row of found) if (!wanted.has(row)) violations.push(`C ${table.name} has ${row.slice(0, 200)}`);
  }
  return violations;
}
