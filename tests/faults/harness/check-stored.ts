import { businessStream } from '#domain/streams.ts';
import { type Call, isSuccess, outcomeOf } from './calls.ts';
import { byKey, groupedBy, type LoggedEvent, queryDatabase } from './log-contents.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EventLog } from '#eventstore/port.ts';
import { SERVING_SCHEMA } from '#read-model/tables.ts';
import { verify } from '#projections/runner/verify.ts';
import { openLogOf, type ProductStorage } from '#tests/support/database.ts';

/** A. Every acknowledged call is in the log at the position of its answer, and no refused call is. */
export function checkAcknowledged(calls: readonly Call[], log: readonly LoggedEvent[]): string[] {
  const made = byKey(log);
  return calls.flatMap((call) => {
    const { method, path } = call.request;
    const events = made.get(call.key) ?? [];
    const name = `${method} ${path} ${call.key}`;
    if (outcomeOf(call) === 'failed' && events.length > 0) return [`A failed, yet in the log: ${name}`];
    if (outcomeOf(call) !== 'ok') return [];
    if (events.length === 0) return [`A acknowledged, not in the log: ${name}`];
    if (events.some((event) => event.stream !== businessStream(call.businessId)))
      return [`A in another stream: ${name}`];
    const position = positionOf(call);
    return events.some((event) => event.position === position) ? [] : [`A acknowledged at another position: ${name}`];
  });
}

function positionOf({ attempts }: Call): string | undefined {
  const { reaction } = attempts.find(isSuccess) ?? {};
  return reaction?.kind === 'answered' ? reaction.headers['x-position']?.toString() : undefined;
}

/** B. No call happened twice, however often it was sent; positions and revisions have no gaps. */
export function checkOnce(calls: readonly Call[], log: readonly LoggedEvent[]): string[] {
  const made = byKey(log);
  const twice = calls.flatMap(({ key, request }) => {
    const events = made.get(key) ?? [];
    const requests = new Set(events.map(({ meta }) => meta.requestId));
    const isOneAppend = events.every(({ revision }, i) => revision === (events[0]?.revision ?? 0n) + BigInt(i));
    const name = `${request.method} ${request.path} ${key}`;
    return requests.size > 1 || !isOneAppend ? [`B done ${requests.size} times: ${name}`] : [];
  });
  const gaps = log.flatMap(({ place }, i) => (place === i + 1 ? [] : [`B position ${place} follows ${i}`]));
  const ids = new Set(log.map(({ id }) => id)).size;
  const revisions = [...groupedBy(log, ({ stream }) => stream)].flatMap(([stream, events]) =>
    events.flatMap(({ revision }, i) =>
      revision === BigInt(i) ? [] : [`B revision ${revision} of ${stream} at place ${i}`],
    ),
  );
  return [
    ...twice,
    ...gaps.slice(0, 3),
    ...revisions.slice(0, 3),
    ...(ids === log.length ? [] : ['B an event id twice']),
  ];
}

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
