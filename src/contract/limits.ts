/** The maximum size of a body of the import memory: 3 000 names of 80 characters fit. */
export const IMPORT_MEMORY_KILOBYTES = 768;
/** The maximum length of a remembered name, question or answer, in code points. */
export const MEMORY_TEXT_LENGTH = 200;

/** The maximum size of a body of sales, alone or as a report. */
export const SALES_KILOBYTES = 512;

/** Rate limits as data, enforced by one step of the server. Calls with the same limit share it. */
export type Limit = Quota | GuessLimit | FailureLimit;

/** A number of calls per period. */
export interface Quota {
  readonly kind: 'quota';
  readonly name: string;
  readonly rules: readonly QuotaRule[];
}

export interface QuotaRule {
  readonly per: 'account' | 'address' | 'everybody';
  readonly calls: number;
  readonly seconds: number;
  /**
   * `process`: each process counts separately, in memory. `database`: all processes count together, in the database.
   */
  readonly countedIn: 'process' | 'database';
}

/**
 * A limit for calls by which a secret could be guessed: after a number of wrong guesses of an account, each one waits
 * twice as long as the one before. A right answer clears the account's count. Counted in the database.
 */
export interface GuessLimit {
  readonly kind: 'guesses';
  readonly name: string;
  readonly freeGuesses: number;
  readonly firstWaitSeconds: number;
  readonly longestWaitSeconds: number;
  readonly failures: FailureRule;
}

/**
 * A limit for calls that many people make from one address: only failing calls are counted, and only those are
 * rejected.
 */
export interface FailureLimit {
  readonly kind: 'failures';
  readonly name: string;
  readonly failures: FailureRule;
}

/** The number of failed calls that one address may make per period; successful calls are never rejected. */
export type FailureRule = Pick<QuotaRule, 'calls' | 'seconds' | 'countedIn'>;

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Twenty calls a second for a whole minute: no owner types that fast, and a runaway program is slowed down. */
const OWNER_DATA: Quota = {
  kind: 'quota',
  name: 'data',
  rules: [{ per: 'account', calls: 1_200, seconds: MINUTE, countedIn: 'process' }],
};

/** A mobile carrier's customers share an address: failing calls of one must not keep another from signing in. */
export const SIGN_IN: FailureLimit = {
  kind: 'failures',
  name: 'sign-in',
  failures: { calls: 30, seconds: 10 * MINUTE, countedIn: 'process' },
};

/** Beginning a sign-in costs next to nothing and never fails: only a flood is stopped, and for a minute. */
export const BEGIN_SIGN_IN: Quota = {
  kind: 'quota',
  name: 'begin-sign-in',
  rules: [{ per: 'address', calls: 600, seconds: MINUTE, countedIn: 'process' }],
};

/** The answer is the same for every e-mail; a signed-in person asks about their own. */
export const CHECK_EMAIL: Quota = {
  kind: 'quota',
  name: 'check-email',
  rules: [{ per: 'address', calls: 120, seconds: MINUTE, countedIn: 'process' }],
};

/** The quota of checks of the own access, each of which may query the provider about five payments. */
export const VERIFY_ACCESS: Quota = {
  kind: 'quota',
  name: 'verify-access',
  rules: [{ per: 'account', calls: 20, seconds: 10 * MINUTE, countedIn: 'database' }],
};

/** The provider's own quota is 25 000 calls in 12 hours, and a charge takes up to four of them. */
export const CREATE_PAYMENT: Quota = {
  kind: 'quota',
  name: 'create-payment',
  rules: [
    { per: 'address', calls: 60, seconds: 10 * MINUTE, countedIn: 'database' },
    { per: 'everybody', calls: 5_000, seconds: 12 * HOUR, countedIn: 'database' },
  ],
};

export const RECEIPT_CODE: GuessLimit = {
  kind: 'guesses',
  name: 'receipt-code',
  freeGuesses: 5,
  firstWaitSeconds: 15,
  longestWaitSeconds: HOUR,
  failures: { calls: 30, seconds: HOUR, countedIn: 'database' },
};

/** A reply with all or much of the data about a person. */
export const DOWNLOAD: Quota = {
  kind: 'quota',
  name: 'download',
  rules: [{ per: 'account', calls: 10, seconds: 10 * MINUTE, countedIn: 'process' }],
};

/** The limit of a call: its own, or for an owner's data the shared one. */
export const limitOf = ({ limit, access }: { readonly limit?: Limit; readonly access: string }): Limit | undefined =>
  limit ?? (access === 'owner' ? OWNER_DATA : undefined);
