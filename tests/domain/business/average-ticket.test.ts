import { given, month, statedTicket, units } from '#tests/support/given.ts';
import { describe, test } from 'vitest';

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
