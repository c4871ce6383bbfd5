import { expect, test } from 'vitest';
import { problems } from '#http/problem.ts';

test.each([
  [1, '1 segundo'],
  [2, '2 segundos'],
  [60, '60 segundos'],
  [61, '2 minutos'],
  [3_600, '60 minutos'],
  [3_601, '2 horas'],
])('a wait of %d seconds is stated in an error as “%s”, rounded up', (seconds, words) => {
  for (const problem of [problems.tooMany(seconds), problems.mustWait(seconds)]) {
    expect(problem.message).toMatch(new RegExp(` ${words}(?: e tente de novo)?\\.$`));
    expect(problem).toMatchObject({ status: 429, headers: { 'Retry-After': String(seconds) } });
  }
});
