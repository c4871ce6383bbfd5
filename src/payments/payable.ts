import type { Intent } from './intent.ts';

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
