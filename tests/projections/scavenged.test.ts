import { businessStream } from '#domain/streams.ts';
import { createEventStoreDbLog } from '#eventstore/eventstoredb/eventstoredb-log.ts';
import type { EventLog } from '#eventstore/port.ts';
import { readStreams } from '#projections/runner/read-streams.ts';
import { type StandIn, startStandIn } from '#tests/support/eventstoredb/stand-in.ts';
import { newEvents } from '#tests/support/histories.ts';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';

let server: StandIn;
let log: EventLog;
beforeEach(async () => {
  server = await startStandIn();
  log = await createEventStoreDbLog({ url: server.url, timeoutMs: 10_000 });
});
afterEach(async () => {
  await log.close();
  await server.stop();
});

async function opened(businessId: string): Promise<string> {
  const stream = businessStream(businessId);
  const events = newEvents(stream, 0, [{ type: 'BusinessOpened', data: { ownerId: randomUUID() } }]);
  return (await log.append(stream, 'none', events)).position;
}

/** Returns the businesses whose streams still hold events. */
async function businessesUntil(until: string): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const streams of readStreams(log, { until }))
    for (const { ref, events } of streams) if (events.length > 0) ids.push(ref.id);
  return ids;
}

test('the log is folded to its end when the event there has been scavenged', async () => {
  const [kept, gone] = [randomUUID(), randomUUID()];
  await opened(kept);
  const until = await opened(gone);
  await log.erase(businessStream(gone));
  server.stored.scavenge();
  expect(await businessesUntil(until)).toEqual([kept]);
});

test('the log is folded to its end when nothing is left of it', async () => {
  const gone = randomUUID();
  const until = await opened(gone);
  await log.erase(businessStream(gone));
  server.stored.scavenge();
  expect(await businessesUntil(until)).toEqual([]);
});
