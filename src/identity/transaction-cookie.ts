import { createHash } from 'node:crypto';
import { EncryptJWT, jwtDecrypt } from 'jose';
import { JOSEError, JWTExpired } from 'jose/errors';
import type { Pool } from 'pg';
import { type SignInTransaction, SignInRefused } from './port.ts';
import { safeReturnPath } from './return-path.ts';
import { sameText } from '#runtime/same-text.ts';

/** Seconds between leaving for the provider and coming back. */
export const SIGN_IN_SECONDS = 600;

const PURPOSE = 'sign-in';

export interface PendingSignIn {
  readonly transaction: SignInTransaction;
  /** A path of our own origin, checked when sealed and when opened. */
  readonly returnPath: string;
}

export interface SignInCookies {
  /** The cookie's value: encrypted, so neither the browser nor what reads its cookies learns state, nonce or verifier. */
  seal(pending: PendingSignIn): Promise<string>;
  /**
   * Opens the cookie for the answer that carries `state`, once: the second time it is refused, in whichever process.
   * An answer with another state (an older tab) does not use it up.
   * @throws SignInRefused `state` or `expired`
   */
  redeem(cookie: string | undefined, state: string | undefined): Promise<PendingSignIn>;
}

function pendingFrom(payload: { readonly [name: string]: unknown }): PendingSignIn {
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

  async function open(cookie: string): Promise<PendingSignIn> {
    try {
      const { payload } = await jwtDecrypt(cookie, secret, {
        keyManagementAlgorithms: ['dir'],
        contentEncryptionAlgorithms: ['A256GCM'],
        audience: PURPOSE,
        requiredClaims: ['exp'],
        currentDate: clock(),
      });
      return pendingFrom(payload);
    } catch (error) {
      if (error instanceof JWTExpired) throw new SignInRefused('expired', 'the sign-in took longer than ten minutes');
      if (error instanceof JOSEError) throw new SignInRefused('state', 'the sign-in cookie is not ours');
      throw error;
    }
  }

  async function spend(state: string): Promise<boolean> {
    const now = clock();
    await pool.query('delete from identity.used_state where expires_at < $1', [now]);
    const { rowCount } = await pool.query(
      'insert into identity.used_state (hash, expires_at) values ($1, $2) on conflict (hash) do nothing',
      [createHash('sha256').update(state).digest(), new Date(now.getTime() + SIGN_IN_SECONDS * 1000)],
    );
    return rowCount === 1;
  }

  return {
    async seal({ transaction, returnPath }) {
      const seconds = Math.floor(clock().getTime() / 1000);
      const { state, nonce, codeVerifier } = transaction;
      return new EncryptJWT({ state, nonce, codeVerifier, returnPath: safeReturnPath(returnPath) })
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .setAudience(PURPOSE)
        .setExpirationTime(seconds + SIGN_IN_SECONDS)
        .encrypt(secret);
    },

    async redeem(cookie, state) {
      if (!cookie) throw new SignInRefused('state', 'no sign-in was begun in this browser');
      const pending = await open(cookie);
      if (!sameText(state, pending.transaction.state))
        throw new SignInRefused('state', 'the state is not the one of this browser');
      if (!(await spend(pending.transaction.state)))
        throw new SignInRefused('state', 'this sign-in was finished before');
      return pending;
    },
  };
}
