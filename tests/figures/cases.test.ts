import { describe, expect, test } from 'vitest';
import { businessOf, figuresAsWritten, figuresCases } from './cases.ts';
import { businessAfter, commandsOf, kitchenAsWritten, kitchenCases } from './kitchen-cases.ts';

describe('worked figures', () => {
  test.each(figuresCases.map((figuresCase) => [figuresCase.name, figuresCase] as const))('%s', (_name, figuresCase) => {
    expect(figuresAsWritten(businessOf(figuresCase))).toEqual(figuresCase.expected);
  });
});

describe('worked figures of kitchens', () => {
  test.each(kitchenCases.map((kitchenCase) => [kitchenCase.name, kitchenCase] as const))('%s', (_name, kitchenCase) => {
    expect(kitchenAsWritten(businessAfter(commandsOf(kitchenCase)))).toEqual(kitchenCase.expected);
  });
});
