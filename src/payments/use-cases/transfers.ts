import type { RequestContext } from '#app/new-events.ts';
import { type TransferRequest, openTransferRequest } from '#domain/payment/payment.ts';
import { READ_YOUR_WRITES_TIMEOUT_MS } from '#read-model/position-waiter.ts';
import type { PaymentsPorts } from './ports.ts';

/** A request of an account to take over the payment that a guest uses, which waits for the guest's answer. */
export interface OpenTransferRequest {
  readonly paymentId: string;
  /** The e-mail entered when the payment was begun; null once it is erased. */
  readonly email: string | null;
  /** ISO instant after which silence counts as consent. */
  readonly answerDeadline: string;
}

/** Requests of an account with the entered e-mail for the access that a guest uses, which the guest may refuse. */
export interface Transfers {
  /** Asks the guest, once for each account. @returns the request; null where no guest has the access any more */
  request(paymentId: string, userId: string, context: RequestContext): Promise<TransferRequest | null>;
  /** Finds the request that waits for this guest's answer; null without one. */
  findOpenRequest(guestId: string, paymentId: string): Promise<OpenTransferRequest | null>;
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
  ports: Pick<PaymentsPorts, 'intents' | 'paymentCommands' | 'guests' | 'readModel' | 'newId' | 'clock'>,
): Transfers {
  const { intents, paymentCommands, guests, readModel, newId, clock } = ports;

  /** Finds the open request for a payment, if this guest holds it. */
  async function findRequestFor(guestId: string, paymentId: string): Promise<ReturnType<typeof openTransferRequest>> {
    const payment = await paymentCommands.currentState(paymentId);
    return payment.holder?.userId === guestId ? openTransferRequest(payment) : null;
  }

  return {
    async request(paymentId, userId, context) {
      const answerDeadline = new Date(clock().getTime() + ANSWER_TIMEOUT_MS).toISOString();
      const command = { type: 'RequestTransfer', userId, answerDeadline } as const;
      const outcome = await paymentCommands.handle(paymentId, command, { ...context, changeId: newId() });
      return outcome.kind === 'done' ? (outcome.state.requests.get(userId) ?? null) : null;
    },

    async findOpenRequest(guestId, paymentId) {
      const request = await findRequestFor(guestId, paymentId);
      if (!request) return null;
      const intent = await intents.find(paymentId);
      return { paymentId, email: intent?.enteredEmail ?? null, answerDeadline: request.answerDeadline };
    },

    async answer({ guestId, paymentId, isAgreed }, context) {
      const request = await findRequestFor(guestId, paymentId);
      if (!request) return false;
      const { userId } = request;
      if (!isAgreed) {
        const command = { type: 'DeclineTransfer', userId, guestId } as const;
        const outcome = await paymentCommands.handle(paymentId, command, { ...context, changeId: newId() });
        return outcome.kind === 'done';
      }
      const position = await guests.moveToAccount({ guestId, userId, showGuestBusiness: true }, context);
      if (position !== null) await readModel.waitFor(position, READ_YOUR_WRITES_TIMEOUT_MS);
      return position !== null;
    },
  };
}
