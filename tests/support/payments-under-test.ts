import type { RequestContext } from '#app/new-events.ts';
import { createAccess } from '#app/access.ts';
import { createAccounts } from '#app/accounts.ts';
import { accountAggregate, paymentAggregate } from '#app/aggregate.ts';
import { createCommandHandler } from '#app/command-handler.ts';
import { createPayments, type Payments } from '#payments/use-cases/payments.ts';
import type { ChargeReport } from '#domain/payment/payment.ts';
import type { EventLog, Position } from '#eventstore/port.ts';
import { newPaymentId, type PaymentVisitor } from '#payments/intent.ts';
import { createIntents } from '#payments/intent-table.ts';
import { createLocks, type Locks } from '#payments/locks.ts';
import { createReceiptCodes } from '#payments/receipt-codes.ts';
import { createNotificationQueue } from '#payments/notification-table.ts';
import { createHash } from 'node:crypto';
import pg from 'pg';
import { migratedDatabase } from './database.ts';
import { ownLog } from './event-log.ts';
import { type MemoryProvider, memoryProvider } from './memory-provider.ts';

const PRICE = 1_000;
export const systemCall: RequestContext = { actor: { kind: 'system', id: 'test' }, requestId: 'r' };

/** The payment use cases over Postgres, with a separate log, a provider that tests control, and a clock. */
export interface PaymentsUnderTest {
  readonly payments: Payments;
  readonly provider: MemoryProvider;
  readonly pool: pg.Pool;
  readonly log: EventLog;
  readonly locks: Locks;
  /** The warnings for the operator. */
  readonly warnings: readonly string[];
  /** The positions for which reads waited, the latest at the end. */
  readonly waitedFor: readonly Position[];
  /** Creates `Payments` on the same database, as another process would have it. */
  anotherProcess(): Payments;
  now(): Date;
  advanceClock(milliseconds: number): void;
  /**
   * Begins a payment without an account.
   * @returns its id
   */
  beginPayment(who?: Partial<ReturnType<typeof newBuyer>>): Promise<string>;
  /** Records this status, as if the process ended before anything followed from it. */
  recordStatusOnly(
    paymentId: string,
    money: Pick<ChargeReport, 'status'> & Partial<Pick<ChargeReport, 'cents'>>,
  ): Promise<void>;
  hasAccess(userId: string): Promise<boolean>;
  isConfirmed(paymentId: string): Promise<boolean>;
  clear(): Promise<void>;
  close(): Promise<void>;
}

let buyers = 0;
/** A browser that sends the token from its first payment. */
export const newBuyer = (): PaymentVisitor & { readonly buyerTokenHash: string } => {
  buyers += 1;
  return { buyerTokenHash: createHash('sha256').update(`buyer ${buyers}`).digest('base64url'), user: null };
};

export async function paymentsUnderTest(): Promise<PaymentsUnderTest> {
  const database = await migratedDatabase();
  const { pool } = database;
  const locks = createLocks(database.url, { onLost: () => undefined });
  const log = await ownLog();
  const provider = memoryProvider();
  const warnings: string[] = [];
  const waitedFor: Position[] = [];
  let now = Date.parse('2026-03-01T12:00:00Z');
  const clock = (): Date => new Date(now);

  function oneProcess() {
    const options = { log, now: clock, wait: async () => {} };
    const handler = createCommandHandler({ ...options, aggregate: paymentAggregate });
    const accountHandler = createCommandHandler({ ...options, aggregate: accountAggregate });
    const accounts = createAccounts(accountHandler, () => crypto.randomUUID());
    const payments = createPayments({
      provider,
      intents: createIntents(pool, provider.name),
      notificationQueue: createNotificationQueue(pool, provider.name, clock),
      locks,
      paymentCommands: handler,
      access: createAccess({ log, accounts }),
      guests: { moveToAccount: async () => null },
      accounts,
      readModel: {
        async waitFor(position) {
          waitedFor.push(position);
          return 'reached';
        },
      },
      receiptCodes: createReceiptCodes(new Uint8Array(32)),
      newId: () => crypto.randomUUID(),
      newPaymentId,
      clock,
      priceCents: PRICE,
      warn: (what, message) => void warnings.push(`${message} ${JSON.stringify(what)}`),
    });
    return { payments, handler, accounts };
  }

  const { payments, handler, accounts } = oneProcess();
  return {
    payments,
    provider,
    pool,
    log,
    locks,
    warnings,
    waitedFor,
    anotherProcess: () => oneProcess().payments,
    now: clock,
    advanceClock(milliseconds) {
      now += milliseconds;
    },
    async beginPayment(who) {
      const payer = { name: 'Joana Compradora', email: 'joana@comprou.example' };
      const buyer = { ...newBuyer(), ...who };
      const intent = await payments.beginPayment({ buyer, payer, newBuyerTokenHash: buyer.buyerTokenHash });
      return intent.paymentId;
    },
    async recordStatusOnly(paymentId, noted) {
      const report = {
        provider: provider.name,
        chargeId: paymentId,
        cents: PRICE,
        reversalBeforeReading: null,
        ...noted,
      };
      const call = { ...systemCall, changeId: crypto.randomUUID() };
      await handler.handle(paymentId, { type: 'RecordChargeReport', report, priceCents: PRICE }, call);
    },
    hasAccess: (userId) => accounts.hasAccess(userId),
    isConfirmed: async (paymentId) => (await handler.currentState(paymentId)).isConfirmed,
    async clear() {
      await pool.query('truncate payments.intent, payments.webhook');
    },
    async close() {
      await log.close();
      await locks.close();
      await database.drop();
    },
  };
}
