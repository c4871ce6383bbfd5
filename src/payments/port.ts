/** A payment provider behind one shape; the product only sees these. Amounts are whole cents. */

export type ChargeStatus =
  /** Nothing paid yet; also after its due date, when it can still be paid. */
  | 'pending'
  | 'overdue'
  /** The money is there. */
  | 'paid'
  | 'refunded'
  | 'charged_back'
  /** Cancelled, and cannot be paid any more. */
  | 'cancelled'
  /** A status this program does not know: nothing follows from it. */
  | 'unknown';

/** A charge as its provider tells of it. */
export interface Charge {
  /** The provider's handle: what `getCharge` and `refund` take. The same for the charge's whole life. */
  readonly providerId: string;
  /** Our payment id; null where the provider lost it. */
  readonly reference: string | null;
  /** 0: a code that nobody has paid yet, of which the provider knows nothing more; it cannot be paid after its time. */
  readonly cents: number;
  readonly status: ChargeStatus;
  /** As the provider writes it. */
  readonly rawStatus: string;
  readonly refundedCents: number;
  readonly copyPaste?: string;
  /** PNG in base64, without a prefix. */
  readonly qrPng?: string;
  readonly invoiceUrl?: string;
  readonly expiresAt?: Date;
}

export interface NewCharge {
  /** Our payment id: the same reference never makes a second charge. */
  readonly reference: string;
  readonly cents: number;
  readonly description: string;
  readonly payer: { readonly name: string; readonly email: string; readonly taxId?: string | undefined };
  readonly dueDate: Date;
}

export interface ChargeFilter {
  readonly reference?: string;
  readonly status?: ChargeStatus;
}

/** What a webhook said, cut down to what is kept: no names, no documents. */
export interface WebhookNote {
  /** The provider's id of the notice: the same one comes again. */
  readonly eventId: string;
  readonly kind: string;
  /** Handles by which the charge can be found; the first that is known wins. */
  readonly charge: { readonly providerId: string | null; readonly reference: string | null };
}

export interface PaymentProvider {
  readonly name: 'asaas' | 'sandbox';
  readonly capabilities: { readonly needsTaxId: boolean; readonly refunds: boolean; readonly simulate: boolean };
  /** Idempotent on `reference`. @throws ProviderError */
  createPixCharge(charge: NewCharge): Promise<Charge>;
  /** @throws ProviderError (`not_found` for an unknown id) */
  getCharge(providerId: string): Promise<Charge>;
  /** Newest first. @throws ProviderError while iterating */
  listCharges(filter: ChargeFilter): AsyncIterable<Charge>;
  /** The whole charge, or `cents` of it. @throws ProviderError */
  refund(providerId: string, refund: { readonly cents?: number; readonly reason: string }): Promise<Charge>;
  /**
   * Lets a charge be paid no more; one that was cancelled before stays so, and a code without a payment ends by itself at
   * its time. @returns the charge as it is then, with money in it where that came in between
   * @throws ProviderError `rejected` for one with money in it
   */
  cancel(providerId: string): Promise<Charge>;
  /**
   * What a notice says, once it is certain who sent it.
   * @returns 'unauthorized' for a wrong token, 'ignored' for a kind that has no charge or cannot be read
   */
  verifyWebhook(
    headers: Readonly<Record<string, string | string[] | undefined>>,
    raw: string,
  ): WebhookNote | 'unauthorized' | 'ignored';
  /** One cheap call that shows whether the keys work. @throws ProviderError */
  health(): Promise<void>;
}

/** What a provider without real money can be told to let happen. */
export type SimulatedOutcome = 'paid' | 'overdue' | 'refunded' | 'chargeback' | 'duplicate' | 'out_of_order';

/**
 * Changes the charge and sends the notices of it to the product's own webhook, as a real provider would.
 * @throws ProviderError `not_found` for an unknown reference, `rejected` where the charge is past that already,
 *   `unavailable` when the webhook did not take a notice: the change stays, and a later look finds it
 */
export type Simulate = (reference: string, outcome: SimulatedOutcome) => Promise<void>;

export type ProviderErrorKind =
  /** The provider understood and said no. */
  | 'rejected'
  | 'unauthorized'
  | 'not_found'
  | 'rate_limited'
  /** Nothing was done. */
  | 'unavailable'
  | 'malformed'
  /** It may have been done: look it up by its reference before trying again. */
  | 'ambiguous';

export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly kind: ProviderErrorKind;
  /** When `rate_limited`. */
  readonly resetSeconds: number | undefined;
  /** `detail` is for the log: no keys, no personal data. */
  constructor(kind: ProviderErrorKind, detail: string, resetSeconds?: number) {
    super(`payment provider (${kind}): ${detail}`);
    this.kind = kind;
    this.resetSeconds = resetSeconds;
  }
}
