import { REVOKED } from '#domain/account/account.ts';
import { evolvePayment, emptyPayment, type Payment } from '#domain/payment/payment.ts';
import type { Actor, RecordedEvent } from '#domain/event.ts';
import { paymentStream } from '#domain/streams.ts';
import { paymentEvent } from '#eventstore/codec.ts';
import { type EventLog, later, type Position } from '#eventstore/port.ts';
import type { Accounts } from './accounts.ts';

/** From payments to accounts: the only place that gives access for money, and takes it away again. */
export interface Access {
  /**
   * Brings the accounts into line with what the payment's stream says now: its holder has the access while it is
   * confirmed, everybody who held it before has not. Other sources of access are left alone, and one that an
   * administrator has revoked stays away, whoever holds the payment. Repeats change nothing.
   * @returns where a reader must be to see it; null where nobody holds the payment
   * @throws CommandNotDone · LogUnavailable · UnreadableEvent
   */
  settle(paymentId: string, call: Call): Promise<Position | null>;
  /** Has an administrator taken the access of this payment from somebody who held it? Then nobody else gets it. */
  isRevoked(payment: { readonly id: string; readonly holders: Payment['holders'] }): Promise<boolean>;
}

interface Call {
  readonly actor: Actor;
  readonly requestId: string;
}

/** A payment as its stream tells it, and the last event of that stream. */
interface PaymentStatus {
  readonly payment: Payment;
  readonly last: RecordedEvent;
}

export function createAccess({
  payments,
  accounts,
}: {
  /** The log that holds the payments' streams. */
  readonly payments: Pick<EventLog, 'read'>;
  readonly accounts: Accounts;
}): Access {
  async function statusOf(paymentId: string): Promise<PaymentStatus | undefined> {
    let payment = emptyPayment;
    let last: RecordedEvent | undefined;
    for await (const event of payments.read(paymentStream(paymentId))) {
      const typed = paymentEvent(event);
      if (typed) payment = evolvePayment(payment, typed);
      last = event;
    }
    return last && { payment, last };
  }

  async function isRevoked({ id, holders }: Parameters<Access['isRevoked']>[0]): Promise<boolean> {
    for (const userId of holders) if ((await accounts.current(userId)).revoked.has(id)) return true;
    return false;
  }

  /** Takes away before it gives: at no moment do two accounts have the access of one payment. */
  async function carryOut(paymentId: string, { payment, last }: PaymentStatus, call: Call): Promise<Position | null> {
    const { holder, holders, confirmed } = payment;
    const revoked = await isRevoked({ id: paymentId, holders });
    const heir = confirmed && !revoked ? holder : null;
    const context = { ...call, causationId: last.id };
    let position: Position | null = null;
    for (const userId of holders) {
      if (userId === heir?.userId) continue;
      const removal = { sourceId: paymentId, reason: revoked ? REVOKED : whyNot(payment, userId) };
      position = later(position, await accounts.removeAccess(userId, removal, context));
    }
    if (heir === null) return position;
    if (heir.kind === 'guest') await accounts.registerGuest(heir.userId, context);
    const grant = { source: { kind: 'payment', id: paymentId }, reason: 'paid' } as const;
    return later(position, await accounts.addAccess(heir.userId, grant, context));
  }

  return {
    isRevoked,
    async settle(paymentId, call) {
      let position: Position | null = null;
      let status = await statusOf(paymentId);
      // The payment may have moved on while the accounts were written: what was written last must be its last word.
      for (let settled: PaymentStatus | undefined; status && status.last.id !== settled?.last.id;) {
        position = later(position, await carryOut(paymentId, status, call));
        settled = status;
        status = await statusOf(paymentId);
      }
      return position;
    },
  };
}

const whyNot = ({ holder, takenBack }: Payment, userId: string): string =>
  userId === holder?.userId && takenBack !== null ? takenBack : 'claimed_by_another';
