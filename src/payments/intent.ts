import type { Charge } from './port.ts';
import { randomBytes } from 'node:crypto';

/** A payment that a buyer began. It is stored in a table and not in the log until the provider reports money. */
export interface Intent {
  /** 16 random bytes written as a UUID; the reference of the charge at the provider. */
  readonly paymentId: string;
  readonly provider: string;
  /** The provider's handle of the charge; null until a charge is known to exist. */
  readonly providerId: string | null;
  /** The price at the beginning, in cents. */
  readonly cents: number;
  /**
   * Hash of the token in the cookie of the browser that began it; after voiding, the hash of a token that nobody has.
   */
  readonly buyerHash: string;
  /** The session that began it; null without one, when only the buyer's cookie identifies the buyer. */
  readonly user: IntentUser | null;
  /** The typed e-mail, unverified: an equal verified e-mail may claim the payment, and nothing else follows from it. */
  readonly claimedEmail: string | null;
  readonly claimedName: string | null;
  readonly copyPaste: string | null;
  /** PNG in base64. */
  readonly qrPng: string | null;
  /** The provider's invoice; null where our own receipt page replaces it. */
  readonly invoiceUrl: string | null;
  readonly expiresAt: Date | null;
  readonly createdAt: Date;
  /** The time of the last request to make the charge; without a `providerId`, the charge may exist all the same. */
  readonly triedAt: Date | null;
  readonly state: IntentState;
  readonly paidAt: Date | null;
}

export interface IntentUser {
  readonly kind: 'account' | 'guest';
  readonly userId: string;
}

/** `underpaid`: less than the price was paid. `closed`: it was never paid, and cannot be paid any more. */
export type IntentState = 'open' | 'underpaid' | 'paid' | 'taken_back' | 'closed';

/** The buyer: a browser by the token in its cookie, if any, and its session, if any. */
export interface Buyer {
  readonly hash: string | null;
  readonly user: IntentUser | null;
}

export interface NewIntent {
  readonly paymentId: string;
  readonly cents: number;
  /** Hash of the token that the buyer's browser gets. */
  readonly buyerHash: string;
  readonly user: IntentUser | null;
  readonly email: string;
  readonly name: string;
  readonly receiptHash: string;
  readonly createdAt: Date;
  readonly dueAt: Date;
}

/** The data of a payment to begin. */
export interface IntentInput {
  readonly cents: number;
  readonly email: string;
  readonly name: string;
}

/** The result of reading the charge again. */
export interface IntentUpdate {
  readonly state: IntentState;
  readonly at: Date;
  /** The time of the next reading; null for never. */
  readonly dueAt: Date | null;
}

/** The table of intents, for one provider: those of another provider are found, but never due. */
export interface Intents {
  /** Undefined for a text that is no payment id, too. */
  find(paymentId: string): Promise<Intent | undefined>;
  findByCharge(providerId: string): Promise<Intent | undefined>;
  findByReceipt(receiptHash: string): Promise<Intent | undefined>;
  /**
   * The newest intent that this buyer began in the same name and with the same e-mail, costs `cents`, and can be paid
   * at `now`.
   */
  findPayable(buyer: Buyer, wanted: IntentInput, now: Date): Promise<Intent | undefined>;
  /** Whether the token was issued with a payment and is still valid at `now`. */
  isBuyers(buyerHash: string, now: Date): Promise<boolean>;
  /** Invalidates the token of a payment. */
  voidBuyer(of: { readonly buyerHash: string } | { readonly paymentId: string }): Promise<void>;
  /** Newest first, at most 20. */
  ofUser(userId: string): Promise<readonly Intent[]>;
  /** Intents with this typed e-mail, in any letter case; newest first, at most 20. */
  ofClaimedEmail(email: string): Promise<readonly Intent[]>;
  add(intent: NewIntent): Promise<Intent>;
  /** Records the session in which an intent without one is continued. */
  takeUp(paymentId: string, user: IntentUser): Promise<void>;
  noteTry(paymentId: string, at: Date): Promise<void>;
  noteCharge(paymentId: string, charge: Charge): Promise<Intent>;
  /** Whether the provider may be asked about this charge: true for one caller per `seconds`, over all processes. */
  mayAsk(paymentId: string, now: Date, seconds: number): Promise<boolean>;
  noteReading(paymentId: string, reading: IntentUpdate): Promise<void>;
  /** Ids of intents whose charge should be read again, least recently read first. */
  due(now: Date, limit: number): Promise<readonly string[]>;
  /** Ids of all intents that wait for money, in the order of their ids; `after`: the last one of the previous page. */
  open(after: string | null, limit: number): Promise<readonly string[]>;
  /** The number of intents that wait for money. */
  countOpen(): Promise<number>;
  /** Deletes intents that were closed before that instant; @returns their number */
  purge(closedBefore: Date): Promise<number>;
}

const HOUR_MS = 60 * 60 * 1_000;

/** Lifetime of the token in a buyer's cookie: a day from the beginning of the payment. */
export const BUYER_TOKEN_MS = 24 * HOUR_MS;
/**
 * The end of that lifetime in which no payment is possible: time to learn of the last money, and to let the browser in.
 */
const SPARE_MS = HOUR_MS;

/** The end of the time for paying, and of every charge: a buyer who pays in time is let in by the browser. */
export const payableUntil = ({ createdAt }: Pick<Intent, 'createdAt'>): Date =>
  new Date(createdAt.getTime() + BUYER_TOKEN_MS - SPARE_MS);

/** The end of the validity of the displayed code: the provider's instant, or ours where that is earlier. */
export function codeExpiresAt({ createdAt, expiresAt }: Pick<Intent, 'createdAt' | 'expiresAt'>): Date {
  const ours = payableUntil({ createdAt });
  return expiresAt !== null && expiresAt < ours ? expiresAt : ours;
}

/** 16 random bytes in the form of a UUID, all 128 bits of them random, so that payment ids cannot be guessed. */
export const newPaymentId = (): string =>
  randomBytes(16)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
