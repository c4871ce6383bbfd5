import type { Charge } from './port.ts';
import { randomBytes } from 'node:crypto';

/** A payment that somebody began. It lives in a table and not in the log until the provider reports money. */
export interface Intent {
  /** 16 random bytes written as a UUID; the provider knows the charge by it. */
  readonly paymentId: string;
  readonly provider: string;
  /** The provider's handle of the charge; null until it is known that there is one. */
  readonly providerId: string | null;
  /** The price when it was begun. */
  readonly cents: number;
  /** Of the token in the cookie of the browser that began it; of a token that nobody has once that one is void. */
  readonly buyerHash: string;
  /** Whose session began it; null: nobody's, the buyer's cookie is all there is. */
  readonly user: IntentUser | null;
  /** As typed: claims, and nothing follows from them but what a verified e-mail equal to it may claim. */
  readonly claimedEmail: string | null;
  readonly claimedName: string | null;
  readonly copyPaste: string | null;
  /** PNG in base64. */
  readonly qrPng: string | null;
  /** The provider's; null: our own receipt page serves. */
  readonly invoiceUrl: string | null;
  readonly expiresAt: Date | null;
  readonly createdAt: Date;
  /** When the provider was last asked to make the charge; set without a `providerId`, there may be one nevertheless. */
  readonly triedAt: Date | null;
  readonly state: IntentState;
  readonly paidAt: Date | null;
}

export interface IntentUser {
  readonly kind: 'account' | 'guest';
  readonly userId: string;
}

/** `underpaid`: its charge has had its money, and that was too little. `closed`: cannot be paid any more, and never was. */
export type IntentState = 'open' | 'underpaid' | 'paid' | 'taken_back' | 'closed';

/** Who pays: a browser by the token that it shows, if it shows one, and the session in it, if there is one. */
export interface Buyer {
  readonly hash: string | null;
  readonly user: IntentUser | null;
}

export interface NewIntent {
  readonly paymentId: string;
  readonly cents: number;
  /** Of the token that its browser gets. */
  readonly buyerHash: string;
  readonly user: IntentUser | null;
  readonly email: string;
  readonly name: string;
  readonly receiptHash: string;
  readonly createdAt: Date;
  readonly dueAt: Date;
}

/** What somebody wants to pay. */
export interface IntentInput {
  readonly cents: number;
  readonly email: string;
  readonly name: string;
}

/** What was learned when the charge was read again. */
export interface IntentUpdate {
  readonly state: IntentState;
  readonly at: Date;
  /** When it should be read next; null: never. */
  readonly dueAt: Date | null;
}

/** The table of intents, for one provider: those of another one are found, but never due. */
export interface Intents {
  /** Undefined for what is no payment id, too. */
  find(paymentId: string): Promise<Intent | undefined>;
  findByCharge(providerId: string): Promise<Intent | undefined>;
  findByReceipt(receiptHash: string): Promise<Intent | undefined>;
  /** The newest one that this buyer began in the same name and with the same e-mail, costs `cents`, and can be paid at `now`. */
  findPayable(buyer: Buyer, wanted: IntentInput, now: Date): Promise<Intent | undefined>;
  /** Was the token given out with a payment, and does it still open it at `now`? */
  isBuyers(buyerHash: string, now: Date): Promise<boolean>;
  /** Makes the token of a payment open nothing from now on. */
  voidBuyer(of: { readonly buyerHash: string } | { readonly paymentId: string }): Promise<void>;
  /** Newest first, 20 at most. */
  ofUser(userId: string): Promise<readonly Intent[]>;
  /** Those typed with this e-mail, in any letter case; newest first, 20 at most. */
  ofClaimedEmail(email: string): Promise<readonly Intent[]>;
  add(intent: NewIntent): Promise<Intent>;
  /** It is gone on with in a session that was not there the first time. */
  takeUp(paymentId: string, user: IntentUser): Promise<void>;
  noteTry(paymentId: string, at: Date): Promise<void>;
  noteCharge(paymentId: string, charge: Charge): Promise<Intent>;
  /** May the provider be asked about this charge? Says yes to one caller per `seconds`, whichever process asks. */
  mayAsk(paymentId: string, now: Date, seconds: number): Promise<boolean>;
  noteReading(paymentId: string, reading: IntentUpdate): Promise<void>;
  /** Ids of those whose charge should be read again, asked longest ago first. */
  due(now: Date, limit: number): Promise<readonly string[]>;
  /** Ids of all that wait for money, in the order of their ids; `after`: the last one seen. */
  open(after: string | null, limit: number): Promise<readonly string[]>;
  /** How many wait for money. */
  countOpen(): Promise<number>;
  /** Deletes what was closed before that instant; @returns how many */
  purge(closedBefore: Date): Promise<number>;
}

const HOUR_MS = 60 * 60 * 1_000;

/** How long the token in a buyer's cookie opens its payment: a day from when the payment was begun. */
export const BUYER_TOKEN_MS = 24 * HOUR_MS;
/** Left of that when the last money can come: time for it to be heard of, and to let the browser in. */
const SPARE_MS = HOUR_MS;

/** A payment can be paid until then, and no charge of it longer: who pays in a browser is let in there. */
export const payableUntil = ({ createdAt }: Pick<Intent, 'createdAt'>): Date =>
  new Date(createdAt.getTime() + BUYER_TOKEN_MS - SPARE_MS);

/** When the code that a buyer sees can be paid no more: the provider's instant, or ours where that is earlier. */
export function codeExpiresAt({ createdAt, expiresAt }: Pick<Intent, 'createdAt' | 'expiresAt'>): Date {
  const ours = payableUntil({ createdAt });
  return expiresAt !== null && expiresAt < ours ? expiresAt : ours;
}

/** 16 random bytes in the shape of a UUID, all 128 bits of them random: nobody guesses a payment. */
export const newPaymentId = (): string =>
  randomBytes(16)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
