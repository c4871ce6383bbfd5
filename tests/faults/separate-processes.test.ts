import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ownPort } from '#tests/support/port.ts';
import { buy, PAYER, waitForStatus } from '#tests/support/buying.ts';
import { startBalancer } from '#tests/support/balancer.ts';
import { launchProduct } from '#tests/support/product.ts';
import { visitorAt } from '#tests/support/visitor.ts';
import { statusOf } from './harness/calls.ts';
import { LONG, runFault, violationsUnder } from './harness/fault-run.ts';
import { leaderOf, separateSystem, waitUntilLeads } from './harness/system.ts';

const TAKE_OVER_MS = 5_000;

describe('two API processes, two projectors and one reactor over one database', LONG, () => {
  let system: Awaited<ReturnType<typeof separateSystem>>;
  beforeAll(async () => {
    system = await separateSystem();
  });
  afterAll(() => system.close());

  test('report their health, and serve nothing that belongs to another part', async () => {
    for (const { origin } of [...system.servers, ...system.projectors, system.reactor]) {
      expect((await fetch(`${origin}/healthz`)).status).toBe(200);
      expect((await fetch(`${origin}/readyz`)).status).toBe(200);
    }
    for (const { origin } of [...system.projectors, system.reactor])
      expect((await fetch(`${origin}/api/users/me`)).status).toBe(404);
  });

  test('show a change made at one API process to a reader of its position at the other', async () => {
    const [first, second] = system.servers;
    const cookie = system.owners[0]?.cookie ?? '';
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

  test('give access at both API processes to a buyer who pays at one', async () => {
    const [first, second] = system.servers;
    const browser = visitorAt(first.origin);
    const { payment_id: paymentId } = await buy(browser);
    const simulate = `/api/dev/payments/${paymentId}/simulate`;
    expect((await browser.call('POST', simulate, { body: { outcome: 'paid' } })).status).toBe(200);
    await waitForStatus(browser, paymentId, 'CONFIRMED');
    const there = visitorAt(second.origin);
    const headers = { Cookie: browser.cookieHeader() };
    expect((await there.call('GET', '/api/dashboard', { headers })).status).toBe(200);
  });

  test('look up a payment that no request asks about in the reactor, which sends the confirmation', async () => {
    const [first] = system.servers;
    const browser = visitorAt(first.origin);
    const { payment_id: paymentId } = await buy(browser);
    await browser.call('POST', `/api/dev/payments/${paymentId}/simulate`, { body: { outcome: 'paid' } });
    // There are two confirmations, of this payment and of the one before.
    const confirmations = async (): Promise<number> =>
      (await visitorAt(first.origin).call('GET', '/dev/outbox')).text.split(PAYER.email).length - 1;
    await expect.poll(confirmations, { interval: 200 }).toBeGreaterThanOrEqual(2);
  });

  test('lose nothing when one projector is killed, and the other continues within five seconds', async (context) => {
    let restarted = Promise.resolve();
    const violations = await violationsUnder(context, {
      system,
      seed: 121,
      recoveryMs: TAKE_OVER_MS,
      async inject() {
        await restarted;
        const now = Date.now();
        const leading = leaderOf(system.projectors);
        const other = system.projectors.find((each) => each !== leading) ?? leading;
        await leading.kill();
        restarted = waitUntilLeads(other, now).then(() => leading.restart());
      },
    });
    await restarted;
    expect(violations).toEqual([]);
  });

  test('fail no request while the API processes are replaced one after the other', async ({ task }) => {
    const balancer = await startBalancer(system.servers.map(({ origin }) => origin));
    const { record, verdict } = await runFault({
      system: { ...system, servers: [{ ...system.servers[0], origin: balancer.origin }] },
      seed: 122,
      load: { connections: 2 },
      async inject() {
        for (const server of system.servers) {
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

  test('start no database of their own', async () => {
    for (const program of [system.build.api, system.build.projector, system.build.reactor]) {
      const env = { DATABASE_URL: '', PORT: String(await ownPort()) };
      await expect(launchProduct({ env, program }).then((product) => product.ready())).rejects.toThrow('DATABASE_URL');
    }
  });
});
