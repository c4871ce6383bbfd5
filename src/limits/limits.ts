import { isIPv6 } from 'node:net';
import type { FailureLimit, GuessLimit, Quota, QuotaRule } from '#contract/limits.ts';
import { pauseAfter } from '#runtime/back-off.ts';
import type { Pool } from 'pg';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';

/** The caller of a request, as rate limits count it. */
export interface Caller {
  /** Account id, or another name for the session; null without a session. */
  readonly account: string | null;
  readonly ip: string;
}

/** Counts calls. Results are the seconds that the caller has to wait; 0 to go on. */
export interface Limits {
  consume(quota: Quota, caller: Caller): Promise<number>;
  /** Counts a guess for the account before it is checked, so that concurrent guesses cannot evade the limit. */
  countGuess(guesses: GuessLimit, caller: Caller): Promise<number>;
  /** Counts a failed call from this address. */
  countFailure(limit: FailureLimit | GuessLimit, caller: Caller): Promise<number>;
  resetGuesses(guesses: GuessLimit, caller: Caller): Promise<void>;
}

type Limiter = RateLimiterMemory | RateLimiterPostgres;

const DAY_SECONDS = 24 * 60 * 60;

/** No limits, for load tests on machines where nothing is sold. */
export const unlimited: Limits = {
  consume: async () => 0,
  countGuess: async () => 0,
  countFailure: async () => 0,
  resetGuesses: async () => undefined,
};

/**
 * Counts in memory, or for limits of all processes in schema `limits`; while the database is unavailable those count in
 * memory too.
 */
export function createLimits(pool: Pool): Limits {
  const limiters = new Map<string, Limiter>();

  function limiterOf(keyPrefix: string, options: { points: number; seconds: number; isShared: boolean }): Limiter {
    const existing = limiters.get(keyPrefix);
    if (existing) return existing;
    const { points, seconds: duration, isShared } = options;
    const inMemory = new RateLimiterMemory({ keyPrefix, points, duration });
    const limiter = isShared
      ? createSharedLimiter(pool, { keyPrefix, points, duration, insuranceLimiter: inMemory })
      : inMemory;
    limiters.set(keyPrefix, limiter);
    return limiter;
  }

  const quotaLimiter = ({ name }: Quota, { per, calls, seconds, countedIn }: QuotaRule): Limiter =>
    limiterOf(`${name} ${per}`, { points: calls, seconds, isShared: countedIn === 'database' });
  const guessCounter = ({ name }: GuessLimit): Limiter =>
    limiterOf(`${name} tries`, { points: Number.MAX_SAFE_INTEGER, seconds: DAY_SECONDS, isShared: true });
  /** Limiter that lets one call through, then none until its time is over. */
  const guessGate = ({ name, firstWaitSeconds: seconds }: GuessLimit): Limiter =>
    limiterOf(`${name} gate`, { points: 1, seconds, isShared: true });

  return {
    async consume(quota, caller) {
      for (const rule of quota.rules) {
        const key = keyOf(rule.per, caller);
        const waitSeconds = key === null ? 0 : await consumePoint(quotaLimiter(quota, rule), key);
        if (waitSeconds > 0) return waitSeconds;
      }
      return 0;
    },

    async countGuess(guesses, caller) {
      const key = keyOf('account', caller);
      if (key === null) return 0;
      const { freeGuesses, firstWaitSeconds: first, longestWaitSeconds: max } = guesses;
      const { consumedPoints: tries } = await guessCounter(guesses).penalty(`account ${key}`);
      // The last free attempt closes the gate behind it.
      if (tries < freeGuesses) return 0;
      const customDuration = pauseAfter(tries - freeGuesses + 1, { firstPause: first, longestPause: max });
      return consumePoint(guessGate(guesses), `account ${key}`, { customDuration });
    },

    async countFailure({ name, failures }, caller) {
      const { calls: points, seconds, countedIn } = failures;
      const limiter = limiterOf(`${name} failures`, { points, seconds, isShared: countedIn === 'database' });
      return consumePoint(limiter, networkOf(caller.ip));
    },

    async resetGuesses(guesses, caller) {
      const key = keyOf('account', caller);
      if (key === null) return;
      await guessCounter(guesses).delete(`account ${key}`);
      await guessGate(guesses).delete(`account ${key}`);
    },
  };
}

const createSharedLimiter = (
  pool: Pool,
  options: { keyPrefix: string; points: number; duration: number; insuranceLimiter: RateLimiterMemory },
): RateLimiterPostgres =>
  new RateLimiterPostgres({
    ...options,
    storeClient: pool,
    storeType: 'pool',
    schemaName: 'limits',
    tableName: 'counter',
    tableCreated: true,
    clearExpiredByTimeout: true,
  });

/** Counts a call. @returns 0, or the seconds until another call is allowed */
async function consumePoint(limiter: Limiter, key: string, options: { customDuration?: number } = {}): Promise<number> {
  try {
    await limiter.consume(key, 1, options);
    return 0;
  } catch (error) {
    if (error instanceof RateLimiterRes) return Math.max(1, Math.ceil(error.msBeforeNext / 1_000));
    throw error;
  }
}

function keyOf(per: QuotaRule['per'], { account, ip }: Caller): string | null {
  switch (per) {
    case 'account':
      return account;
    case 'address':
      return networkOf(ip);
    case 'everybody':
      return 'all';
    default:
      return per satisfies never;
  }
}

/** The network that counts as one address: a household or server has a whole /64 of IPv6, `2001:db8:0:7::/64`. */
function networkOf(ip: string): string {
  if (!isIPv6(ip)) return ip;
  const [head = '', tail] = ip.split('::');
  const headGroups = head === '' ? [] : head.split(':');
  const missing = tail === undefined ? 0 : 8 - headGroups.length - (tail === '' ? 0 : tail.split(':').length);
  const groups = [...headGroups, ...Array.from({ length: missing }, () => '0'), ...(tail ?? '').split(':')];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, '').toLowerCase())
    .join(':')}::/64`;
}
