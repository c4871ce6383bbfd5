import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownPort } from '#tests/support/port.ts';
import { type RunningProduct, startProduct } from '#tests/support/product.ts';
import { visitorAt } from '#tests/support/visitor.ts';
import { describeProgram } from './support/real-program.ts';
import { debiansPostgres, type RealPostgres, startRealPostgres } from './support/real-postgres.ts';
import { installedRelay, type RealRelay, startRealRelay } from './support/real-relay.ts';

/** Buys in the sandbox, which pays immediately. @returns the recipient of the confirmation */
async function buyAt(origin: string): Promise<string> {
  const email = `compradora-${randomUUID()}@relay.example`;
  const buyer = visitorAt(origin);
  const created = await buyer.call('POST', '/api/payment/create-direct', {
    body: { name: 'Joana Compradora', email },
    headers: { 'Idempotency-Key': randomUUID() },
  });
  if (created.status !== 201) throw new Error(`create-direct: ${created.status} ${created.text}`);
  const { payment_id: id } = created.json as { readonly payment_id: string };
  const paid = await buyer.call('POST', `/api/dev/payments/${id}/simulate`, { body: { outcome: 'paid' } });
  if (paid.status !== 200) throw new Error(`simulate: ${paid.status} ${paid.text}`);
  return email;
}

async function figuresAt(port: number): Promise<(name: string) => number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return (name) => Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
}

describeProgram({ name: 'mail relay', installation: installedRelay(), isPackagedByDebian: true }, (program, tell) => {
  let postgres: RealPostgres;
  let url: string;
  let port: number;
  let metricsPort: number;
  let relay: RealRelay | undefined;
  let product: RunningProduct | undefined;
  beforeAll(async () => {
    const programs = debiansPostgres();
    if (typeof programs === 'string') throw new Error(programs);
    postgres = await startRealPostgres(programs);
    url = (await postgres.createDatabase()).ownerUrl;
    port = await ownPort();
    metricsPort = await ownPort();
  });
  afterAll(async () => {
    await product?.stop();
    await relay?.stop();
    await postgres.stop();
  });

  /** Moves the due time of waiting mail half a minute back. */
  async function soonAgain(): Promise<void> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query('update mail.outgoing set due_at = now() where due_at is not null');
    await client.end();
  }

  async function start(refusesAll: boolean): Promise<RunningProduct> {
    relay = await startRealRelay(program, { port, refusesAll });
    product ??= await startProduct({
      env: {
        DATABASE_URL: url,
        METRICS_PORT: String(metricsPort),
        // The relay offers no TLS, which an operator must allow.
        SMTP_URL: `smtp://127.0.0.1:${port}?requireTLS=false`,
        MAIL_FROM: 'Prumo <nao-responda@prumo.example>',
        SUPPORT_EMAIL: 'ajuda@prumo.example',
      },
    });
    return product;
  }

  const arrived = (email: string): boolean => (relay?.mailbox() ?? '').includes(email);

  test('accepts and delivers a payment confirmation of the product', async (context) => {
    const { origin } = await start(false);
    const email = await buyAt(origin);
    await expect.poll(() => arrived(email)).toBe(true);
    const box = relay?.mailbox() ?? '';
    expect(box).toContain('Pagamento confirmado');
    expect(box).toMatch(/^Reply-To: .*ajuda@prumo\.example/m);
    tell(context, 'delivered, answers go to the support address');
  });

  test('that greets with 554 is reported, and gets the waiting mail when it serves again', async (context) => {
    await relay?.stop();
    const running = await start(true);
    const email = await buyAt(running.origin);
    await expect.poll(() => running.output()).toMatch(/554/);
    await expect.poll(async () => (await figuresAt(metricsPort))('prumo_mail_waiting')).toBe(1);
    expect(arrived(email)).toBe(false);
    await relay?.stop();
    relay = await startRealRelay(program, { port, refusesAll: false });
    await soonAgain();
    await expect.poll(() => arrived(email)).toBe(true);
    tell(context, 'kept, counted, and sent afterwards');
  });
});
