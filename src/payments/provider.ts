/** The interface of every payment provider, and the only view that the product has of one. Amounts are whole cents. */

export type ChargeStatus =
  /** Nothing is paid yet. */
  | 'pending'
  /** The due date has passed without a payment; the charge can still be paid. */
  | 'overdue'
  /** The money has arrived. */
  | 'paid'
  | 'refunded'
  | 'charged_back'
  /** The charge is cancelled and cannot be paid any more. */
  | 'cancelled'
  /** The program does not know the provider's status, so nothing follows from it. */
  | 'unknown';

/** A charge as reported by its provider. */
export interface Charge {
  /** The provider's id of the charge, used for `getCharge` and `refund`. It never changes. */
  readonly chargeId: string;
  /** Our payment id; null where the provider lost it. */
  readonly paymentId: string | null;
  /**
   * The amount; 0 for an unpaid static code as read by `getCharge`: a PIX code of which the provider knows only the id
   * until it is paid. A newly created one has its price.
   */
  readonly cents: number;
  readonly status: ChargeStatus;
  readonly refundedCents: number;
  readonly copyPaste?: string;
  /** PNG in base64, without a prefix. */
  readonly qrPng?: string;
  readonly invoiceUrl?: string;
  readonly expiresAt?: Date;
}

export interface NewCharge {
  /** Our payment id, which never gets a second charge. */
  readonly paymentId: string;
  readonly cents: number;
  readonly description: string;
  /** The person whom the buyer names in the form. */
  readonly payer: { readonly name: string; readonly email: string; readonly taxId?: string | undefined };
  readonly dueDate: Date;
}

export interface ChargeFilter {
  /** Our payment id; left out for the charges of all payments. */
  readonly paymentId?: string;
}

/** Ids by which a charge can be found; the first known one is used. */
export interface ChargeIds {
  /** The provider's id of the charge. */
  readonly chargeId: string | null;
  /** Our payment id. */
  readonly paymentId: string | null;
}

/** A message of the provider that a charge has changed, without names, documents and amounts. */
export interface PaymentNotification {
  /** The provider's id of the notification, which may be sent repeatedly. */
  readonly eventId: string;
  /** The provider's word for what has happened; stored, and never read. */
  readonly kind: string;
  readonly ids: ChargeIds;
}

export interface PaymentProvider {
  readonly name: 'asaas' | 'sandbox';
  readonly capabilities: { readonly needsTaxId: boolean; readonly canRefund: boolean; readonly canSimulate: boolean };
  /** Creates a charge, once for each payment id. @throws ProviderError */
  createPixCharge(charge: NewCharge): Promise<Charge>;
  /** Reads a charge. @throws ProviderError (`not_found` for an unknown id) */
  getCharge(chargeId: string): Promise<Charge>;
  /** Yields charges, newest first. @throws ProviderError while iterating */
  listCharges(filter: ChargeFilter): AsyncIterable<Charge>;
  /** Refunds the whole charge, or what is left of it; idempotent. @throws ProviderError */
  refund(chargeId: string, reason: string): Promise<Charge>;
  /**
   * Cancels a charge, so that it cannot be paid any more. Idempotent; an unpaid static code only expires by itself.
   * @returns the charge afterwards, which is paid if the payment arrived meanwhile
   * @throws ProviderError `rejected` for a paid charge
   */
  cancel(chargeId: string): Promise<Charge>;
  /**
   * Parses a notification, once its sender is proven.
   * @returns 'unauthorized' for a wrong token, 'ignored' for a kind that has no charge or cannot be read
   */
  parseNotification(
    headers: Readonly<Record<string, string | string[] | undefined>>,
    raw: string,
  ): PaymentNotification | 'unauthorized' | 'ignored';
  /** Sends one cheap request that shows whether the keys work. @throws ProviderError */
  health(): Promise<void>;
}

/** Events that a provider without real money can simulate. */
export type SimulatedOutcome = 'paid' | 'overdue' | 'refunded' | 'chargeback' | 'duplicate' | 'out_of_order';

/**
 * Changes the charge and sends its notifications to the product's own webhook, as a real provider would.
 * @throws ProviderError `not_found` for an unknown payment, `rejected` where the charge is past that already,
 * `unavailable` when the webhook did not accept a notification: the charge has changed all the same, and a later
 * reading finds that
 */
export type Simulate = (paymentId: string, outcome: SimulatedOutcome) => Promise<void>;

export type ProviderErrorKind =
  /** The provider understood and refused. */
  | 'rejected'
  | 'unauthorized'
  | 'not_found'
  | 'rate_limited'
  /** The provider did nothing. */
  | 'unavailable'
  | 'malformed'
  /** The outcome is unknown: the charge must be looked up by our payment id before trying again. */
  | 'ambiguous';

export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly kind: ProviderErrorKind;
  /** Seconds to wait, for `rate_limited`. */
  readonly retryAfterSeconds: number | undefined;
  /** @param detail for the log: no keys, no personal data */
  constructor(kind: ProviderErrorKind, detail: string, retryAfterSeconds?: number) {
    super(`payment provider (${kind}): ${detail}`);
    this.kind = kind;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** A notification that this process has taken from the queue and not ended yet. */
export interface TakenNotification {
  readonly eventId: string;
  readonly queuedAt: Date;
  /** The number of attempts, this one included. */
  readonly attempts: number;
}

/** A charge with the taken notifications about it. */
export interface NotifiedCharge {
  readonly ids: ChargeIds;
  readonly notifications: readonly TakenNotification[];
}

/** The queue of the provider's notifications, each stored once. */
export interface NotificationQueue {
  /** @returns false when it was stored before */
  add(notification: PaymentNotification): Promise<boolean>;
  /** Takes up to `limit` due notifications, grouped by charge; no other process gets them for a minute. */
  take(limit: number): Promise<readonly NotifiedCharge[]>;
  /** Ends notifications: they are handled. */
  end(notifications: readonly TakenNotification[]): Promise<void>;
  /** Schedules another attempt after a failure, not before that many milliseconds. */
  retry(notifications: readonly TakenNotification[], atLeastMs: number): Promise<void>;
  /** Deletes notifications that were ended before that instant; @returns their number */
  purge(endedBefore: Date): Promise<number>;
}
