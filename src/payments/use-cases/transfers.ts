import { type TransferRequest, pendingRequest } from '#domain/payment/payment.ts';
import { READ_YOUR_WRITES_TIMEOUT_MS } from '#app/command-handler.ts';
import type { PaymentCall, PaymentsPorts } from './ports.ts';

/** The question to a guest in the browser that paid. */
export interface GuestQuestion {
  readonly paymentId: string;
  /** The e-mail typed when the payment was begun; null once it is forgotten. */
  readonly email: string | null;
  /** ISO instant after which silence counts as consent. */
  readonly until: string;
}

/** Requests of an account with the typed e-mail for the access that a guest uses, which the guest may refuse. */
export interface Transfers {
  /** Asks the guest, once for each account. @returns the request; null where no guest has the access any more */
  request(paymentId: string, userId: string, call: PaymentCall): Promise<TransferRequest | null>;
  /** Null without a request for this guest. */
  askedOf(guestId: string, paymentId: string): Promise<GuestQuestion | null>;
  /**
   * Consent moves everything of the guest to the account and ends the guest's sessions; a refusal keeps that account's
   * e-mail from taking the access for good.
   * @returns false without a request for this guest
   */
  answer(
    asked: { readonly guestId: string; readonly paymentId: string; readonly agrees: boolean },
    call: PaymentCall,
  ): Promise<boolean>;
}

/** Time that a guest has for refusing, in milliseconds. */
const TIME_TO_ANSWER_MS = 7 * 24 * 60 * 60 * 1_000;

export function createTransfers(
  ports: Pick<PaymentsPorts, 'intents' | 'payments' | 'guests' | 'reads' | 'newId' | 'clock'>,
): Transfers {
  const { intents, payments, guests, reads, newId, clock } = ports;

  /** Finds only a request for a payment that this guest has. */
  async function waitingAt(guestId: string, paymentId: string): Promise<ReturnType<typeof pendingRequest>> {
    const payment = await payments.current(paymentId);
    return payment.holder?.userId === guestId ? pendingRequest(payment) : null;
  }

  return {
    async request(paymentId, userId, call) {
      const until = new Date(clock().getTime() + TIME_TO_ANSWER_MS).toISOString();
      const command = { type: 'RequestTransfer', userId, until } as const;
      const outcome = await payments.handle(paymentId, command, { ...call, changeId: newId() });
      return outcome.kind === 'done' ? (outcome.state.requests.get(userId) ?? null) : null;
    },

    async askedOf(guestId, paymentId) {
      const waiting = await waitingAt(guestId, paymentId);
      if (!waiting) return null;
      const intent = await intents.find(paymentId);
      return { paymentId, email: intent?.claimedEmail ?? null, until: waiting.until };
    },

    async answer({ guestId, paymentId, agrees }, call) {
      const waiting = await waitingAt(guestId, paymentId);
      if (!waiting) return false;
      const { userId } = waiting;
      if (!agrees) {
        const command = { type: 'DeclineTransfer', userId, guestId } as const;
        const outcome = await payments.handle(paymentId, command, { ...call, changeId: newId() });
        return outcome.kind === 'done';
      }
      const position = await guests.bring({ guestId, userId, open: true }, call);
      if (position !== null) await reads.waitFor(position, READ_YOUR_WRITES_TIMEOUT_MS);
      return position !== null;
    },
  };
}
