import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeOwners } from '../businesses.ts';
import { idFor, makeExpensiveOwners, NESTED_PREPARATIONS, PRICE_CHANGES } from '../expensive-businesses.ts';
import { type BenchmarkOptions, inRounds, logProgress, quantile, type Result } from '../measurement.ts';
import { type RunningProduct, withRunningProduct } from '../running-product.ts';

const MAX_P99_MS = 200;
const WORKLOAD_MS = 6_000;
/** The interval between two requests of the measured owner. */
const INTERVAL_MS = 40;
/** A request without a response counts with this latency. */
const TIMEOUT_MS = 30_000;

type Owner = RunningProduct['owners'][number];

/** The most expensive legal requests of one owner, repeated while another owner is measured. */
interface Workload {
  readonly name: string;
  /**
   * Sends the requests once. @returns HTTP status
   * @param repetition counts up over all rounds
   */
  readonly send: (port: number, repetition: number) => Promise<number>;
}

/** @returns HTTP status; 0 without a response */
const sendRequest = (port: number, { cookie }: Owner, method: string, path: string, body?: object): Promise<number> =>
  fetch(`http://localhost:${port}${path}`, {
    method,
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: {
      Accept: 'application/json',
      'Sec-Fetch-Site': 'same-origin',
      Cookie: cookie,
      ...(body ? { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  }).then(
    async (response) => {
      await response.arrayBuffer();
      return response.status;
    },
    () => 0,
  );

function createWorkloads(ties: Owner, nested: Owner, history: Owner): readonly Workload[] {
  const [tiesId, nestedId, historyId] = [idFor(ties), idFor(nested), idFor(history)];
  const historyOfDish = `/api/history?of=dish:${historyId('bolo')}`;
  const expensiveReads = ['/api/changes', '/api/profit-change?from=2025-11-25', historyOfDish];
  return [
    {
      name: 'price changes in a business of rounding ties',
      send: (port, repetition) =>
        sendRequest(port, ties, 'PUT', `/api/ingredients/${tiesId('pacote 0')}`, {
          purchase: { price: 900 + (repetition % 90), quantity: 9000.0049, unit: 'g' },
        }),
    },
    {
      name: `a change set of 1 000 lines over ${NESTED_PREPARATIONS} preparations`,
      // The lines are added and removed in turn, because a preparation has at most 60.
      send: async (port, repetition) => {
        const calls = Array.from({ length: 1_000 }, (_, i) => {
          const preparationId = nestedId(`preparo ${420 + (i % 60)}`);
          const ingredientId = nestedId(`preparo ${Math.floor(i / 60)}`);
          return repetition % 2 === 0
            ? {
                call: 'addPreparationIngredient',
                params: { preparationId },
                body: { ingredient_id: ingredientId, quantity: 0.1 },
              }
            : { call: 'removePreparationIngredient', params: { preparationId, ingredientId } };
        });
        const status = await sendRequest(port, nested, 'POST', '/api/change-sets', { calls });
        await sendRequest(port, nested, 'GET', '/api/changes');
        return status;
      },
    },
    {
      name: `history of a dish over ${PRICE_CHANGES} prices and 180 preparations`,
      send: (port) => sendRequest(port, history, 'GET', historyOfDish),
    },
    {
      name: 'twenty expensive reads at once',
      send: async (port) => {
        const paths = Array.from({ length: 20 }, (_, i) => expensiveReads[i % expensiveReads.length] ?? '');
        return Math.min(...(await Promise.all(paths.map((path) => sendRequest(port, history, 'GET', path)))));
      },
    },
  ];
}

/** Latencies in milliseconds. */
interface Latencies {
  readonly read: readonly number[];
  readonly write: readonly number[];
  /** Latencies of a path that reads no data: they show how long the event loop of the process is blocked. */
  readonly eventLoop: readonly number[];
}

/** Reads and writes as `owner` at a fixed rate until `isOver`. */
async function measureOwner(port: number, owner: Owner, isOver: () => boolean): Promise<Latencies> {
  const latencies = { read: [] as number[], write: [] as number[], eventLoop: [] as number[] };
  const requests: Promise<void>[] = [];
  const measure = (into: number[], send: () => Promise<unknown>): void => {
    const startedAt = performance.now();
    requests.push(send().then(() => void into.push(performance.now() - startedAt)));
  };
  for (let number = 0; !isOver(); number += 1) {
    measure(latencies.eventLoop, () => sendRequest(port, owner, 'GET', '/healthz'));
    measure(latencies.read, () => sendRequest(port, owner, 'GET', '/api/dashboard'));
    if (number % 4 === 0)
      measure(latencies.write, () =>
        sendRequest(port, owner, 'POST', '/api/fixed-costs', { name: `Custo ${number}`, value: 1 }),
      );
    await sleep(INTERVAL_MS);
  }
  await Promise.all(requests);
  return latencies;
}

function* countUp(): Generator<number, never> {
  for (let count = 0; ; count += 1) yield count;
}

/** Measures `owner` while the workload of another owner is repeated without a pause. Without one nothing else runs. */
async function measureDuring(
  workload: Workload | undefined,
  port: number,
  owner: Owner,
  repetitions: Iterator<number, never>,
): Promise<Latencies> {
  const end = performance.now() + WORKLOAD_MS;
  const isOver = (): boolean => performance.now() > end;
  const repeatWorkload = async (): Promise<void> => {
    if (!workload) return;
    while (!isOver()) {
      const status = await workload.send(port, repetitions.next().value);
      // A refused request costs almost nothing, so the measurement would prove nothing.
      if (status >= 400 && status < 500) throw new Error(`${workload.name}: ${status}`);
    }
  };
  const [latencies] = await Promise.all([measureOwner(port, owner, isOver), repeatWorkload()]);
  return latencies;
}

/** Measures whether one owner can slow down another one, with each of the most expensive legal workloads. */
export function otherOwnersLatency(options: BenchmarkOptions): Promise<Result[]> {
  const { roundingTies, nestedPreparations, longHistory } = makeExpensiveOwners();
  const owners = [...makeOwners(1, 100), roundingTies, nestedPreparations, longHistory];
  return withRunningProduct(
    { ...options, name: 'other_owners', owners },
    async ({ owners: [measured, ties, nested, history], product: { port } }) => {
      if (!measured || !ties || !nested || !history) throw new RangeError('an owner is missing');
      const results: Result[] = [];
      for (const workload of [undefined, ...createWorkloads(ties, nested, history)]) {
        const name = workload?.name ?? 'no other requests';
        logProgress(name);
        const repetitions = countUp();
        const { latencies } = await inRounds<'latencies', Latencies>(options.rounds, {
          latencies: () => measureDuring(workload, port, measured, repetitions),
        });
        results.push(...resultsOf(name, latencies));
      }
      return results;
    },
  );
}

/** @param rounds the latencies of each round */
function resultsOf(workload: string, rounds: readonly Latencies[]): readonly Result[] {
  const resultOf = (metric: string, valueOf: (latencies: Latencies) => number): Result => ({
    goal: '4 isolation of owners',
    metric: `${workload}: ${metric}`,
    unit: 'ms',
    values: rounds.map(valueOf),
  });
  return [
    resultOf('another owner’s reads, p50', ({ read }) => quantile(read, 0.5)),
    { ...resultOf('another owner’s reads, p99', ({ read }) => quantile(read, 0.99)), atMost: MAX_P99_MS },
    { ...resultOf('another owner’s writes, p99', ({ write }) => quantile(write, 0.99)), atMost: MAX_P99_MS },
    resultOf('longest delay of the event loop', ({ eventLoop }) => quantile(eventLoop, 1)),
  ];
}
