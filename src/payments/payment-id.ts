import { randomBytes } from 'node:crypto';

/** 16 random bytes in the shape of a UUID, all 128 bits of them random: nobody guesses a payment. */
export const newPaymentId = (): string =>
  randomBytes(16)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
