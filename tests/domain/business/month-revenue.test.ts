import { LIMITS } from '#domain/limits.ts';
import { given, month, units } from '#tests/support/given.ts';
import { describe, expect, test } from 'vitest';

describe('revenue of a month', () => {
  const january = { type: 'RecordMonthRevenue', month: 1, value: units(30_000), orders: 900 } as const;

  test('the first record comes from nothing', () => {
    given()
      .when(january)
      .gives({
        type: 'MonthRevenueRecorded',
        data: { month: 1, from: null, to: { value: units(30_000), orders: 900 } },
      });
  });

  test('a second one replaces it and says what was there', () => {
    const after = given(month(1, 30_000, 900))
      .when({ ...january, orders: 950 })
      .gives({
        type: 'MonthRevenueRecorded',
        data: { month: 1, from: { value: units(30_000), orders: 900 }, to: { value: units(30_000), orders: 950 } },
      });
    expect(after.state.months.get(1)).toEqual({ month: 1, value: units(30_000), orders: 950, version: 2 });
  });

  test('the same again is no change', () => {
    given(month(1, 30_000, 900))
      .when(january)
      .changesNothing();
  });

  test('nothing in a month never filled is no change; nothing in a filled one empties it', () => {
    const empty = { type: 'RecordMonthRevenue', month: 1, value: 0, orders: 0 } as const;
    given().when(empty).changesNothing();
    given(month(1, 30_000, 900))
      .when(empty)
      .gives({
        type: 'MonthRevenueRecorded',
        data: { month: 1, from: { value: units(30_000), orders: 900 }, to: { value: 0, orders: 0 } },
      })
      .when(empty)
      .changesNothing();
  });

  test('orders without revenue and revenue without orders are records too', () => {
    given()
      .when({ ...january, value: 0 })
      .gives({ type: 'MonthRevenueRecorded', data: { month: 1, from: null, to: { value: 0, orders: 900 } } });
    given()
      .when({ ...january, orders: 0 })
      .gives({ type: 'MonthRevenueRecorded', data: { month: 1, from: null, to: { value: units(30_000), orders: 0 } } });
  });

  test('a month never filled is at version 0', () => {
    given()
      .when({ ...january, version: 1 })
      .refusedWith('changed_meanwhile', { given: 1, current: 0 });
    given(month(1, 1, 1))
      .when({ ...january, version: 0 })
      .refusedWith('changed_meanwhile', { given: 0, current: 1 });
    given()
      .when({ ...january, version: 0 })
      .gives({
        type: 'MonthRevenueRecorded',
        data: { month: 1, from: null, to: { value: units(30_000), orders: 900 } },
      });
  });

  test('the biggest amount is an ordinary one', () => {
    const { max } = LIMITS.monthlyRevenue;
    given()
      .when({ ...january, value: max, orders: LIMITS.orders.max })
      .gives({
        type: 'MonthRevenueRecorded',
        data: { month: 1, from: null, to: { value: max, orders: LIMITS.orders.max } },
      });
  });
});
