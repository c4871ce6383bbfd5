import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type StandIn, startStandIn } from '#tests/support/eventstoredb/stand-in.ts';
import { IS_LONG, LONG, runFault, violationsUnder } from './harness/fault-run.ts';
import { memoryOf, proxiedSystem, type Proxies, type Server, type TestSystem } from './harness/system.ts';

/** The product stores its events in a stand-in for EventStoreDB, over a real network connection. */
const eventStoreSystem = (): Promise<TestSystem & Proxies> => proxiedSystem({ log: 'eventstoredb' });

/** `npm test` runs the first of these faults, `npm run test:faults` all of them. */
describe('product with its event store behind a proxy', LONG, () => {
  let system: TestSystem & Proxies;
  let server: Server;
  beforeAll(async () => {
    system = await eventStoreSystem();
    [server] = system.servers;
  });
  afterAll(() => system.close());

  describe('neither loses nor repeats a change, and works again within ten seconds,', () => {
    test('when the event store restarts under its subscriptions', async (context) => {
      const violations = await violationsUnder(context, {
        system,
        seed: 307,
        async inject({ random }) {
          await system.eventStore?.stop();
          await sleep(random() * 500);
          await system.eventStore?.start();
          return performance.now();
        },
      });
      expect(violations).toEqual([]);
    });

    describe.runIf(IS_LONG)('also under further faults:', () => {
      test('when the answer to an append is lost after it was stored', async (context) => {
        const violations = await violationsUnder(context, {
          system,
          seed: 311,
          async inject() {
            const caught = await system.logProxy.catchNext({ containing: system.requestTexts.append, way: 'reply' });
            caught.lose();
          },
        });
        expect(violations).toEqual([]);
      });

      test('when the process is killed', async (context) => {
        const violations = await violationsUnder(context, {
          system,
          seed: 301,
          isExcused: () => true,
          async inject() {
            await server.kill();
            await server.restart();
          },
        });
        expect(violations).toEqual([]);
      });

      test('when the process is stopped', async (context) => {
        const codes: unknown[] = [];
        const violations = await violationsUnder(context, {
          system,
          seed: 306,
          isExcused: ({ reaction }) => reaction.kind === 'refused',
          async inject() {
            codes.push(await server.process().stop());
            await server.restart();
            return performance.now();
          },
        });
        expect(violations).toEqual([]);
        expect(new Set(codes)).toEqual(new Set([0]));
      });

      test('when subscriptions end politely, cancelled, with an error or silently', async (context) => {
        const ways = ['politely', 'cancelled', 'unavailable', 'silently'] as const;
        let turn = 0;
        const violations = await violationsUnder(context, {
          system,
          seed: 317,
          async inject() {
            const way = ways[turn % ways.length] ?? 'politely';
            turn += 1;
            if (way === 'silently') system.eventStore?.muteSubscriptions();
            else system.eventStore?.endSubscriptions(way);
          },
        });
        expect(violations).toEqual([]);
      });

      test('when the event store is unavailable', async (context) => {
        const violations = await violationsUnder(context, {
          system,
          seed: 308,
          async inject() {
            await system.logProxy.refuse();
            await sleep(2_000);
            await system.logProxy.listen();
            return performance.now();
          },
        });
        expect(violations).toEqual([]);
      });

      test('when the event store is slow', async (context) => {
        const violations = await violationsUnder(context, {
          system,
          seed: 309,
          async inject() {
            system.logProxy.delay(150);
            await sleep(2_000);
            system.logProxy.delay(0);
            return performance.now();
          },
        });
        expect(violations).toEqual([]);
      });

      test('when the event store falls silent, and meanwhile answers 503 within three seconds without growing in memory', async (context) => {
        const before = memoryOf(server.process().pid);
        const violations = await violationsUnder(context, {
          system,
          seed: 310,
          deadlineMs: 3_000,
          async inject() {
            system.logProxy.stall();
            await sleep(6_000);
            system.logProxy.heal();
            return performance.now();
          },
        });
        expect(violations).toEqual([]);
        expect(memoryOf(server.process().pid) - before).toBeLessThan(150);
      });

      test('when connections fall silent for good and the event store does not notice', async (context) => {
        const violations = await violationsUnder(context, {
          system,
          seed: 320,
          deadlineMs: 3_000,
          async inject() {
            system.logProxy.abandon();
          },
        });
        expect(violations).toEqual([]);
      });

      test('when the event store reports a timeout, gives no answer or returns no position', async (context) => {
        const faults = ['timed_out', 'no_reply', 'no_position', 'not_leader'] as const;
        let turn = 0;
        const violations = await violationsUnder(context, {
          system,
          seed: 321,
          async inject() {
            system.eventStore?.appendFaults.push(
              ...Array.from({ length: 4 }, () => faults[turn % faults.length] ?? 'timed_out'),
            );
            turn += 1;
            await sleep(1_000);
            return performance.now();
          },
        });
        expect(violations).toEqual([]);
      });

      test('when connections are reset', async (context) => {
        const violations = await violationsUnder(context, {
          system,
          seed: 312,
          async inject() {
            system.logProxy.reset();
          },
        });
        expect(violations).toEqual([]);
      });
    });
  });
});

test.runIf(IS_LONG)(
  'self-test: the checks find an event store that returns without its last second',
  LONG,
  async () => {
    const system = await eventStoreSystem();
    const { eventStore } = system;
    if (!eventStore) throw new Error('this system has one');
    let emptiedStore: StandIn | undefined;
    const { verdict } = await runFault({
      system,
      seed: 327,
      moments: 1,
      isExcused: () => true,
      recoveryMs: 3_000,
      async inject() {
        const before = eventStore.stored.copy();
        await sleep(1_000);
        await eventStore.stop();
        emptiedStore = await startStandIn({ stored: before, port: eventStore.port });
        return performance.now();
      },
    });
    expect(verdict.violations).toContainEqual(expect.stringContaining('A acknowledged, not in the log'));
    await system.close();
    await emptiedStore?.stop();
  },
);
