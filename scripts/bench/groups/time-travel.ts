import { makeOwners } from '../businesses.ts';
import { openHttp, requestText } from '../http-connection.ts';
import { type BenchmarkOptions, inRounds, logProgress, quantile, type Result } from '../measurement.ts';
import { type RunningProduct, roundRobin, withRunningProduct } from '../running-product.ts';

/** The events of a business with a year of frequent changes. */
const EVENTS = 20_000;
/** The product caches fewer histories than this, so requests that rotate through them always read from the log. */
const LONG_HISTORIES = 8;
/** The number of businesses with as many events as a small pizzeria has on its first day. */
const SHORT_HISTORIES = 8;
const SHORT_EVENTS = 100;
const REQUESTS_PER_ROUND = 16;
/** Dates after half of the events of a long history, and after all of them. */
const MIDDLE_DATE = '2026-05-22';
const LAST_DATE = '2026-11-20';

type Owner = RunningProduct['owners'][number];

/**
 * Measures reads of the past after a year of changes, and whether so long a history slows down reads of the present.
 */
export function timeTravel(options: BenchmarkOptions): Promise<Result[]> {
  const owners = [...makeOwners(LONG_HISTORIES, EVENTS), ...makeOwners(SHORT_HISTORIES, SHORT_EVENTS, LONG_HISTORIES)];
  return withRunningProduct({ ...options, name: 'time_travel', owners }, async (running) => {
    const connection = await openHttp(running.product.port);
    /** Measures the median latency of sequential requests, in milliseconds. */
    const medianLatency = (nextOwner: () => Owner, pathOf: (index: number) => string) => async (): Promise<number> => {
      const latencies: number[] = [];
      for (let index = 0; index < REQUESTS_PER_ROUND; index += 1) {
        const request = requestText('GET', pathOf(index), { cookie: nextOwner().cookie });
        const startedAt = performance.now();
        await connection.send(request);
        latencies.push(performance.now() - startedAt);
      }
      return quantile(latencies, 0.5);
    };
    const [long, short] = [running.owners.slice(0, LONG_HISTORIES), running.owners.slice(LONG_HISTORIES)];
    logProgress(`time travel over ${EVENTS} events`);
    const latencies = await inRounds(options.rounds, {
      middle: medianLatency(roundRobin(long), () => `/api/dashboard?as_of=${MIDDLE_DATE}`),
      end: medianLatency(roundRobin(long), () => `/api/dashboard?as_of=${LAST_DATE}`),
      sameBusiness: medianLatency(
        roundRobin(long.slice(0, 1)),
        (index) => `/api/dashboard?as_of=2026-${String((index % 9) + 1).padStart(2, '0')}-15`,
      ),
      history: medianLatency(roundRobin(long), () => '/api/history'),
      today: medianLatency(roundRobin(long), () => '/api/dashboard'),
      todayShort: medianLatency(roundRobin(short), () => '/api/dashboard'),
    });
    connection.close();
    const resultOf = (metric: string, values: readonly number[], atMost: number): Result => {
      return { goal: '6 time travel', metric, unit: 'ms', values, atMost };
    };
    return [
      resultOf(`dashboard as of half of ${EVENTS} events, read from the log`, latencies.middle, 60),
      resultOf(`dashboard as of all ${EVENTS} events, read from the log`, latencies.end, 60),
      resultOf('dashboard of the same business as of different dates', latencies.sameBusiness, 10),
      resultOf(`a year of history of ${EVENTS} events, read from the log`, latencies.history, 80),
      {
        ...resultOf(`dashboard today, after ${EVENTS} events`, latencies.today, 1.2),
        baseline: { name: `after ${SHORT_EVENTS} events`, values: latencies.todayShort },
      },
    ];
  });
}
