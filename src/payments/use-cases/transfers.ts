import type { RequestContext } from '#app/new-events.ts';
import { type TransferRequest, pendingRequest } from '#domain/payment/payment.ts';
import { READ_YOUR_WRITES_TIMEOUT_MS } from '#read-model/position-waiter.ts';
import type { PaymentsPorts } from './ports.ts';

/** The question whether an account may take over the payment that a guest uses. */
export interface GuestQuestion {
  readonly paymentId: string;
  /** The e-mail entered when the payment was begun; null once it is erased. */
  readonly email: string | null;
  /** ISO instant after which silence counts as consent. */
  readonly deadline: string;
}

/** Requests of an account with the entered e-mail for the access that a guest uses, which the guest may refuse. */
export interface Transfers {
  /** Asks the guest, once for each account. @returns the request; null where no guest has the access any more */
  request(paymentId: string, userId: string, context: RequestContext): Promise<TransferRequest | null>;
  /** Finds the question that waits for this guest's answer; null without one. */
  findQuestion(guestId: string, paymentId: string): Promise<GuestQuestion | null>;
  /**
   * Applies the guest's decision. Consent moves everything of the guest to the account and ends the guest's sessions; a
   * refusal keeps that account from taking the access by its e-mail for good.
   * @returns false without a request for this guest
   */
  answer(
    decision: { readonly guestId: string; readonly paymentId: string; readonly isAgreed: boolean },
    context: RequestContext,
  ): Promise<boolean>;
}

/** The time that a guest has for refusing, in milliseconds. */
const ANSWER_TIMEOUT_MS = 7 * 24 * 60 * 60 * 1_000;

export function createTransfers(
  ports: Pick<PaymentsPorts, 'intents' | 'payments' | 'guests' | 'readModel' | 'newId' | 'clock'>,
): Transfers {
  const { intents, payments, guests, readModel, newId, clock } = ports;

  /** Finds the pending request for a payment that this guest holds. */
  async function findRequest(guestId: string, paymentId: string): Promise<ReturnType<typeof pendingRequest>> {
    const payment = await payments.currentState(paymentId);
    return payment.holder?.userId === guestId ? pendingRequest(payment) : null;
  }

  return {
    async request(paymentId, userId, context) {
      const until = new Date(clock().getTime() + ANSWER_TIMEOUT_MS).toISOString();
      const command = { type: 'RequestTransfer', userId, until } as const;
      const outcome = await payments.handle(paymentId, command, { ...context, changeId: newId() });
      return outcome.kind === 'done' ? (outcome.state.requests.get(userId) ?? null) : null;
    },

    async findQuestion(guestId, paymentId) {
      const waiting = await findRequest(guestId, paymentId);
      if (!waiting) return null;
      const intent = await intents.find(paymentId);
      return { paymentId, email: intent?.enteredEmail ?? null, deadline: waiting.until };
    },

    async answer({ guestId, paymentId, isAgreed }, context) {
      const waiting = await findRequest(guestId, paymentId);
      if (!waiting) return false;
      const { userId } = waiting;
      if (!isAgreed) {
        const command = { type: 'DeclineTransfer', userId, guestId } as const;
        const outcome = await payments.handle(paymentId, command, { ...context, changeId: newId() });
        return outcome.kind === 'done';
      }
      const position = await guests.moveToAccount({ guestId, userId, open: true }, context);
      if (position !== null) await readModel.waitFor(position, READ_YOUR_WRITES_TIMEOUT_MS);
      return position !== null;
    },
  };
}
