import type { Actor } from '#domain/event.ts';
import type { Payment, PaymentCommand, PaymentRefusal } from '#domain/payment/payment.ts';
import type { Position } from '#eventstore/port.ts';
import type { Intents } from '../intent.ts';
import type { PaymentProvider } from '../port.ts';
import type { Webhooks } from '../webhook.ts';
import type { CommandHandler } from '#app/command-handler.ts';

/** Who acts, in which request. */
export interface PaymentCall {
  readonly actor: Actor;
  readonly requestId: string;
  /** What it was done for, where one act has many effects: an administrator's run over all payments. */
  readonly causationId?: string;
}

/** Makes the account that holds a payment have its access, and nobody else. */
export interface AccessPort {
  /** Idempotent. @returns where a reader must be to see it; null when there is nothing to settle */
  settle(paymentId: string, call: PaymentCall): Promise<Position | null>;
  /** An administrator has taken this payment's access away: nobody gets it. */
  isRevoked(payment: { readonly id: string; readonly holders: Payment['holders'] }): Promise<boolean>;
}

/** People without an account. */
export interface GuestsPort {
  /**
   * All of a guest's becomes an account's; the guest's business is the one shown from then on where `open` says so.
   * @returns where a reader must be to see it; null when the guest had become another account before
   */
  bring(
    joining: { readonly guestId: string; readonly userId: string; readonly open: boolean },
    call: PaymentCall,
  ): Promise<Position | null>;
}

/** All that paying needs from outside; every part of it takes what it needs. */
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
  /** Resolves once the read model shows what is at that position. */
  readonly reads: { waitFor(position: Position, timeoutMs: number): Promise<'reached' | 'late' | 'foreign'> };
  readonly receiptCodes: { codeOf(paymentId: string): string; hashOf(code: string): string };
  readonly newId: () => string;
  readonly newPaymentId: () => string;
  readonly clock: () => Date;
  /** What the access costs now. */
  readonly priceCents: number;
  /** For whoever runs the product: no names, no e-mails, no codes. */
  readonly warn: (what: { readonly paymentId?: string; readonly err?: unknown }, message: string) => void;
}
