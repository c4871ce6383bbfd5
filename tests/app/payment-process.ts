import type { AccountOrGuest } from '#domain/account/account.ts';
import { createAccess } from '#app/access.ts';
import { createAccounts } from '#app/accounts.ts';
import { accountAggregate, businessAggregate, paymentAggregate } from '#app/aggregate.ts';
import { createGuests } from '#app/guests.ts';
import { createCommandHandler } from '#app/command-handler.ts';
import { firstBusinessIdOf } from '#app/ids.ts';
import type { BusinessCommand } from '#domain/business/commands.ts';
import type { ClaimMethod, ChargeReport } from '#domain/payment/payment.ts';
import type { EventLog } from '#eventstore/port.ts';
import { testId } from '#tests/support/histories.ts';

export const call = { actor: { kind: 'system', id: 'test' }, requestId: 'r' } as const;
export const accountOf = (name: string): AccountOrGuest => ({ kind: 'account', userId: testId('user', name) });
export const guestIdOf = (name: string): AccountOrGuest => ({ kind: 'guest', userId: testId('guest', name) });

/**
 * A process that handles payments and accounts; two of them over one log are two processes. `businessesOf` stands for
 * the read model, which is empty when it is left out.
 */
export function createPaymentProcess(
  log: EventLog,
  businessesOf: (userId: string) => Promise<readonly string[]> = async () => [],
) {
  const endedSessions: string[] = [];
  const options = { log, now: () => new Date('2026-03-01T12:00:00Z'), wait: async () => {} };
  const payments = createCommandHandler({ ...options, aggregate: paymentAggregate });
  const businesses = createCommandHandler({ ...options, aggregate: businessAggregate });
  const accounts = createAccounts(createCommandHandler({ ...options, aggregate: accountAggregate }), () =>
    crypto.randomUUID(),
  );
  const access = createAccess({ log, accounts });
  const guests = createGuests({
    accounts,
    access,
    businesses,
    paymentCommands: payments,
    businessesOf,
    endSessions: async (userId) => endedSessions.push(userId),
    newId: () => crypto.randomUUID(),
  });
  const ask = (paymentId: string, command: Parameters<typeof payments.handle>[1]) =>
    payments.handle(paymentId, command, { ...call, changeId: crypto.randomUUID() });
  return {
    payments,
    businesses,
    accounts,
    access,
    guests,
    endedSessions,
    settle: (paymentId: string) => access.syncAccounts(paymentId, call),
    /** The provider's state of a payment of R$ 10. */
    recordStatus: async (paymentId: string, status: ChargeReport['status']) => {
      const { reversal: reversalBeforeReading } = await payments.currentState(paymentId);
      const report = { provider: 'asaas', chargeId: paymentId, cents: 1_000, status, reversalBeforeReading };
      return ask(paymentId, { type: 'RecordChargeReport', priceCents: 1_000, report });
    },
    /** Executes a command on the first business of an account, as that account. */
    change: (userId: string, command: BusinessCommand) =>
      businesses.handle(
        firstBusinessIdOf(userId),
        { ownerId: userId, command },
        { ...call, changeId: crypto.randomUUID() },
      ),
    claim: (paymentId: string, to: AccountOrGuest, from: AccountOrGuest | null = null, via: ClaimMethod = 'session') =>
      ask(paymentId, { type: 'Claim', to, from: from?.userId ?? null, via, at: options.now().toISOString() }),
    /** The account asks the guest who has the access; the guest's time to refuse is over immediately. */
    requestTransfer: (paymentId: string, { userId }: AccountOrGuest) =>
      ask(paymentId, { type: 'RequestTransfer', userId, answerDeadline: options.now().toISOString() }),
  };
}
