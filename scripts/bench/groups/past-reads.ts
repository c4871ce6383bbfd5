import { makeOwners } from '../businesses.ts';
import { openHttp, requestText } from '../http-connection.ts';
import { inRounds, logProgress, quantile, type Result, type Setting } from '../measuring.ts';
import { type RunningProduct, inTurns, withRunningProduct } from '../running-product.ts';

const EVENTS = 20_000;
/** More histories than the product caches, so that requests in turn read each of them from the log again. */
const LONG_HISTORIES = 8;
/** The number of owners with as many events as a small pizzeria has on its first day. */
const SHORT_HISTORIES = 8;
const TIMES = 16;
const MIDDLE = '2026-05-22';

type Owner = RunningProduct['owners'][number];

/**
 * Measures reads of the past over a year of twenty thousand changes, and the cost of such a history for reads of the
 * present.
 */
export function timeTravel({ url, rivals, rounds }: Setting): Promise<Result[]> {
  const owners = [
    ...makeOwners(LONG_HISTORIES, EVENTS),
    ...makeOwners(LONG_HISTORIES + SHORT_HISTORIES, 100).slice(LONG_HISTORIES),
  ];
  return withRunningProduct({ url, name: 'time_travel', owners, rivals }, async (running) => {
    const connection = await openHttp(running.product.port);
    const [long, short] = [running.owners.slice(0, LONG_HISTORIES), running.owners.slice(LONG_HISTORIES)];
    /** Median milliseconds of `TIMES` answers. */
    const medianTime = (nextOwner: () => Owner, pathOf: (turn: number) => string) => async (): Promise<number> => {
      const times: number[] = [];
      for (let turn = 0; turn < TIMES; turn += 1) {
        const request = requestText('GET', pathOf(turn), { cookie: nextOwner().cookie });
        const started = performance.now();
        await connection.send(request);
        times.push(performance.now() - started);
      }
      return quantile(times, 0.5);
    };
    const [first] = long;
    if (!first) throw new RangeError('nobody is there');
    const firstOwner = () => first;
    logProgress(`time travel over ${EVENTS} events`);
    const times = await inRounds(rounds, {
      asOf: medianTime(inTurns(long), () => `/api/dashboard?as_of=${MIDDLE}`),
      asOfLast: medianTime(inTurns(long), () => `/api/dashboard?as_of=2026-11-20`),
      again: medianTime(
        firstOwner,
        (turn) => `/api/dashboard?as_of=2026-${String((turn % 9) + 1).padStart(2, '0')}-15`,
      ),
      history: medianTime(inTurns(long), () => '/api/history'),
      today: medianTime(inTurns(long), () => '/api/dashboard'),
      todayShort: medianTime(inTurns(short), () => '/api/dashboard'),
    });
    connection.close();
    const row = (what: string, ours: readonly number[], atMost: number): Result => {
      return { goal: 6, what, unit: 'ms', ours, atMost };
    };
    return [
      row(`dashboard as of half of ${EVENTS} events, read from the log`, times.asOf, 60),
      row(`dashboard as of all ${EVENTS} events, read from the log`, times.asOfLast, 60),
      row('the same business as of other dates, one after the other', times.again, 10),
      row(`a year of history of ${EVENTS} events, read from the log`, times.history, 80),
      {
        ...row(`dashboard today, ${EVENTS} events behind it`, times.today, 1.2),
        plain: { name: '100 events', values: times.todayShort },
      },
    ];
  });
}
