/** Maximum size of a body of the import memory: 3 000 names of 80 characters fit. */
export const IMPORT_MEMORY_KILOBYTES = 768;
/** Maximum length of a remembered name, question or answer, in code points. */
export const MEMORY_TEXT_LENGTH = 200;

/** Maximum size of a body of sales, alone or as a report. */
export const SALES_KILOBYTES = 512;

/** Rate limits as data, enforced by one step of the server. Calls with the same limit share it. */
export type Limit = Quota | Guesses | Failures;

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
  /** `here`: each process counts separately, in memory. `everywhere`: all processes count together, in the database. */
  readonly counted: 'here' | 'everywhere';
}

/**
 * A limit for calls by which a secret could be guessed: after a number of wrong guesses of an account, each one waits
 * twice as long as the one before. A right answer clears the account's count. Counted in the database.
 */
export interface Guesses {
  readonly kind: 'guesses';
  readonly name: string;
  readonly free: number;
  readonly firstWaitSeconds: number;
  readonly longestWaitSeconds: number;
  readonly failures: FailureRule;
}

/**
 * A limit for calls that many people make from one address: only failing calls are counted, and only those are
 * rejected.
 */
export interface Failures {
  readonly kind: 'failures';
  readonly name: string;
  readonly failures: FailureRule;
}

/** The number of failed calls that one address may make per period; successful calls are never rejected. */
export type FailureRule = Pick<QuotaRule, 'calls' | 'seconds' | 'counted'>;

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Twenty calls a second for a whole minute: no owner types that fast, and a runaway program is slowed down. */
const DATA: Quota = {
  kind: 'quota',
  name: 'data',
  rules: [{ per: 'account', calls: 1_200, seconds: MINUTE, counted: 'here' }],
};

/** A mobile carrier's customers share an address: failing calls of one must not keep another from signing in. */
export const SIGN_IN: Failures = {
  kind: 'failures',
  name: 'sign-in',
  failures: { calls: 30, seconds: 10 * MINUTE, counted: 'here' },
};

/** Beginning a sign-in costs next to nothing and never fails: only a flood is stopped, and for a minute. */
export const BEGIN_SIGN_IN: Quota = {
  kind: 'quota',
  name: 'begin-sign-in',
  rules: [{ per: 'address', calls: 600, seconds: MINUTE, counted: 'here' }],
};

/** The answer is the same for every e-mail; a signed-in person asks about their own. */
export const CHECK_EMAIL: Quota = {
  kind: 'quota',
  name: 'check-email',
  rules: [{ per: 'address', calls: 120, seconds: MINUTE, counted: 'here' }],
};

/** Each call may query the provider about five payments. */
export const VERIFY_ACCESS: Quota = {
  kind: 'quota',
  name: 'verify-access',
  rules: [{ per: 'account', calls: 20, seconds: 10 * MINUTE, counted: 'everywhere' }],
};

/** The provider's own quota is 25 000 calls in 12 hours, and a charge takes up to four of them. */
export const CREATE_PAYMENT: Quota = {
  kind: 'quota',
  name: 'create-payment',
  rules: [
    { per: 'address', calls: 60, seconds: 10 * MINUTE, counted: 'everywhere' },
    { per: 'everybody', calls: 5_000, seconds: 12 * HOUR, counted: 'everywhere' },
  ],
};

export const RECEIPT_CODE: Guesses = {
  kind: 'guesses',
  name: 'receipt-code',
  free: 5,
  firstWaitSeconds: 15,
  longestWaitSeconds: HOUR,
  failures: { calls: 30, seconds: HOUR, counted: 'everywhere' },
};

/** A reply with all or much of the data about a person. */
export const DOWNLOAD: Quota = {
  kind: 'quota',
  name: 'download',
  rules: [{ per: 'account', calls: 10, seconds: 10 * MINUTE, counted: 'here' }],
};

/** The limit of a call: its own, or for an owner's data the shared one. */
export const limitOf = ({ limit, access }: { readonly limit?: Limit; readonly access: string }): Limit | undefined =>
  limit ?? (access === 'owner' ? DATA : undefined);
