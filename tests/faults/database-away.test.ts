import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LONG, runFault } from './harness/fault-run.ts';
import { memoryOf } from './harness/memory.ts';
import { report } from './harness/report.ts';
import { proxiedStage, type Server } from './harness/stage.ts';

describe('what lies between the product and its database', LONG, () => {
  let stage: Awaited<ReturnType<typeof proxiedStage>>;
  let server: Server;
  beforeAll(async () => {
    stage = await proxiedStage();
    [server] = stage.servers;
  });
  afterAll(() => stage.close());

  /** Every await of a command, by the statement that it waits for. */
  const awaits = [
    ['who asks', 'visitors', 'request'],
    ['who asks, answered', 'visitors', 'reply'],
    ['the stream', 'log_stream', 'request'],
    ['the stream, answered', 'log_stream', 'reply'],
    ['an append', 'log_append', 'request'],
    ['an append, committed', 'log_append', 'reply'],
    ['the projection of a batch', 'read_batch', 'request'],
    ['the projection of a batch, committed', 'read_batch', 'reply'],
  ] as const;

  test.each(awaits)('1, 2 the process is killed while it waits for %s', async (name, saying, way) => {
    const verdict = await runFault({
      stage,
      seed: 301,
      isExcused: () => true,
      async strike() {
        const caught = await stage.proxy.catchNext({ saying, way });
        await server.kill();
        caught.lose();
        await server.restart();
      },
    });
    expect(verdict.violations).toEqual([]);
  });

  test('1 what a killed process had sent arrives after its successor has begun', async (context) => {
    const verdict = await runFault({
      stage,
      seed: 401,
      isExcused: () => true,
      async strike({ random }) {
        const caught = await stage.proxy.catchNext({ saying: 'log_append', way: 'request' });
        await server.kill();
        await server.restart();
        await sleep(random() * 100);
        caught.pass();
      },
    });
    report(context, verdict);
    expect(verdict.violations).toEqual([]);
  });

  test('11 the answer to an append is lost after the commit', async (context) => {
    const verdict = await runFault({
      stage,
      seed: 111,
      async strike() {
        const caught = await stage.proxy.catchNext({ saying: 'log_append', way: 'reply' });
        caught.lose();
      },
    });
    report(context, verdict);
    expect(verdict.violations).toEqual([]);
  });

  test('11 the answer to an append never comes', async (context) => {
    const verdict = await runFault({
      stage,
      seed: 211,
      async strike() {
        const caught = await stage.proxy.catchNext({ saying: 'log_append', way: 'reply' });
        await sleep(2_000);
        caught.lose();
        return performance.now();
      },
    });
    report(context, verdict);
    expect(verdict.violations).toEqual([]);
  });

  test('8 the database is away', async (context) => {
    const verdict = await runFault({
      stage,
      seed: 108,
      async strike() {
        await stage.proxy.refuse();
        await sleep(2_000);
        await stage.proxy.listen();
        return performance.now();
      },
    });
    report(context, verdict);
    expect(verdict.violations).toEqual([]);
  });

  test('9 the database is slow', async (context) => {
    const verdict = await runFault({
      stage,
      seed: 109,
      async strike() {
        stage.proxy.delay(150);
        await sleep(2_000);
        stage.proxy.delay(0);
        return performance.now();
      },
    });
    report(context, verdict);
    expect(verdict.violations).toEqual([]);
  });

  test('10 the database falls silent: 503 within three seconds, and memory does not grow', async (context) => {
    const before = memoryOf(server.process().pid);
    const verdict = await runFault({
      stage,
      seed: 110,
      deadlineMs: 3_000,
      async strike() {
        stage.proxy.stall();
        await sleep(6_000);
        stage.proxy.heal();
        return performance.now();
      },
    });
    report(context, verdict);
    expect(verdict.violations).toEqual([]);
    expect(memoryOf(server.process().pid) - before).toBeLessThan(150);
  });

  test('10 connections fall silent for good, and the server never hears of it', async (context) => {
    const verdict = await runFault({
      stage,
      seed: 210,
      deadlineMs: 3_000,
      async strike() {
        stage.proxy.abandon();
      },
    });
    report(context, verdict);
    expect(verdict.violations).toEqual([]);
  });

  test('connections are reset', async (context) => {
    const verdict = await runFault({
      stage,
      seed: 112,
      async strike() {
        stage.proxy.reset();
      },
    });
    report(context, verdict);
    expect(verdict.violations).toEqual([]);
  });
});
