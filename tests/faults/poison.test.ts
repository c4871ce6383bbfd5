import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { businessStream } from '#domain/streams.ts';
import type { EventLog } from '#eventstore/port.ts';
import { openLogOf } from '#tests/support/database.ts';
import { newEvents } from '#tests/support/histories.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Read } from './harness/calls.ts';
import { openConnection, type Reaction } from './harness/connection.ts';
import { LONG, violationsUnder } from './harness/fault-run.ts';
import { queryDatabase } from './harness/log-contents.ts';
import type { Owner } from './harness/owner.ts';
import { proxiedSystem } from './harness/system.ts';

const BEHIND_MS = 2_000;

describe('unreadable event', LONG, () => {
  let system: Awaited<ReturnType<typeof proxiedSystem>>;
  let log: EventLog;
  let poisoned: Owner;
  let healthy: Owner;
  beforeAll(async () => {
    system = await proxiedSystem();
    log = await openLogOf(system.storage());
    [healthy, poisoned] = system.owners as [Owner, Owner];
  });
  afterAll(async () => {
    await log.close();
    await system.close();
  });

  /** Appends an event that a future program may have written. @returns its position */
  async function poison(businessId: string): Promise<string> {
    const stream = businessStream(businessId);
    let revision = -1n;
    for await (const event of log.read(stream)) ({ revision } = event);
    const expected = revision < 0n ? 'none' : revision;
    const unreadable = newEvents(stream, Number(revision) + 1, [{ type: 'DishFlambéed', data: {} }]);
    return (await log.append(stream, expected, unreadable)).position;
  }

  const parked = async (businessId: string): Promise<boolean> =>
    (await queryDatabase(system.url(), 'select from read.parked where id = $1', [businessId])).length > 0;

  test('parks its business within two seconds, and other businesses continue', async (context) => {
    const late: string[] = [];
    const violations = await violationsUnder(context, {
      system,
      seed: 118,
      load: { owners: [healthy] },
      async inject({ record }) {
        const businessId = randomUUID();
        const first = record.reads.length;
        await poison(businessId);
        for (const deadline = performance.now() + BEHIND_MS; !(await parked(businessId)); await sleep(20))
          if (performance.now() > deadline) throw new Error('not parked in time');
        await sleep(300);
        late.push(
          ...record.reads
            .slice(first)
            .filter(isLate)
            .map((read) => JSON.stringify(read)),
        );
      },
    });
    expect(violations).toEqual([]);
    expect(late).toEqual([]);
  });

  test('lets its owner read the data from before, marked as stale, and change nothing for now', async () => {
    const connection = openConnection(system.servers[0].origin);
    const headers = { Cookie: poisoned.cookie, Accept: 'application/json', 'Sec-Fetch-Site': 'same-origin' };
    const change = (): Promise<Reaction> =>
      connection.send({
        method: 'POST',
        path: '/api/fixed-costs',
        body: { name: 'Luz', value: system.newNumber() },
        headers: { ...headers, 'Idempotency-Key': randomUUID() },
      });
    expect(await change()).toMatchObject({ status: 201 });
    const position = await poison(poisoned.businessId);
    const read = await connection.send({
      method: 'GET',
      path: '/api/fixed-costs',
      headers: { ...headers, 'X-Read-After': position },
    });
    expect(read).toMatchObject({ status: 200, headers: { 'x-stale': 'true' }, text: expect.stringContaining('Luz') });
    expect(read.ms).toBeLessThan(BEHIND_MS);
    expect(await change()).toMatchObject({ status: 503, headers: { 'retry-after': '2' } });
    connection.close();
  });
});

const isLate = ({ reaction }: Read): boolean =>
  reaction.ms > BEHIND_MS || (reaction.kind === 'answered' && reaction.headers['x-stale'] !== undefined);
