import { NotLeaderError } from '@eventstore/db-client';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LogClient } from '#eventstore/eventstoredb/log-client.ts';
import { createReconnectingClient, type ReconnectingClient } from '#eventstore/eventstoredb/reconnecting-client.ts';
import { runs } from '#tests/support/property-runs.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const CALL_MS = 2_000;
/** The time within which the product promises an answer after an election. */
const PROMISED_MS = 1_500;

const referralTo = (leader: number): NotLeaderError => {
  const metadata = { getMap: () => ({ 'leader-endpoint-host': 'node', 'leader-endpoint-port': String(leader) }) };
  return new NotLeaderError({ name: 'Error', message: '', code: 5, details: '', metadata } as never);
};

/** A connection to one of three nodes, or to the node to which that one has referred it. */
interface NodeConnection {
  at: number;
}

/** Three nodes of which the first led and is dead; until the election the others still refer to it. */
function clusterWithDeadLeader(isSilent: boolean) {
  const dead = 0;
  let leader = 0;
  let isDead = false;
  const noAnswer = (): Promise<void> =>
    isSilent ? new Promise(() => undefined) : Promise.reject(new Error('connection refused'));
  async function ask(way: NodeConnection): Promise<void> {
    if (isDead && way.at === dead) return noAnswer();
    if (way.at === leader) return;
    const at = leader;
    way.at = at;
    throw referralTo(at);
  }
  const client = createReconnectingClient({
    address: {
      timeoutMs: undefined,
      nodeCount: 3,
      connect: (at) =>
        Object.assign({ at }, { onLost: async () => undefined, end: async () => undefined }) as unknown as LogClient,
    },
    timeoutMs: CALL_MS,
    probe: ({ client: way }) => ask(way as unknown as NodeConnection),
  });
  return {
    client,
    call: () => client.call(({ client: way }) => ask(way as unknown as NodeConnection)),
    kill: () => void (isDead = true),
    elect: (node: number) => void (leader = node),
  };
}

async function lostLeader(isSilent: boolean) {
  const cluster = clusterWithDeadLeader(isSilent);
  await cluster.client.connect();
  cluster.kill();
  const failed = cluster.call().catch(() => 'failed');
  await vi.advanceTimersByTimeAsync(CALL_MS + 1);
  expect(await failed).toBe('failed');
  return cluster;
}

async function isUpWithin(client: ReconnectingClient, milliseconds: number): Promise<boolean> {
  const isUp = client.untilUp(milliseconds);
  await vi.advanceTimersByTimeAsync(milliseconds);
  return isUp;
}

test.each([
  ['refuses', false],
  ['is silent', true],
])(
  'every election of a cluster ends with a new leader found within a second and a half, while the dead leader %s',
  async (_how, isSilent) => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 60_000 }), fc.constantFrom(1, 2), async (electedAfterMs, node) => {
        const { client, call, elect } = await lostLeader(isSilent);
        await vi.advanceTimersByTimeAsync(electedAfterMs);
        expect(client.isUp()).toBe(false);
        elect(node);
        expect(await isUpWithin(client, PROMISED_MS)).toBe(true);
        await call();
        await client.close();
      }),
      runs(30),
    );
  },
);

test('self-test: without an election no leader is found', async () => {
  const { client } = await lostLeader(true);
  expect(await isUpWithin(client, 60_000)).toBe(false);
  await client.close();
});
