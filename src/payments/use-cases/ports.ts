import type { Actor } from '#domain/event.ts';
import type { Payment, PaymentCommand, PaymentRefusal } from '#domain/payment/payment.ts';
import type { Position } from '#eventstore/port.ts';
import type { Intents } from '../intent.ts';
import type { PaymentProvider } from '../port.ts';
import type { Webhooks } from '../webhook.ts';
import type { CommandHandler } from '#app/command-handler.ts';

/** The actor and the request of a use case. */
export interface PaymentCall {
  readonly actor: Actor;
  readonly requestId: string;
  /** The cause of several effects of one act: an administrator's run over all payments. */
  readonly causationId?: string;
}

/** Gives the access of a payment to the account that holds it, and to no other. */
export interface AccessPort {
  /**
   * Idempotent.
   * @returns the position that a reader must have reached to see it; null when there is nothing to settle
   */
  settle(paymentId: string, call: PaymentCall): Promise<Position | null>;
  /** Whether an administrator has revoked this payment's access: then nobody gets it. */
  isRevoked(payment: { readonly id: string; readonly holders: Payment['holders'] }): Promise<boolean>;
}

/** People without an account. */
export interface GuestsPort {
  /**
   * Moves everything of a guest to an account; the guest's business is the one shown from then on if `open` is true.
   * @returns the position that a reader must have reached to see it; null when the guest had become another account
   * before
   */
  bring(
    joining: { readonly guestId: string; readonly userId: string; readonly open: boolean },
    call: PaymentCall,
  ): Promise<Position | null>;
}

/** The dependencies of paying; each use case picks some of them. */
export interface PaymentsPorts {
  readonly provider: PaymentProvider;
  readonly intents: Intents;
  readonly webhooks: Webhooks;
  readonly locks: {
    one<T>(name: string, work: () => Promise<T>): Promise<T>;
    unlessBusy<T>(name: string, work: () => Promise<T>): Promise<T | undefined>;
  };
  readonly payments: CommandHandler<Payment, PaymentCommand, PaymentRefusal>;
  readonly access: AccessPort;
  readonly guests: GuestsPort;
  readonly accounts: { hasAccess(userId: string): Promise<boolean> };
  /** Resolves once the read model has reached that position. */
  readonly reads: { waitFor(position: Position, timeoutMs: number): Promise<'reached' | 'late' | 'foreign'> };
  readonly receiptCodes: { codeOf(paymentId: string): string; hashOf(code: string): string };
  readonly newId: () => string;
  readonly newPaymentId: () => string;
  readonly clock: () => Date;
  /** The current price of the access, in cents. */
  readonly priceCents: number;
  /** Logs for operators: no names, no e-mails, no codes. */
  readonly warn: (what: { readonly paymentId?: string; readonly err?: unknown }, message: string) => void;
}
