import { describe, expect, test } from 'vitest';
import { businessOf, figuresAsWritten, figuresCases } from './cases.ts';

describe('worked figures', () => {
  test.each(figuresCases.map((figuresCase) => [figuresCase.name, figuresCase] as const))('%s', (_name, figuresCase) => {
    expect(figuresAsWritten(businessOf(figuresCase))).toEqual(figuresCase.expected);
  });
});
