import { createHash, timingSafeEqual } from 'node:crypto';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Compares a secret with a received text; the time depends neither on the position of a difference nor on the length.
 */
export function isSameSecret(received: string | undefined, expected: string): boolean {
  if (received === undefined) return false;
  return timingSafeEqual(digest(received), digest(expected));
}
