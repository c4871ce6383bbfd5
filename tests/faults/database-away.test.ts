import { setTimeout as sleep } from 'node:timers/promises';
import type { CaughtMessage } from '#tests/support/tcp-proxy.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { IS_LONG, LONG, MOMENTS, violationsUnder } from './harness/fault-run.ts';
import { exitCodeOf, memoryOf, proxiedSystem, type Server, startTask } from './harness/system.ts';

/** The points of the swap at which a rebuild is killed: before and after its renames, and after its commit. */
const SWAP = [
  ['alter schema', 'request'],
  ['alter schema', 'reply'],
  ['commit\0', 'reply'],
] as const;

describe('product with its database behind a proxy', LONG, () => {
  let system: Awaited<ReturnType<typeof proxiedSystem>>;
  let server: Server;
  beforeAll(async () => {
    system = await proxiedSystem();
    [server] = system.servers;
  });
  afterAll(() => system.close());

  /** Every await of a command and of the projector: the query, and the direction that is cut. */
  const awaits = [
    ['append', 'reply'],
    ['read_batch', 'reply'],
    ['append', 'request'],
    ['read_batch', 'request'],
    ['visitors', 'request'],
    ['visitors', 'reply'],
    ['stream', 'request'],
    ['stream', 'reply'],
  ] as const;

  const catchNext = (what: (typeof awaits)[number][0], way: 'request' | 'reply'): Promise<CaughtMessage> =>
    what === 'append' || what === 'stream'
      ? system.logProxy.catchNext({ containing: system.requestTexts[what], way })
      : system.proxy.catchNext({ containing: what, way });

  describe('neither loses nor repeats a change, and works again within ten seconds,', () => {
    test('when the process is killed at each await of a command and of the projector', async (context) => {
      let turn = 0;
      const violations = await violationsUnder(context, {
        system,
        seed: 301,
        moments: Math.max(3, MOMENTS),
        isExcused: () => true,
        async inject() {
          const [what, way] = awaits[turn % awaits.length] ?? awaits[0];
          turn += 1;
          const caught = await catchNext(what, way);
          await server.kill();
          caught.lose();
          await server.restart();
        },
      });
      expect(violations).toEqual([]);
    });

    test('when what a killed process had sent arrives after its successor has started', async (context) => {
      const violations = await violationsUnder(context, {
        system,
        seed: 401,
        isExcused: () => true,
        async inject({ random }) {
          const caught = await catchNext('append', 'request');
          await server.kill();
          await server.restart();
          await sleep(random() * 100);
          caught.pass();
        },
      });
      expect(violations).toEqual([]);
    });

    test('when the answer to an append is lost after the commit', async (context) => {
      const violations = await violationsUnder(context, {
        system,
        seed: 111,
        async inject() {
          const caught = await catchNext('append', 'reply');
          caught.lose();
        },
      });
      expect(violations).toEqual([]);
    });

    test.runIf(IS_LONG)('when the answer to an append never arrives', async (context) => {
      const violations = await violationsUnder(context, {
        system,
        seed: 211,
        async inject() {
          const caught = await catchNext('append', 'reply');
          await sleep(2_000);
          caught.lose();
          return performance.now();
        },
      });
      expect(violations).toEqual([]);
    });

    test.runIf(IS_LONG)('when the database is unavailable', async (context) => {
      const violations = await violationsUnder(context, {
        system,
        seed: 108,
        async inject() {
          await system.proxy.refuse();
          await sleep(2_000);
          await system.proxy.listen();
          return performance.now();
        },
      });
      expect(violations).toEqual([]);
    });

    test.runIf(IS_LONG)('when the database is slow', async (context) => {
      const violations = await violationsUnder(context, {
        system,
        seed: 109,
        async inject() {
          system.proxy.delay(150);
          await sleep(2_000);
          system.proxy.delay(0);
          return performance.now();
        },
      });
      expect(violations).toEqual([]);
    });

    test('when the database falls silent, and meanwhile answers 503 within three seconds without growing in memory', async (context) => {
      const before = memoryOf(server.process().pid);
      const violations = await violationsUnder(context, {
        system,
        seed: 110,
        deadlineMs: 3_000,
        async inject() {
          system.proxy.stall();
          await sleep(IS_LONG ? 6_000 : 3_500);
          system.proxy.heal();
          return performance.now();
        },
      });
      expect(violations).toEqual([]);
      expect(memoryOf(server.process().pid) - before).toBeLessThan(150);
    });

    test.runIf(IS_LONG)('when connections fall silent for good and the server does not notice', async (context) => {
      const violations = await violationsUnder(context, {
        system,
        seed: 210,
        deadlineMs: 3_000,
        async inject() {
          system.proxy.abandon();
        },
      });
      expect(violations).toEqual([]);
    });

    test.runIf(IS_LONG)('when connections are reset', async (context) => {
      const violations = await violationsUnder(context, {
        system,
        seed: 112,
        async inject() {
          system.proxy.reset();
        },
      });
      expect(violations).toEqual([]);
    });

    test('when the read model is rebuilt while it serves', async (context) => {
      const codes: unknown[] = [];
      const violations = await violationsUnder(context, {
        system,
        seed: 119,
        async inject() {
          codes.push(await exitCodeOf(startTask(system, 'rebuild')));
        },
      });
      expect(violations).toEqual([]);
      expect(new Set(codes)).toEqual(new Set([0]));
    });

    test('when a rebuild is killed at the swap, before and after it counts', async (context) => {
      let turn = 0;
      const violations = await violationsUnder(context, {
        system,
        seed: 120,
        moments: Math.max(2, MOMENTS),
        async inject() {
          turn += 1;
          const [text, way] = SWAP[turn % SWAP.length] ?? SWAP[0];
          const catching = system.proxy.catchNext({ containing: text, way });
          const task = startTask(system, 'rebuild', system.proxy.url);
          const caught = await catching;
          task.kill('SIGKILL');
          await exitCodeOf(task);
          caught.lose();
        },
      });
      expect(violations).toEqual([]);
    });
  });

  test.runIf(IS_LONG)('stops with exit code 0 within fifteen seconds while the database is silent', async () => {
    system.proxy.stall();
    const stoppedAt = performance.now();
    expect(await server.process().stop()).toBe(0);
    expect(performance.now() - stoppedAt).toBeLessThan(15_000);
    system.proxy.heal();
    await server.restart();
  });
});
