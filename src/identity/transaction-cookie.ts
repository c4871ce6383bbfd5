import { createHash } from 'node:crypto';
import { EncryptJWT, jwtDecrypt } from 'jose';
import { JOSEError, JWTExpired } from 'jose/errors';
import type { Pool } from 'pg';
import { type SignInTransaction, SignInRefused } from './port.ts';
import { isSameSecret } from '#runtime/same-secret.ts';

const MAX_PATH_LENGTH = 512;
/**
 * Browsers drop tabs and line breaks from addresses and read a backslash as a slash: `/\t/x` and `/\x` would leave our
 * site.
 */
const MISREAD_CHARACTERS = /[\p{Cc}\p{Cs}\\]/u;
/** An origin that nothing is served from, used to check whether a path stays on the origin it is resolved against. */
const PROBE_ORIGIN = 'https://return-path.invalid';

/**
 * Returns the path to redirect to after signing in: the requested one if it is ours, else `/`. `//host`, `/\host`,
 * `/.//host`, whole addresses and any value that is not text become `/`.
 */
export function safeReturnPath(path: unknown): string {
  if (
    typeof path !== 'string' ||
    path.length > MAX_PATH_LENGTH ||
    !path.startsWith('/') ||
    MISREAD_CHARACTERS.test(path)
  )
    return '/';
  const url = URL.canParse(path, PROBE_ORIGIN) ? new URL(path, PROBE_ORIGIN) : undefined;
  if (url === undefined || url.origin !== PROBE_ORIGIN || url.pathname.startsWith('//')) return '/';
  return url.pathname + url.search + url.hash;
}

/** The maximum seconds between leaving for the provider and returning. */
export const SIGN_IN_SECONDS = 600;

const PURPOSE = 'sign-in';

/** The maximum number of concurrent sign-ins in one browser; beyond it the oldest is dropped. */
const MAX_PENDING = 4;
/** Browsers store no cookie above 4,096 bytes, name and attributes included. */
const MAX_BYTES = 3_800;
/** Separates the sign-ins of one cookie; it is part of none of them. */
const SEPARATOR = '~';

export interface PendingSignIn {
  readonly transaction: SignInTransaction;
  /** A path of our own origin, checked when sealed and when opened. */
  readonly returnPath: string;
}

export interface SignInCookies {
  /**
   * Makes the cookie's value: encrypted, so that neither the browser nor a program that reads its cookies learns state,
   * nonce or verifier.
   * @param before the previous cookie, whose sign-ins may still be finished in other tabs
   */
  seal(pending: PendingSignIn, before?: string): Promise<string>;
  /**
   * Opens the cookie for the answer with this `state`, once: the second time it is refused, in every process. An answer
   * with another state does not use it up. `remainingCookie` is for the other tabs, empty where there are none.
   * @throws SignInRefused `state` or `expired`
   */
  redeem(
    cookie: string | undefined,
    state: string | undefined,
  ): Promise<{ readonly pending: PendingSignIn; readonly remainingCookie: string }>;
}

const splitCookie = (cookie: string): readonly string[] => cookie.split(SEPARATOR).filter((part) => part !== '');

/** @throws every other error */
function refusalOrThrow(error: unknown): SignInRefused {
  if (error instanceof SignInRefused) return error;
  throw error;
}

function toPendingSignIn(payload: { readonly [name: string]: unknown }): PendingSignIn {
  const { state, nonce, codeVerifier, returnPath } = payload;
  if (typeof state !== 'string' || typeof nonce !== 'string' || typeof codeVerifier !== 'string')
    throw new SignInRefused('state', 'the sign-in cookie is incomplete');
  return { transaction: { state, nonce, codeVerifier }, returnPath: safeReturnPath(returnPath) };
}

/** @param options `secret`: 32 bytes, used for nothing else */
export function createSignInCookies(options: {
  readonly pool: Pool;
  readonly secret: Uint8Array;
  readonly clock: () => Date;
}): SignInCookies {
  const { pool, secret, clock } = options;

  async function decrypt(cookie: string): Promise<PendingSignIn> {
    try {
      const { payload } = await jwtDecrypt(cookie, secret, {
        keyManagementAlgorithms: ['dir'],
        contentEncryptionAlgorithms: ['A256GCM'],
        audience: PURPOSE,
        requiredClaims: ['exp'],
        currentDate: clock(),
      });
      return toPendingSignIn(payload);
    } catch (error) {
      if (error instanceof JWTExpired) throw new SignInRefused('expired', 'the sign-in took longer than ten minutes');
      if (error instanceof JOSEError) throw new SignInRefused('state', 'the sign-in cookie is not ours');
      throw error;
    }
  }

  async function markUsed(state: string): Promise<boolean> {
    const now = clock();
    await pool.query('delete from identity.used_state where expires_at < $1', [now]);
    const { rowCount } = await pool.query(
      'insert into identity.used_state (hash, expires_at) values ($1, $2) on conflict (hash) do nothing',
      [createHash('sha256').update(state).digest(), new Date(now.getTime() + SIGN_IN_SECONDS * 1000)],
    );
    return rowCount === 1;
  }

  return {
    async seal({ transaction, returnPath }, before = '') {
      const seconds = Math.floor(clock().getTime() / 1000);
      const { state, nonce, codeVerifier } = transaction;
      const sealed = await new EncryptJWT({ state, nonce, codeVerifier, returnPath: safeReturnPath(returnPath) })
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .setAudience(PURPOSE)
        .setExpirationTime(seconds + SIGN_IN_SECONDS)
        .encrypt(secret);
      const all = [sealed, ...splitCookie(before)].slice(0, MAX_PENDING);
      while (all.length > 1 && all.join(SEPARATOR).length > MAX_BYTES) all.pop();
      return all.join(SEPARATOR);
    },

    async redeem(cookie = '', state) {
      const parts = splitCookie(cookie);
      let lastRefusal = new SignInRefused('state', 'no sign-in was begun in this browser');
      for (const part of parts) {
        const signIn = await decrypt(part).catch(refusalOrThrow);
        if (signIn instanceof SignInRefused) {
          lastRefusal = signIn;
          continue;
        }
        if (!isSameSecret(state, signIn.transaction.state)) {
          lastRefusal = new SignInRefused('state', 'the state is not one of this browser');
          continue;
        }
        if (!(await markUsed(signIn.transaction.state)))
          throw new SignInRefused('state', 'this sign-in was finished before');
        return { pending: signIn, remainingCookie: parts.filter((other) => other !== part).join(SEPARATOR) };
      }
      throw lastRefusal;
    },
  };
}
