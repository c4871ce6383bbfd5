import { normalizeName } from '#domain/names.ts';
import { expect, test } from 'vitest';

test.each([
  ['pizzas', 'Pizzas'],
  ['PORÇÕES', 'porcoes'],
  ['  Pizzas\u00A0 grandes ', 'pizzas grandes'],
  ['Piz\u00ADzas\u200B', 'pizzas'],
  ['\u202Apizzas\u202C', 'pizzas'],
  ['Pão', 'Pa\u0303o'],
])('%j and %j are the same name', (one, other) => {
  expect(normalizeName(one)).toBe(normalizeName(other));
});

test.each([
  ['Pizza', 'Pizzas'],
  ['Pizzas grandes', 'Pizzasgrandes'],
  ['👨‍👩‍👧', '👨👩👧'],
])('%j and %j are different names', (one, other) => {
  expect(normalizeName(one)).not.toBe(normalizeName(other));
});
