import { createHash, randomBytes } from 'node:crypto';

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
