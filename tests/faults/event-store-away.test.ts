import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type StandIn, startStandIn } from '#tests/support/eventstoredb/stand-in.ts';
import { IS_LONG, LONG, runFault } from './harness/fault-run.ts';
import { memoryOf } from './harness/processes.ts';
import { violationsUnder } from './harness/report.ts';
import { type Between, proxiedStage, type Server, type Stage } from './harness/stage.ts';

/** The product with its events in EventStoreDB: the server is a stand-in, everything on the way there is real. */
const storeStage = (): Promise<Stage & Between> => proxiedStage({ log: 'eventstoredb' });

/** In `npm test` one of these faults; each in `npm run test:faults`. */
describe('what lies between the product and its event store', LONG, () => {
  let stage: Stage & Between;
  let server: Server;
  beforeAll(async () => {
    stage = await storeStage();
    [server] = stage.servers;
  });
  afterAll(() => stage.close());

  test('7 the event store is started again under those who follow it', async (context) => {
    const violations = await violationsUnder(context, {
      stage,
      seed: 307,
      async strike({ random }) {
        await stage.eventStore?.stop();
        await sleep(random() * 500);
        await stage.eventStore?.start();
        return performance.now();
      },
    });
    expect(violations).toEqual([]);
  });

  describe.runIf(IS_LONG)('and', () => {
    test('11 the answer to an append is lost after it was done', async (context) => {
      const violations = await violationsUnder(context, {
        stage,
        seed: 311,
        async strike() {
          const caught = await stage.logProxy.catchNext({ saying: stage.saying.append, way: 'reply' });
          caught.lose();
        },
      });
      expect(violations).toEqual([]);
    });

    test('1 the process is killed', async (context) => {
      const violations = await violationsUnder(context, {
        stage,
        seed: 301,
        isExcused: () => true,
        async strike() {
          await server.kill();
          await server.restart();
        },
      });
      expect(violations).toEqual([]);
    });

    test('6 it is told to stop', async (context) => {
      const codes: unknown[] = [];
      const violations = await violationsUnder(context, {
        stage,
        seed: 306,
        isExcused: ({ reaction }) => reaction.kind === 'refused',
        async strike() {
          codes.push(await server.process().stop());
          await server.restart();
          return performance.now();
        },
      });
      expect(violations).toEqual([]);
      expect(new Set(codes)).toEqual(new Set([0]));
    });

    test('7 subscriptions end: politely, cancelled, with an error, and without a word', async (context) => {
      const ways = ['politely', 'cancelled', 'unavailable', 'silently'] as const;
      let turn = 0;
      const violations = await violationsUnder(context, {
        stage,
        seed: 317,
        async strike() {
          const way = ways[turn % ways.length] ?? 'politely';
          turn += 1;
          if (way === 'silently') stage.eventStore?.muteSubscriptions();
          else stage.eventStore?.endSubscriptions(way);
        },
      });
      expect(violations).toEqual([]);
    });

    test('8 the event store is away', async (context) => {
      const violations = await violationsUnder(context, {
        stage,
        seed: 308,
        async strike() {
          await stage.logProxy.refuse();
          await sleep(2_000);
          await stage.logProxy.listen();
          return performance.now();
        },
      });
      expect(violations).toEqual([]);
    });

    test('9 the event store is slow', async (context) => {
      const violations = await violationsUnder(context, {
        stage,
        seed: 309,
        async strike() {
          stage.logProxy.delay(150);
          await sleep(2_000);
          stage.logProxy.delay(0);
          return performance.now();
        },
      });
      expect(violations).toEqual([]);
    });

    test('10 the event store falls silent: 503 within three seconds, and memory does not grow', async (context) => {
      const before = memoryOf(server.process().pid);
      const violations = await violationsUnder(context, {
        stage,
        seed: 310,
        deadlineMs: 3_000,
        async strike() {
          stage.logProxy.stall();
          await sleep(6_000);
          stage.logProxy.heal();
          return performance.now();
        },
      });
      expect(violations).toEqual([]);
      expect(memoryOf(server.process().pid) - before).toBeLessThan(150);
    });

    test('10 connections fall silent for good, and the event store never hears of it', async (context) => {
      const violations = await violationsUnder(context, {
        stage,
        seed: 320,
        deadlineMs: 3_000,
        async strike() {
          stage.logProxy.abandon();
        },
      });
      expect(violations).toEqual([]);
    });

    test('11 the event store says that it took too long, or says nothing, or forgets where it was', async (context) => {
      const faults = ['timed_out', 'no_reply', 'no_position', 'not_leader'] as const;
      let turn = 0;
      const violations = await violationsUnder(context, {
        stage,
        seed: 321,
        async strike() {
          stage.eventStore?.appendFaults.push(
            ...Array.from({ length: 4 }, () => faults[turn % faults.length] ?? 'timed_out'),
          );
          turn += 1;
          await sleep(1_000);
          return performance.now();
        },
      });
      expect(violations).toEqual([]);
    });

    test('connections are reset', async (context) => {
      const violations = await violationsUnder(context, {
        stage,
        seed: 312,
        async strike() {
          stage.logProxy.reset();
        },
      });
      expect(violations).toEqual([]);
    });
  });
});

test.runIf(IS_LONG)(
  '7 control: an event store that comes back without its last second is found out',
  LONG,
  async () => {
    const stage = await storeStage();
    const { eventStore } = stage;
    if (!eventStore) throw new Error('this stage has one');
    let forgetful: StandIn | undefined;
    const { verdict } = await runFault({
      stage,
      seed: 327,
      moments: 1,
      isExcused: () => true,
      recoveryMs: 3_000,
      async strike() {
        const before = eventStore.stored.copy();
        await sleep(1_000);
        await eventStore.stop();
        forgetful = await startStandIn({ stored: before, port: eventStore.port });
        return performance.now();
      },
    });
    expect(verdict.violations).toContainEqual(expect.stringContaining('A acknowledged, not in the log'));
    await stage.close();
    await forgetful?.stop();
  },
);
