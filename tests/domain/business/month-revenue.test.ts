import { LIMITS } from '#domain/limits.ts';
import { given, month, statedTicket, units } from '#tests/support/given.ts';
import { describe, expect, test } from 'vitest';

describe('the revenue of a month', () => {
  const january = { type: 'RecordMonthRevenue', month: 1, value: units(30_000), orders: 900 } as const;

  test('has from null in its first record', () => {
    given()
      .when(january)
      .gives({
        type: 'MonthRevenueRecorded',
        data: { month: 1, from: null, to: { value: units(30_000), orders: 900 } },
      });
  });

  test('records the previous value when it is replaced', () => {
    const after = given(month(1, 30_000, 900))
      .when({ ...january, orders: 950 })
      .gives({
        type: 'MonthRevenueRecorded',
        data: { month: 1, from: { value: units(30_000), orders: 900 }, to: { value: units(30_000), orders: 950 } },
      });
    expect(after.state.months.get(1)).toEqual({ month: 1, value: units(30_000), orders: 950, version: 2 });
  });

  test('records nothing when it is unchanged', () => {
    given(month(1, 30_000, 900))
      .when(january)
      .changesNothing();
  });

  test('is cleared by an empty record, which changes nothing in a month without one', () => {
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

  test('may have orders without a value or a value without orders', () => {
    given()
      .when({ ...january, value: 0 })
      .gives({ type: 'MonthRevenueRecorded', data: { month: 1, from: null, to: { value: 0, orders: 900 } } });
    given()
      .when({ ...january, orders: 0 })
      .gives({ type: 'MonthRevenueRecorded', data: { month: 1, from: null, to: { value: units(30_000), orders: 0 } } });
  });

  test('has version 0 in a month without a record', () => {
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

  test('accepts the largest amount', () => {
    const { max } = LIMITS.monthlyRevenue;
    given()
      .when({ ...january, value: max, orders: LIMITS.orders.max })
      .gives({
        type: 'MonthRevenueRecorded',
        data: { month: 1, from: null, to: { value: max, orders: LIMITS.orders.max } },
      });
  });
});

describe('the stated average ticket', () => {
  test('is recorded when no month has a revenue', () => {
    given()
      .when({ type: 'StateAverageTicket', ticket: units(48) })
      .gives({ type: 'AverageTicketStated', data: { from: null, to: units(48) } })
      .when({ type: 'StateAverageTicket', ticket: units(50) })
      .gives({ type: 'AverageTicketStated', data: { from: units(48), to: units(50) } });
  });

  test('is not recorded when it is zero or unchanged', () => {
    given().when({ type: 'StateAverageTicket', ticket: 0 }).changesNothing();
    given(statedTicket(48)).when({ type: 'StateAverageTicket', ticket: 0 }).changesNothing();
    given(statedTicket(48))
      .when({ type: 'StateAverageTicket', ticket: units(48) })
      .changesNothing();
  });

  test('is not recorded when it equals the ticket of the months, rounded to four decimals', () => {
    // 79 350,50 in 1 267 orders → 62,62865…
    const months = month(1, 79_350.5, 1267);
    given(months).when({ type: 'StateAverageTicket', ticket: 626_287 }).changesNothing();
    given(months)
      .when({ type: 'StateAverageTicket', ticket: 626_286 })
      .gives({ type: 'AverageTicketStated', data: { from: null, to: 626_286 } });
  });
});
