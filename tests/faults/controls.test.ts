import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SERVING_SCHEMA } from '#read-model/tables.ts';
import { outcomeOf } from './harness/calls.ts';
import { checkAnswers, checkSilence } from './harness/check-answers.ts';
import { checkAcknowledged, checkOnce } from './harness/check-log.ts';
import { checkRows } from './harness/check-rows.ts';
import { leaderOf, leadingSince } from './harness/leader.ts';
import { IS_LONG, LONG, runFault } from './harness/fault-run.ts';
import { ask, logContents } from './harness/log-contents.ts';
import { abruptCall, sameCall } from './harness/odd-calls.ts';
import { proxiedStage, type Server } from './harness/stage.ts';
import { NEVER_STARVED, watchStarvation } from '#tests/support/starvation.ts';

/** Every check, and every fault's protection, once without what makes it hold: then the run must find something. */
describe('without its protection a fault shows', LONG, () => {
  let stage: Awaited<ReturnType<typeof proxiedStage>>;
  let server: Server;
  beforeAll(async () => {
    stage = await proxiedStage();
    [server] = stage.servers;
  });
  afterAll(() => stage.close());

  const afterwards = (milliseconds: number, work: () => Promise<unknown>): Promise<unknown> =>
    sleep(milliseconds).then(work);

  test('A, B an acknowledged event that is missing, or there twice', async () => {
    const { record, verdict } = await runFault({ stage, seed: 901, moments: 1, strike: () => sleep(200) });
    expect(verdict.violations).toEqual([]);
    const log = await logContents(stage.placed());
    const key = record.calls.find((call) => outcomeOf(call) === 'ok')?.keys[0];
    const at = log.findIndex((event) => event.meta.request?.key === key);
    const event = log[at];
    expect(event).toBeDefined();
    const lossy = log.toSpliced(at, 1);
    expect(checkAcknowledged(record.calls, lossy)).toEqual([expect.stringContaining('A acknowledged, not in the log')]);
    expect(checkOnce(record.calls, lossy).join()).toMatch(/B position .* follows .*B revision/);
    const again = { ...event!, id: randomUUID(), meta: { ...event!.meta, requestId: randomUUID() } };
    expect(checkOnce(record.calls, [...log, again]).join()).toMatch(/B done 2 times/);
    const refused = { ...record.calls[0]!, keys: [key ?? ''], attempts: [] };
    expect(checkAcknowledged([refused], log)).toEqual([expect.stringContaining('A failed, yet in the log')]);
  });

  test('B, 1, 11 whoever repeats with a fresh key after an unknown outcome does it twice', async () => {
    const { verdict } = await runFault({
      stage,
      seed: 902,
      moments: 1,
      isExcused: () => true,
      load: { repeatWith: 'fresh key', neverRepeated: 0 },
      async strike() {
        const caught = await stage.logProxy.catchNext({ saying: '"scope":"POST /api/fixed-costs"', way: 'reply' });
        await server.kill();
        caught.lose();
        await server.restart();
      },
    });
    expect(verdict.violations).toContainEqual(expect.stringContaining('B done 2 times'));
  });

  test('B, 14 a hundred times at once with a key each is a hundred times done', async () => {
    const call = await sameCall(stage, 20, undefined);
    expect(checkOnce([call], await logContents(stage.placed()))).toEqual([expect.stringContaining('B done 20 times')]);
  });

  test('12 a request that is whole happens, although its caller has gone', async () => {
    const { keys } = await abruptCall(stage, { share: 1, afterMs: 300 });
    await expect
      .poll(async () => (await logContents(stage.placed())).filter(({ meta }) => meta.request?.key === keys[0]).length)
      .toBe(1);
  });

  test('C, 17 a projector that wakes up and writes what it had in hand', async () => {
    const { businessId } = stage.owners[0]!;
    const dashboard = (): Promise<{ dashboard: string }[]> =>
      ask(stage.url(), `select dashboard from ${SERVING_SCHEMA}.business where business_id = $1`, [businessId]);
    const [inHand] = await dashboard();
    await sameCall(stage, 1, undefined);
    expect(await checkRows(stage.placed())).toEqual([]);
    const [now] = await dashboard();
    const write = `update ${SERVING_SCHEMA}.business set dashboard = $2 where business_id = $1`;
    await ask(stage.url(), write, [businessId, inHand?.dashboard]);
    expect(await checkRows(stage.placed())).toEqual([expect.stringMatching(/^C business/)]);
    await ask(stage.url(), write, [businessId, now?.dashboard]);
    expect(await checkRows(stage.placed())).toEqual([]);
  });

  test('F another status, a 503 that does not say when, an answer too late, none at all, a refusal out of place', () => {
    const call = { businessId: '', request: { method: 'POST', path: '/x' }, keys: [], isWrong: false } as const;
    const answer = { kind: 'answered', status: 201, headers: {}, text: '', ms: 1 } as const;
    const found = (reaction: Parameters<typeof checkAnswers>[0]['reads'][number]['reaction']): string[] =>
      checkAnswers(
        { calls: [{ ...call, keys: [], attempts: [{ origin: '', at: 0, reaction }] }], reads: [] },
        { deadlineMs: 100, isExcused: () => false },
      );
    expect(found(answer)).toEqual([]);
    expect(found({ ...answer, status: 503, headers: { 'retry-after': '2' } })).toEqual([]);
    for (const bad of [
      { ...answer, status: 500 },
      { ...answer, status: 503 },
      { ...answer, status: 404 },
      { ...answer, ms: 101 },
      { kind: 'lost', reason: 'ECONNRESET', ms: 1 } as const,
      { kind: 'refused', ms: 1 } as const,
    ])
      expect(found(bad)).toEqual([expect.stringMatching(/^F /)]);
  });

  test('F what a process stood in line for a processor is not held against it, and no more than that', async () => {
    let inLine = 0;
    const starvation = watchStarvation(
      () => [1, 2],
      (pid) => (pid === 1 ? inLine : 7_000),
    );
    const from = performance.now();
    await sleep(100);
    inLine += 40;
    await sleep(100);
    const until = performance.now();
    inLine += 1_000_000;
    await sleep(100);
    starvation.end();
    expect(starvation.between(from, until)).toBeGreaterThan(0);
    expect(starvation.between(from, until)).toBeLessThanOrEqual(until - from);
    expect(starvation.between(from - 2_000, from - 1_000)).toBe(0);
    const call = { businessId: '', request: { method: 'POST', path: '/x' }, keys: [], isWrong: false } as const;
    const reaction = { kind: 'answered', status: 201, headers: {}, text: '', ms: 150 } as const;
    const found = (starved: number): string[] =>
      checkAnswers(
        { calls: [{ ...call, keys: [], attempts: [{ origin: '', at: 0, reaction }] }], reads: [] },
        { deadlineMs: 100, isExcused: () => false, starvedMs: () => starved },
      );
    expect(found(60)).toEqual([]);
    expect(found(40)).toEqual([expect.stringMatching(/^F .*201 after 150 ms/)]);
  });

  test('G, 3, 4, 24 a process that is not brought back in time', async () => {
    const { verdict } = await runFault({
      stage,
      seed: 903,
      moments: 1,
      isExcused: () => true,
      recoveryMs: 300,
      starvation: NEVER_STARVED,
      async strike() {
        await server.kill();
        void afterwards(400, () => server.restart());
      },
    });
    expect(verdict.violations).toContainEqual(expect.stringMatching(/^G /));
  });

  test('G, 16, 18 nobody projects, because a foreign session holds the lead', async () => {
    const foreign = new pg.Client({ connectionString: stage.url() });
    await foreign.connect();
    const { verdict } = await runFault({
      stage,
      seed: 904,
      moments: 1,
      recoveryMs: 1_000,
      starvation: NEVER_STARVED,
      async strike() {
        const held = foreign.query('select pg_advisory_lock(hashtextextended($1, 0))', [
          `projector of ${SERVING_SCHEMA}`,
        ]);
        await ask(
          stage.url(),
          `select pg_terminate_backend(pid) from pg_stat_activity
          where application_name = 'prumo-projector' and datname = current_database()`,
        );
        await held;
        await sleep(500); // by now nobody reads after a write that was still projected
        void afterwards(2_500, () => foreign.end());
        return performance.now();
      },
    });
    expect(verdict.violations).toContainEqual(expect.stringMatching(/^G /));
  });

  test.runIf(IS_LONG)('10 a client without time limits waits for ever on a silent database', async () => {
    const client = new pg.Client({ connectionString: stage.proxy.url });
    client.on('error', () => undefined);
    await client.connect();
    stage.proxy.stall();
    const answered = client.query('select 1').then(
      () => true,
      () => true,
    );
    expect(await Promise.race([answered, sleep(3_000, false)])).toBe(false);
    stage.proxy.heal();
  });

  test('H an e-mail in a log', () => {
    expect(checkSilence(['{"msg":"request"}'], ['canario-1@exemplo.com'])).toEqual([]);
    expect(checkSilence(['{"msg":"hello canario-1@exemplo.com"}'], ['canario-1@exemplo.com'])).toHaveLength(1);
  });
});

test.runIf(IS_LONG)('17 control: sessions of a process that stands still do not end', LONG, async () => {
  const stage = await proxiedStage({ processes: 2, withheld: 'idle_session_timeout' });
  const paused = leaderOf(stage.servers);
  const since = Date.now();
  process.kill(paused.process().pid, 'SIGSTOP');
  await sleep(10_000);
  expect(leadingSince(paused)).toBeLessThan(since);
  expect(leaderOf(stage.servers)).toBe(paused);
  process.kill(paused.process().pid, 'SIGCONT');
  await stage.close();
});
