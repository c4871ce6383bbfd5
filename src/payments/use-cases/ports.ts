import type { Access } from '#app/access.ts';
import type { Guests } from '#app/guests.ts';
import type { Payment, PaymentCommand, PaymentRefusal } from '#domain/payment/payment.ts';
import type { Position } from '#eventstore/port.ts';
import type { PaymentIntents } from '../intent.ts';
import type { PaymentProvider, NotificationQueue } from '../provider.ts';
import type { CommandHandler } from '#app/command-handler.ts';

/** The dependencies of the payment use cases; each picks some of them. */
export interface PaymentsPorts {
  readonly provider: PaymentProvider;
  readonly intents: PaymentIntents;
  readonly notificationQueue: NotificationQueue;
  readonly locks: {
    withLock<T>(name: string, work: () => Promise<T>): Promise<T>;
    tryWithLock<T>(name: string, work: () => Promise<T>): Promise<T | undefined>;
  };
  readonly paymentCommands: CommandHandler<Payment, PaymentCommand, PaymentRefusal>;
  readonly access: Access;
  readonly guests: Pick<Guests, 'moveToAccount'>;
  readonly accounts: { hasAccess(userId: string): Promise<boolean> };
  /** Waits until the read model has reached a position; `other_log`: the position is not one of this log. */
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
