import type { RequestContext } from './new-events.ts';
import { REVOKED } from '#domain/account/account.ts';
import { evolvePayment, emptyPayment, type Payment } from '#domain/payment/payment.ts';
import type { RecordedEvent } from '#domain/event.ts';
import { paymentStream } from '#domain/streams.ts';
import { paymentEvent } from '#eventstore/codec.ts';
import { type EventLog, laterPosition, type Position } from '#eventstore/port.ts';
import type { Accounts } from './accounts.ts';

/** Gives accounts access for payments and takes it away again; nothing else does. */
export interface Access {
  /**
   * Updates accounts to match the stream of the payment: its holder has the access while it is confirmed, and earlier
   * holders have not. Other sources of access are unaffected, and access that an administrator has revoked stays
   * revoked, whoever holds the payment. Idempotent.
   * @returns the position that a reader must have reached to see the result; null when nobody ever held the payment, or
   * every holder is erased or unknown
   * @throws CommandNotDone · LogUnavailable · UnreadableEvent
   */
  syncAccounts(paymentId: string, context: RequestContext): Promise<Position | null>;
  /**
   * Tells whether an administrator has revoked the access of this payment from one of its holders. Then nobody else
   * gets it.
   */
  isRevoked(payment: { readonly id: string; readonly holders: Payment['holders'] }): Promise<boolean>;
}

/** A payment folded from its stream, with the last event of that stream. */
interface PaymentState {
  readonly payment: Payment;
  readonly last: RecordedEvent;
}

export function createAccess({
  log,
  accounts,
}: {
  /** The event log with the streams of payments. */
  readonly log: Pick<EventLog, 'read'>;
  readonly accounts: Accounts;
}): Access {
  async function readPayment(paymentId: string): Promise<PaymentState | undefined> {
    let payment = emptyPayment;
    let last: RecordedEvent | undefined;
    for await (const event of log.read(paymentStream(paymentId))) {
      const parsed = paymentEvent(event);
      if (parsed) payment = evolvePayment(payment, parsed);
      last = event;
    }
    return last && { payment, last };
  }

  async function isRevoked({ id, holders }: Parameters<Access['isRevoked']>[0]): Promise<boolean> {
    for (const userId of holders) if ((await accounts.currentState(userId)).revoked.has(id)) return true;
    return false;
  }

  /** Access is removed before it is given: at no moment do two accounts have the access of one payment. */
  async function updateAccounts(
    paymentId: string,
    { payment, last }: PaymentState,
    context: RequestContext,
  ): Promise<Position | null> {
    const { holder, holders, isConfirmed } = payment;
    const isAccessRevoked = await isRevoked({ id: paymentId, holders });
    const newHolder = isConfirmed && !isAccessRevoked ? holder : null;
    const accountContext = { ...context, causationId: last.id };
    let position: Position | null = null;
    for (const userId of holders) {
      if (userId === newHolder?.userId) continue;
      const removal = { sourceId: paymentId, reason: isAccessRevoked ? REVOKED : removalReason(payment, userId) };
      position = laterPosition(position, await accounts.removeAccess(userId, removal, accountContext));
    }
    if (newHolder === null) return position;
    if (newHolder.kind === 'guest') await accounts.registerGuest(newHolder.userId, accountContext);
    const addition = { source: { kind: 'payment', id: paymentId }, reason: 'paid' } as const;
    return laterPosition(position, await accounts.addAccess(newHolder.userId, addition, accountContext));
  }

  return {
    isRevoked,
    async syncAccounts(paymentId, context) {
      let position: Position | null = null;
      let state = await readPayment(paymentId);
      // The payment may change while the accounts are written, so the accounts are written until its last state is
      // applied.
      for (let applied: PaymentState | undefined; state && state.last.id !== applied?.last.id;) {
        position = laterPosition(position, await updateAccounts(paymentId, state, context));
        applied = state;
        state = await readPayment(paymentId);
      }
      return position;
    },
  };
}

const removalReason = ({ holder, reversal }: Payment, userId: string): string =>
  userId === holder?.userId && reversal !== null ? reversal : 'claimed_by_another';
