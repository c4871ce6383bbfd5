import type { AccountOrGuest } from '#domain/account/account.ts';
import type { Charge } from './provider.ts';
import { randomBytes, createHash } from 'node:crypto';

/**
 * A payment that a buyer began; its charge lies at the provider. It is stored in a table and not in the log until the
 * provider reports money.
 */
export interface PaymentIntent {
  /** 16 random bytes written as a UUID; it also identifies the charge at the provider. */
  readonly paymentId: string;
  readonly provider: string;
  /** The provider's id of the charge; null until a charge is known to exist. */
  readonly chargeId: string | null;
  /** The price at the beginning, in cents. */
  readonly priceCents: number;
  /**
   * The hash of the token in the cookie of the browser that began it; once invalidated, that of a token that nobody
   * has.
   */
  readonly buyerTokenHash: string;
  /** The account or guest who began it; null without a session, when only the buyer's cookie identifies the buyer. */
  readonly user: AccountOrGuest | null;
  /** The e-mail that the buyer entered, unverified: an account with the same verified e-mail may claim the payment. */
  readonly enteredEmail: string | null;
  readonly enteredName: string | null;
  readonly copyPaste: string | null;
  /** PNG in base64. */
  readonly qrPng: string | null;
  /** The address of the provider's invoice; null where our own receipt page replaces it. */
  readonly invoiceUrl: string | null;
  readonly expiresAt: Date | null;
  readonly createdAt: Date;
  /** The time of the last request to make the charge; without a `chargeId`, the charge may exist all the same. */
  readonly triedAt: Date | null;
  readonly state: IntentState;
  /** The time at which a reading first found it paid, which may be later than the payment. */
  readonly paidAt: Date | null;
}

/**
 * `open`: it waits for money. `underpaid`: less than the price was paid. `taken_back`: the payment has a reversal; the
 * word is stored. `closed`: it was never paid, and cannot be paid any more.
 */
export type IntentState = 'open' | 'underpaid' | 'paid' | 'taken_back' | 'closed';

/**
 * Whoever begins or looks at a payment: a browser with the buyer's token in its cookie, a session, both, or neither.
 */
export interface PaymentVisitor {
  readonly buyerTokenHash: string | null;
  readonly user: AccountOrGuest | null;
}

export interface NewIntent {
  readonly paymentId: string;
  readonly priceCents: number;
  /** The hash of the token that the buyer's browser gets. */
  readonly buyerTokenHash: string;
  readonly user: AccountOrGuest | null;
  readonly email: string;
  readonly name: string;
  readonly receiptHash: string;
  readonly createdAt: Date;
  readonly firstReadingAt: Date;
}

/** The price, and what a buyer entered: an intent that a new request continues must have the same. */
export interface PayableCriteria {
  readonly priceCents: number;
  readonly email: string;
  readonly name: string;
}

/** The state that follows from one reading of the charge. */
export interface IntentUpdate {
  readonly state: IntentState;
  readonly readAt: Date;
  /** The time of the next reading; null for never. */
  readonly nextReadingAt: Date | null;
}

/** The stored intents. Those of another provider than the active one are found, but never due for a reading. */
export interface PaymentIntents {
  /** Finds an intent; undefined also for a text that is no payment id. */
  find(paymentId: string): Promise<PaymentIntent | undefined>;
  findByCharge(chargeId: string): Promise<PaymentIntent | undefined>;
  findByReceipt(receiptHash: string): Promise<PaymentIntent | undefined>;
  /**
   * Finds the newest intent that this visitor began, that meets the criteria, and that can be paid at `now`. The e-mail
   * may be in any letter case.
   */
  findPayable(visitor: PaymentVisitor, criteria: PayableCriteria, now: Date): Promise<PaymentIntent | undefined>;
  /** Tells whether the token was issued with a payment and is still valid at `now`. */
  isValidToken(buyerTokenHash: string, now: Date): Promise<boolean>;
  /** Invalidates the token of a payment. */
  invalidateToken(target: { readonly buyerTokenHash: string } | { readonly paymentId: string }): Promise<void>;
  /** Lists the intents that this account or guest began, newest first, at most 20. */
  listByUser(userId: string): Promise<readonly PaymentIntent[]>;
  /** Lists the intents with this entered e-mail, in any letter case; newest first, at most 20. */
  listByEnteredEmail(email: string): Promise<readonly PaymentIntent[]>;
  add(intent: NewIntent): Promise<PaymentIntent>;
  /** Records the account or guest who continues an intent that was begun without a session. */
  assignUser(paymentId: string, user: AccountOrGuest): Promise<void>;
  recordAttempt(paymentId: string, at: Date): Promise<void>;
  recordCharge(paymentId: string, charge: Charge): Promise<PaymentIntent>;
  /** Reserves a reading of this charge: true for one caller per `seconds`, over all processes. */
  reserveReading(paymentId: string, now: Date, seconds: number): Promise<boolean>;
  recordUpdate(paymentId: string, update: IntentUpdate): Promise<void>;
  /** Lists ids of intents whose charge should be read again, least recently read first. */
  listDue(now: Date, limit: number): Promise<readonly string[]>;
  /**
   * Lists ids of all intents that wait for money, in the order of their ids; `after`: the last one of the previous
   * page.
   */
  listOpen(after: string | null, limit: number): Promise<readonly string[]>;
  /** Counts the intents that wait for money. */
  countOpen(): Promise<number>;
  /** Deletes intents that were closed before that instant; @returns their number */
  purge(closedBefore: Date): Promise<number>;
}

const HOUR_MS = 60 * 60 * 1_000;

/** Lifetime of the token in a buyer's cookie: a day from the beginning of the payment. */
export const BUYER_TOKEN_LIFETIME_MS = 24 * HOUR_MS;
/**
 * The last part of that lifetime, in which no payment is possible: time to learn of the last payment and to give
 * access.
 */
const UNPAYABLE_END_MS = HOUR_MS;

/** The instant until which an intent and its charge can be paid: a buyer who pays in time gets access by the cookie. */
export const payableUntil = ({ createdAt }: Pick<PaymentIntent, 'createdAt'>): Date =>
  new Date(createdAt.getTime() + BUYER_TOKEN_LIFETIME_MS - UNPAYABLE_END_MS);

/** The instant at which the displayed code expires: the provider's, or ours where that is earlier. */
export function codeExpiresAt({ createdAt, expiresAt }: Pick<PaymentIntent, 'createdAt' | 'expiresAt'>): Date {
  const ours = payableUntil({ createdAt });
  return expiresAt !== null && expiresAt < ours ? expiresAt : ours;
}

/** Creates a payment id: a UUID whose 128 bits are all random, so that it cannot be guessed. */
export const newPaymentId = (): string =>
  randomBytes(16)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/**
 * The token that the browser gets which begins a payment: a secret in its cookie, of which only the hash is stored,
 * with that payment. A text that was never issued belongs to no payment.
 */
export interface BuyerToken {
  readonly token: string;
  readonly hash: string;
}

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

export const newBuyerToken = (): BuyerToken => {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hashOfToken(token) };
};

/** The hash under which a token is stored; null for a text that cannot be a token. */
export const buyerTokenHashOf = (text: string | undefined): string | null =>
  text !== undefined && TOKEN.test(text) ? hashOfToken(text) : null;

const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('base64url');
