import type { RequestContext } from '#app/new-events.ts';
import type { Payment, PaymentCommand, PaymentRefusal } from '#domain/payment/payment.ts';
import type { Position } from '#eventstore/port.ts';
import type { PaymentIntents } from '../intent.ts';
import type { PaymentProvider } from '../port.ts';
import type { NotificationQueue } from '../notification.ts';
import type { CommandHandler } from '#app/command-handler.ts';

/** Keeps the access of accounts in line with the payments that they hold. */
export interface AccessPort {
  /**
   * Gives the access of a payment to its holder, and takes it from everyone else. Idempotent.
   * @returns the position that a reader must have reached to see it; null when nobody ever held the payment
   */
  syncAccounts(paymentId: string, context: RequestContext): Promise<Position | null>;
  /** Tells whether an administrator has revoked this payment's access: then nobody gets it. */
  isRevoked(payment: { readonly id: string; readonly holders: Payment['holders'] }): Promise<boolean>;
}

/** People without an account. */
export interface GuestsPort {
  /**
   * Moves everything of a guest to an account; the guest's business becomes the open one if `open` is true.
   * @returns the position that a reader must have reached to see it; null when the guest had become another account
   * before
   */
  moveToAccount(
    move: { readonly guestId: string; readonly userId: string; readonly open: boolean },
    context: RequestContext,
  ): Promise<Position | null>;
}

/** The dependencies of the payment use cases; each picks some of them. */
export interface PaymentsPorts {
  readonly provider: PaymentProvider;
  readonly intents: PaymentIntents;
  readonly notificationQueue: NotificationQueue;
  readonly locks: {
    withLock<T>(name: string, work: () => Promise<T>): Promise<T>;
    tryWithLock<T>(name: string, work: () => Promise<T>): Promise<T | undefined>;
  };
  readonly payments: CommandHandler<Payment, PaymentCommand, PaymentRefusal>;
  readonly access: AccessPort;
  readonly guests: GuestsPort;
  readonly accounts: { hasAccess(userId: string): Promise<boolean> };
  /** Waits until the read model has reached a position. */
  readonly readModel: {
    waitFor(position: Position, timeoutMs: number): Promise<'reached' | 'timed_out' | 'other_log'>;
  };
  readonly receiptCodes: { codeOf(paymentId: string): string; hashOf(code: string): string };
  readonly newId: () => string;
  readonly newPaymentId: () => string;
  readonly clock: () => Date;
  /** The current price of the access, in cents. */
  readonly priceCents: number;
  /** Logs for operators: no names, no e-mails, no codes. */
  readonly warn: (details: { readonly paymentId?: string; readonly err?: unknown }, message: string) => void;
}
