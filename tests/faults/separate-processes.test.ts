import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ownPort } from '#tests/support/port.ts';
import { buy, PAYER, untilStatus } from '#tests/support/buying.ts';
import { startBalancer } from '#tests/support/balancer.ts';
import { launchProduct } from '#tests/support/product.ts';
import { visitorAt } from '#tests/support/visitor.ts';
import { statusOf } from './harness/calls.ts';
import { LONG, runFault } from './harness/fault-run.ts';
import { leaderOf, untilLeads } from './harness/leader.ts';
import { violationsUnder } from './harness/report.ts';
import { separateStage } from './harness/stage.ts';

const TAKE_OVER_MS = 5_000;

describe('two that serve, two that project and one that reacts, over one database', LONG, () => {
  let stage: Awaited<ReturnType<typeof separateStage>>;
  beforeAll(async () => {
    stage = await separateStage();
  });
  afterAll(() => stage.close());

  test('each says how it is, and serves nothing that is not its part', async () => {
    for (const { origin } of [...stage.servers, ...stage.projectors, stage.reactor]) {
      expect((await fetch(`${origin}/healthz`)).status).toBe(200);
      expect((await fetch(`${origin}/readyz`)).status).toBe(200);
    }
    for (const { origin } of [...stage.projectors, stage.reactor])
      expect((await fetch(`${origin}/api/users/me`)).status).toBe(404);
  });

  test('what one has written, the other one shows at once to whoever says after what', async () => {
    const [first, second] = stage.servers;
    const cookie = stage.owners[0]?.cookie ?? '';
    for (let n = 1; n <= 10; n += 1) {
      const name = `Aluguel ${n}`;
      const headers = { Cookie: cookie, 'Idempotency-Key': randomUUID() };
      const written = await visitorAt(first.origin).call('POST', '/api/fixed-costs', {
        headers,
        body: { name, value: 100 + n },
      });
      expect(written.status).toBe(201);
      const after = written.headers.get('X-Position') ?? '';
      const read = await visitorAt(second.origin).call('GET', '/api/fixed-costs', {
        headers: { Cookie: cookie, 'X-Read-After': after },
      });
      expect(read.status).toBe(200);
      expect(read.text).toContain(name);
    }
  });

  test('whoever pays at one has access at both', async () => {
    const [first, second] = stage.servers;
    const browser = visitorAt(first.origin);
    const { payment_id: paymentId } = await buy(browser);
    const simulate = `/api/dev/payments/${paymentId}/simulate`;
    expect((await browser.call('POST', simulate, { body: { outcome: 'paid' } })).status).toBe(200);
    await untilStatus(browser, paymentId, 'CONFIRMED');
    const there = visitorAt(second.origin);
    const headers = { Cookie: browser.cookieHeader() };
    expect((await there.call('GET', '/api/dashboard', { headers })).status).toBe(200);
  });

  test('a payment that nobody asks about is looked into by the one that reacts, which sends the confirmation', async () => {
    const [first] = stage.servers;
    const browser = visitorAt(first.origin);
    const { payment_id: paymentId } = await buy(browser);
    await browser.call('POST', `/api/dev/payments/${paymentId}/simulate`, { body: { outcome: 'paid' } });
    // Of this one and of the one before.
    const confirmations = async (): Promise<number> =>
      (await visitorAt(first.origin).call('GET', '/dev/outbox')).text.split(PAYER.email).length - 1;
    await expect.poll(confirmations, { interval: 200 }).toBeGreaterThanOrEqual(2);
  });

  test('the one that projects is killed: the other one goes on within five seconds, and nothing is lost', async (context) => {
    let restarted = Promise.resolve();
    const violations = await violationsUnder(context, {
      stage,
      seed: 121,
      recoveryMs: TAKE_OVER_MS,
      async strike() {
        await restarted;
        const now = Date.now();
        const leading = leaderOf(stage.projectors);
        const other = stage.projectors.find((each) => each !== leading) ?? leading;
        await leading.kill();
        restarted = untilLeads(other, now).then(() => leading.restart());
      },
    });
    await restarted;
    expect(violations).toEqual([]);
  });

  test('6 those that serve are replaced one after the other, and not one request fails', async ({ task }) => {
    const balancer = await startBalancer(stage.servers.map(({ origin }) => origin));
    const { record, verdict } = await runFault({
      stage: { ...stage, servers: [{ ...stage.servers[0], origin: balancer.origin }] },
      seed: 122,
      load: { connections: 2 },
      async strike() {
        for (const server of stage.servers) {
          expect(await server.process().stop()).toBe(0);
          await server.restart();
        }
        return performance.now();
      },
    });
    task.meta.verdict = verdict;
    await balancer.close();
    const attempts = [...record.calls.flatMap((call) => call.attempts), ...record.reads];
    expect(verdict.violations).toEqual([]);
    expect(attempts.map(statusOf).filter((status) => status === undefined || status >= 500)).toEqual([]);
  });

  test('none of them brings a database of its own', async () => {
    for (const program of [stage.build.api, stage.build.projector, stage.build.reactor]) {
      const env = { DATABASE_URL: '', PORT: String(await ownPort()) };
      await expect(launchProduct({ env, program }).then((product) => product.ready())).rejects.toThrow('DATABASE_URL');
    }
  });
});
