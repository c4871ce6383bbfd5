import { makeOwners } from '../businesses.ts';
import { openHttp, requestText } from '../http-connection.ts';
import { inRounds, progress, quantile, type Result, type Setting } from '../measuring.ts';
import { type RunningProduct, turns, withRunningProduct } from '../running-product.ts';

const EVENTS = 20_000;
/** More histories than the product caches, so that requests in turn read each of them from the log again. */
const LONG = 8;
/** The number of owners with as many events as a small pizzeria has on its first day. */
const SHORT = 8;
const TIMES = 16;
const MIDDLE = '2026-05-22';

type Owner = RunningProduct['owners'][number];

/**
 * Measures reads of the past over a year of twenty thousand changes, and the cost of such a history for reads of the
 * present.
 */
export function timeTravel({ url, rivals, rounds }: Setting): Promise<Result[]> {
  const owners = [...makeOwners(LONG, EVENTS), ...makeOwners(LONG + SHORT, 100).slice(LONG)];
  return withRunningProduct({ url, name: 'time_travel', owners, rivals }, async (running) => {
    const connection = await openHttp(running.product.port);
    const [long, short] = [running.owners.slice(0, LONG), running.owners.slice(LONG)];
    /** Median milliseconds of `TIMES` answers. */
    const asking = (nextOwner: () => Owner, pathOf: (turn: number) => string) => async (): Promise<number> => {
      const took: number[] = [];
      for (let turn = 0; turn < TIMES; turn += 1) {
        const request = requestText('GET', pathOf(turn), { cookie: nextOwner().cookie });
        const started = performance.now();
        await connection.send(request);
        took.push(performance.now() - started);
      }
      return quantile(took, 0.5);
    };
    const [first] = long;
    if (!first) throw new RangeError('nobody is there');
    const same = () => first;
    progress(`time travel over ${EVENTS} events`);
    const found = await inRounds(rounds, {
      asOf: asking(turns(long), () => `/api/dashboard?as_of=${MIDDLE}`),
      asOfLast: asking(turns(long), () => `/api/dashboard?as_of=2026-11-20`),
      again: asking(same, (turn) => `/api/dashboard?as_of=2026-${String((turn % 9) + 1).padStart(2, '0')}-15`),
      history: asking(turns(long), () => '/api/history'),
      today: asking(turns(long), () => '/api/dashboard'),
      todayShort: asking(turns(short), () => '/api/dashboard'),
    });
    connection.close();
    const line = (what: string, ours: readonly number[], atMost: number): Result => {
      return { goal: 6, what, unit: 'ms', ours, atMost };
    };
    return [
      line(`dashboard as of half of ${EVENTS} events, read from the log`, found.asOf, 60),
      line(`dashboard as of all ${EVENTS} events, read from the log`, found.asOfLast, 60),
      line('the same business as of other dates, one after the other', found.again, 10),
      line(`a year of history of ${EVENTS} events, read from the log`, found.history, 80),
      {
        ...line(`dashboard today, ${EVENTS} events behind it`, found.today, 1.2),
        plain: { name: '100 events', values: found.todayShort },
      },
    ];
  });
}
