import { given, month, statedTicket, units } from '#tests/support/given.ts';
import { describe, test } from 'vitest';

describe('the stated average ticket', () => {
  test('is news when the months say nothing', () => {
    given()
      .when({ type: 'StateAverageTicket', ticket: units(48) })
      .gives({ type: 'AverageTicketStated', data: { from: null, to: units(48) } })
      .when({ type: 'StateAverageTicket', ticket: units(50) })
      .gives({ type: 'AverageTicketStated', data: { from: units(48), to: units(50) } });
  });

  test('is no news when it is zero or was stated last', () => {
    given().when({ type: 'StateAverageTicket', ticket: 0 }).changesNothing();
    given(statedTicket(48)).when({ type: 'StateAverageTicket', ticket: 0 }).changesNothing();
    given(statedTicket(48))
      .when({ type: 'StateAverageTicket', ticket: units(48) })
      .changesNothing();
  });

  test('is no news when it is what the months give, rounded to four decimals', () => {
    // 79 350,50 in 1 267 orders → 62,62865…
    const months = month(1, 79_350.5, 1267);
    given(months).when({ type: 'StateAverageTicket', ticket: 626_287 }).changesNothing();
    given(months)
      .when({ type: 'StateAverageTicket', ticket: 626_286 })
      .gives({ type: 'AverageTicketStated', data: { from: null, to: 626_286 } });
  });
});
