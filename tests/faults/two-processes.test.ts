import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LONG, violationsUnder } from './harness/fault-run.ts';
import { leaderOf, proxiedSystem, type Server, waitUntilLeads } from './harness/system.ts';
import { logContents } from './harness/log-contents.ts';
import { sendAborted, ABORTED_BY_CALLER, sendSimultaneously } from './harness/odd-calls.ts';
import { createOutages } from './harness/calls.ts';

describe('two processes over one database', LONG, () => {
  let system: Awaited<ReturnType<typeof proxiedSystem>>;
  beforeAll(async () => {
    system = await proxiedSystem({ processes: 2 });
  });
  afterAll(() => system.close());

  const other = (than: Server): Server => system.servers.find((server) => server !== than) ?? than;

  describe('neither lose nor repeat a change, and work again within ten seconds,', () => {
    test('when both write to the same businesses', async (context) => {
      const violations = await violationsUnder(context, {
        system,
        seed: 115,
        load: { connections: 4 },
        async inject() {
          await sleep(500);
        },
      });
      expect(violations).toEqual([]);
    });

    test('when the same key is sent a hundred times at once to both', async (context) => {
      const violations = await violationsUnder(context, {
        system,
        seed: 114,
        async inject({ record }) {
          record.calls.push(await sendSimultaneously(system, 100, randomUUID()));
        },
      });
      expect(violations).toEqual([]);
    });

    test('when callers reset in the middle of a request or right after it', async (context) => {
      const violations = await violationsUnder(context, {
        system,
        seed: 112,
        isExcused: ({ origin }) => origin === ABORTED_BY_CALLER,
        async inject({ random, record }) {
          const half = Array.from({ length: 20 }, () =>
            sendAborted(system, { share: 0.1 + random() * 0.8, afterMs: 5 }),
          );
          const whole = Array.from({ length: 5 }, () => sendAborted(system, { share: 1, afterMs: random() * 20 }));
          record.calls.push(...(await Promise.all([...half, ...whole])));
          await sleep(100);
        },
      });
      expect(violations).toEqual([]);
    });

    test('when the projecting process is killed, and the other continues', async (context) => {
      const down = createOutages();
      const violations = await violationsUnder(context, {
        system,
        seed: 116,
        isExcused: down.covers,
        async inject() {
          const first = leaderOf(system.servers);
          const now = Date.now();
          await down.during(first.origin, async () => {
            await first.kill();
            await waitUntilLeads(other(first), now);
            await first.restart();
          });
        },
      });
      expect(violations).toEqual([]);
    });

    test('when the projecting process freezes, the other takes over, and the first wakes up', async (context) => {
      const still = createOutages();
      const violations = await violationsUnder(context, {
        system,
        seed: 117,
        isExcused: still.covers,
        async inject() {
          const first = leaderOf(system.servers);
          const now = Date.now();
          await still.during(first.origin, async () => {
            process.kill(first.process().pid, 'SIGSTOP');
            try {
              await waitUntilLeads(other(first), now);
              await sleep(300);
            } finally {
              process.kill(first.process().pid, 'SIGCONT');
            }
          });
        },
      });
      expect(violations).toEqual([]);
    });
  });

  test('carry out a complete request once, although its caller has left', async () => {
    const { key } = await sendAborted(system, { share: 1, afterMs: 300 });
    await expect
      .poll(async () => (await logContents(system.storage())).filter(({ meta }) => meta.request?.key === key).length)
      .toBe(1);
  });
});
