import { newPaymentId, buyerTokenHashOf, newBuyerToken } from '#payments/intent.ts';
import { createReceiptCodes } from '#payments/receipt-codes.ts';
import { expect, test } from 'vitest';

const codes = createReceiptCodes(new Uint8Array(32).fill(7));

test('a receipt code is derived from the payment and the secret, and from nothing else', () => {
  const paymentId = newPaymentId();
  const code = codes.codeOf(paymentId);
  expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
  expect(createReceiptCodes(new Uint8Array(32).fill(7)).codeOf(paymentId)).toBe(code);
  expect(createReceiptCodes(new Uint8Array(32).fill(8)).codeOf(paymentId)).not.toBe(code);
});

test('receipt codes differ, and use every letter in every place', () => {
  const many = Array.from({ length: 2_000 }, () => codes.codeOf(newPaymentId()).replaceAll('-', ''));
  expect(new Set(many).size).toBe(2_000);
  for (let place = 0; place < 16; place += 1) expect(new Set(many.map((code) => code[place])).size).toBe(32);
});

test.each([
  ['unchanged', 'K7QM-2XVD-9A4T-HB3E'],
  ['in small letters', 'k7qm-2xvd-9a4t-hb3e'],
  ['without dashes', 'K7QM2XVD9A4THB3E'],
  ['with spaces and other dashes', '  K7QM – 2XVD 9A4T_HB3E.'],
])('a code typed %s is read as the same code', (_how, typed) => {
  expect(codes.hashOf(typed)).toBe(codes.hashOf('K7QM-2XVD-9A4T-HB3E'));
});

test('letters that resemble a digit are read as that digit', () => {
  expect(codes.hashOf('OIL0-1111')).toBe(codes.hashOf('0110-1111'));
  expect(codes.hashOf('0')).not.toBe(codes.hashOf('1'));
});

test('a buyer’s token is random and recognised by its hash, and a malformed one has no hash', () => {
  const tokens = Array.from({ length: 50 }, newBuyerToken);
  expect(new Set(tokens.map(({ token }) => token)).size).toBe(50);
  for (const { token, hash } of tokens) expect([buyerTokenHashOf(token), token === hash]).toEqual([hash, false]);
  const [{ token } = { token: '' }] = tokens;
  expect(['', 'short', undefined, `${token}a`, `${token.slice(1)}!`].map(buyerTokenHashOf)).toEqual(
    Array(5).fill(null),
  );
});
