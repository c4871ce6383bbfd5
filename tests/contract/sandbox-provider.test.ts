import pg from 'pg';
import type { Charge } from '#payments/provider.ts';
import { createSandbox } from '#payments/sandbox/sandbox.ts';
import { freshDatabase, migrateDatabase } from '#tests/support/database.ts';
import { startWebhookListener } from '#tests/support/webhook-listener.ts';
import { describePaymentProvider } from './payment-provider.suite.ts';

describePaymentProvider(
  'of the sandbox',
  async () => {
    const database = await freshDatabase();
    const listener = await startWebhookListener();
    const token = 'sandbox-token-'.padEnd(43, 'x');
    const clock = (): Date => new Date('2026-11-21T03:45:21Z');
    const pools = [0, 1].map(() => new pg.Pool({ connectionString: database.url, max: 4 }));
    const [pool, otherPool] = pools as [pg.Pool, pg.Pool];
    await migrateDatabase(pool);
    const webhook = { url: listener.url, token };
    const { provider, simulate } = createSandbox({ pool, clock, webhook });
    const referenceOf = ({ paymentId }: Charge): string => paymentId ?? '';
    return {
      provider,
      other: createSandbox({ pool: otherPool, clock, webhook }).provider,
      token,
      world: {
        pay: (charge) => simulate(referenceOf(charge), 'paid'),
        letExpire: (charge) => simulate(referenceOf(charge), 'overdue'),
        chargeBack: (charge) => simulate(referenceOf(charge), 'chargeback'),
      },
      async dispose() {
        await Promise.all(pools.map((each) => each.end()));
        await listener.stop();
        await database.drop();
      },
    };
  },
  { knowsUnpaid: true },
);
