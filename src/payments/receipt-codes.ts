import { createHash, createHmac } from 'node:crypto';

/**
 * Codes by which an account can claim the access of a payment. They are derived from the payment's id and not stored.
 */
export interface ReceiptCodes {
  /** The code of a payment as people read it: `K7QM-2XVD-9A4T-HB3E`. */
  codeOf(paymentId: string): string;
  /** The hash by which the payment is found. Case, dashes, spaces and look-alikes do not matter. */
  hashOf(code: string): string;
}

/** Crockford's alphabet: without I, L, O and U. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LETTERS = 16;
const BITS = 5;

/** @param secret 32 bytes, the same in every process */
export function createReceiptCodes(secret: Uint8Array): ReceiptCodes {
  return {
    codeOf(paymentId) {
      const bytes = createHmac('sha256', secret).update(`receipt code of ${paymentId}`).digest();
      const letters = Array.from({ length: LETTERS }, (_, i) => ALPHABET[letterIndexAt(bytes, i)] ?? '').join('');
      return letters.replaceAll(/(.{4})(?=.)/g, '$1-');
    },
    hashOf: (code) => createHash('sha256').update(normalise(code)).digest('base64url'),
  };
}

/** The index in the alphabet of the i-th letter: the i-th group of five bits. */
function letterIndexAt(bytes: Buffer, i: number): number {
  const bit = i * BITS;
  const pair = bytes.readUInt16BE(bit >> 3);
  return (pair >> (16 - BITS - (bit & 7))) & 31;
}

/** The entered code without separators and look-alikes. */
const normalise = (code: string): string =>
  code
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
