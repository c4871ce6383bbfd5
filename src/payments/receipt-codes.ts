import { createHash, createHmac } from 'node:crypto';

/** Codes that carry the access of a payment to an account. They follow from the payment's id: nothing stores them. */
export interface ReceiptCodes {
  /** As people read it: `K7QM-2XVD-9A4T-HB3E`. */
  codeOf(paymentId: string): string;
  /** By which the payment is found. Case, dashes, spaces and look-alikes do not matter. */
  hashOf(code: string): string;
}

/** Crockford's: without I, L, O and U. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LETTERS = 16;
const BITS = 5;

/** `secret`: 32 bytes, the same in every process. */
export function createReceiptCodes(secret: Uint8Array): ReceiptCodes {
  return {
    codeOf(paymentId) {
      const bytes = createHmac('sha256', secret).update(`receipt code of ${paymentId}`).digest();
      const letters = Array.from({ length: LETTERS }, (_, i) => ALPHABET[lettersAt(bytes, i)] ?? '').join('');
      return letters.replaceAll(/(.{4})(?=.)/g, '$1-');
    },
    hashOf: (code) => createHash('sha256').update(plain(code)).digest('base64url'),
  };
}

/** The i-th group of five bits. */
function lettersAt(bytes: Buffer, i: number): number {
  const bit = i * BITS;
  const pair = bytes.readUInt16BE(bit >> 3);
  return (pair >> (16 - BITS - (bit & 7))) & 31;
}

/** What was meant by what was typed. */
const plain = (code: string): string =>
  code
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
