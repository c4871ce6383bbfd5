import { fold } from '#domain/business/evolve.ts';
import { businessFigures } from '#domain/figures/business-figures.ts';
import { expect, test } from 'vitest';
import { figuresOfCase, workedCases } from './worked-cases.ts';

test.each(workedCases)('the figures of “$name” equal those worked out by hand', (workedCase) => {
  expect(figuresOfCase(workedCase)).toMatchObject(workedCase.expected);
});

test('the monthly result of the sales mix is rounded once, half away from zero, even when it is negative', () => {
  const sold = (month: string, revenue: number) =>
    ({
      type: 'SalesRecorded',
      data: {
        month,
        channelId: 'balcao',
        channelName: 'Balcão',
        rows: [{ dishId: 'pizza', from: null, to: { quantity: 1, revenue } }],
      },
    }) as const;
  const resultWith = (value: number) =>
    businessFigures(
      fold([
        { type: 'FixedCostAdded', data: { id: 'aluguel', name: 'Aluguel', value } },
        { type: 'DishAdded', data: { id: 'pizza', name: 'Pizza', salePrice: 0 } },
        { type: 'ChannelAdded', data: { id: 'balcao', name: 'Balcão', isMain: true } },
        sold('2026-01', 381_872),
        sold('2025-12', 7_137),
      ]),
    ).mix?.result;
  // 38,9009 ÷ 2 − 100 = −80,54955, and − 10 = 9,45045; halves go away from zero.
  expect([resultWith(1_000_000), resultWith(100_000)]).toEqual([-805_496, 94_505]);
});
