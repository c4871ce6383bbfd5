import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { randomFrom } from '#tests/support/random.ts';
import { requestText } from '../../scripts/bench/http-connection.ts';
import { openLoop } from '../../scripts/bench/load-generator.ts';
import { timelineOf, evaluate, LoadRecord, sumOf } from '../../scripts/load/record.ts';
import { arrivals, createWorkload, type LoadOwner } from '../../scripts/load/workload.ts';

let server: Server | undefined;
afterEach(async () => {
  server?.closeAllConnections();
  await new Promise<unknown>((done) => (server ? server.close(done) : done(undefined)));
  server = undefined;
});

async function serve(listener: RequestListener): Promise<number> {
  const made = createServer(listener);
  server = made;
  await new Promise<void>((done) => made.listen(0, '127.0.0.1', done));
  return (made.address() as AddressInfo).port;
}

/** A record without problems: reads of 5 ms, changes visible after 20, constant memory. */
function goodRecord(): LoadRecord {
  const record = new LoadRecord();
  for (let at = 0; at < 400; at += 1) {
    record.reads.push({ at, durationMs: 5 });
    record.visibleChanges.push({ at, durationMs: 20 });
    record.memory.push({ at, megabytes: 200 + (at % 7) });
    record.delays.push(1);
  }
  return record;
}
const unmet = (record: LoadRecord): string[] =>
  evaluate(record)
    .filter(({ isMet }) => !isMet)
    .map(({ metric }) => metric.split(',')[0] ?? '');

describe('the verdict on a load run', () => {
  test('is positive when the run had no problems', () => {
    expect(unmet(goodRecord())).toEqual([]);
    expect(evaluate(goodRecord())).toHaveLength(6);
  });

  test.each<[string, (record: LoadRecord) => void, string]>([
    [
      'slow reads',
      ({ reads }) => reads.push(...Array.from({ length: 9 }, () => ({ at: 1, durationMs: 51 }))),
      'a read',
    ],
    [
      'changes that are visible late',
      ({ visibleChanges }) => visibleChanges.push(...Array.from({ length: 9 }, () => ({ at: 1, durationMs: 101 }))),
      'an own change until it is read',
    ],
    ['one stale read', (record) => (record.staleReads = 1), 'own reads without the own change'],
    ['one answer 500', (record) => record.countFailure('answer 503', 503), 'answers of 500 and more'],
    ['one refused request', (record) => record.countFailure('answer 429'), 'other failures'],
    [
      'memory that grows by a fifth',
      ({ memory }) => memory.forEach(({ at }, i) => (memory[i] = { at, megabytes: 200 + at / 5 })),
      'memory',
    ],
  ])('is negative when the run had %s', (_what, spoil, what) => {
    const record = goodRecord();
    spoil(record);
    expect(unmet(record)).toEqual([what]);
  });
});

test('the load workload schedules requests at the requested average rate, and equally for the same seed', () => {
  const all = [...arrivals(240, 60_000, randomFrom(1))];
  expect(Math.abs(all.length - 240 * 60)).toBeLessThan(500);
  expect(all).toEqual([...arrivals(240, 60_000, randomFrom(1))]);
  expect(all).toEqual(all.toSorted((a, b) => a - b));
});

test('a load run counts the wait for a slow server from the scheduled time of the request', async () => {
  let open = 0;
  const port = await serve((_request, response) => {
    open += 1;
    void sleep(open === 1 ? 300 : 0).then(() => response.end('ok'));
  });
  const durationMs: number[] = [];
  // There are more requests than connections, so the last ones must wait for the first.
  const due = Array.from({ length: 130 }, () => 0);
  await openLoop({ port, arrivals: due }, async (connection, dueAt) => {
    await connection.send(requestText('GET', '/'));
    durationMs.push(performance.now() - dueAt);
  });
  expect(durationMs).toHaveLength(130);
  expect(Math.max(...durationMs)).toBeGreaterThanOrEqual(290);
});

describe('workload of a load run', () => {
  const ID = 'flour';
  const owner = (): LoadOwner => ({ cookie: 'session=x', ingredientIds: [ID], isChanging: false });

  async function run(listener: RequestListener, changing: number): Promise<LoadRecord> {
    const port = await serve(listener);
    const record = new LoadRecord();
    const random = randomFrom(7);
    const sendRequest = createWorkload({
      owners: Array.from({ length: 9 }, owner),
      record,
      startedAt: performance.now(),
      random,
      changeShare: changing,
    });
    await openLoop({ port, arrivals: arrivals(400, 500, random) }, sendRequest);
    return record;
  }
  const answer = (
    response: Parameters<RequestListener>[1],
    body: unknown,
    headers: Record<string, string> = {},
  ): void => {
    const text = JSON.stringify(body);
    response.writeHead(200, { 'Content-Length': text.length, ...headers }).end(text);
  };

  /** A product that shows every change immediately; `shown` may change the value. */
  const product =
    (shown: (price: number) => number): RequestListener =>
    (request, response) => {
      let body = '';
      request.on('data', (text: Buffer) => (body += text.toString()));
      request.on('end', () => {
        if (request.method === 'PUT') {
          const { unit_price: price } = JSON.parse(body) as { unit_price: number };
          answer(response, {}, { 'X-Position': `p${price}` });
        } else {
          const price = Number((request.headers['x-read-after'] as string | undefined)?.slice(1) ?? 0);
          answer(response, [{ id: ID, unit_price: shown(price) }]);
        }
      });
    };

  test('reads its own changes, and counts those that are missing', async () => {
    const good = await run(
      product((price) => price),
      0.25,
    );
    expect(good.changes).toBeGreaterThan(20);
    expect([good.visibleChanges.length, good.staleReads, sumOf(good.serverErrors)]).toEqual([good.changes, 0, 0]);
    expect(good.reads.length).toBeGreaterThan(good.changes * 2);
    const stale = await run(
      product((price) => price - 1),
      0.25,
    );
    expect(stale.staleReads).toBe(stale.changes);
  });

  test('counts failed requests and continues', async () => {
    let asked = 0;
    const failing = await run((_request, response) => {
      asked += 1;
      if (asked % 3 === 0) response.destroy();
      else response.writeHead(asked % 3 === 1 ? 503 : 200, { 'Content-Length': 2 }).end('[]');
    }, 0);
    expect(sumOf(failing.serverErrors)).toBeGreaterThan(20);
    expect(failing.reads.length).toBeGreaterThan(20);
    expect(sumOf(failing.otherFailures)).toBeGreaterThan(20);
  });
});

test('the record of a load run has a line for each tenth of the time', () => {
  const lines = timelineOf(goodRecord(), 400);
  expect(lines).toHaveLength(10);
  expect(lines[9]).toBe('from 360 s: p99 of reads 5.0 ms, of changes seen 20.0 ms, 200 MB');
  expect(timelineOf(new LoadRecord(), 400)[0]).toContain('p99 of reads –');
});
