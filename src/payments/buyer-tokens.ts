import { createHash, createHmac, randomBytes } from 'node:crypto';

/** What makes a browser the buyer of a payment: a secret in its cookie, of which only the hash is kept. */
export interface BuyerTokens {
  /**
   * For a browser that has none. A click that comes twice before the first answer has set the cookie brings the same
   * Idempotency-Key and the same words twice: both get the same token, so both are the same buyer. Who cannot know the
   * key cannot know the token.
   */
  tokenFor(request: { readonly key: string; readonly words: string } | undefined): string;
  hashOf(token: string): string;
}

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

export const isBuyerToken = (text: string | undefined): text is string => text !== undefined && TOKEN.test(text);

/** `secret`: 32 bytes, the same in every process. */
export const createBuyerTokens = (secret: Uint8Array): BuyerTokens => ({
  tokenFor: (request) =>
    request
      ? createHmac('sha256', secret)
          .update(JSON.stringify([request.key, request.words]))
          .digest('base64url')
      : randomBytes(32).toString('base64url'),
  hashOf: (token) => createHash('sha256').update(token).digest('base64url'),
});
