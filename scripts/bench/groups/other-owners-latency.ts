import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SingleCommand } from '#domain/business/commands.ts';
import { v5 as uuidFrom } from 'uuid';
import { eventsOf, type OwnerWithBusiness, makeOwners } from '../businesses.ts';
import { inRounds, logProgress, quantile, type Result, type Setting } from '../measuring.ts';
import { type RunningProduct, withRunningProduct } from '../running-product.ts';

/** Maximum latency for other owners while one owner sends the worst legal requests. */
const MAX_OTHERS_MS = 200;
const ATTACK_MS = 6_000;
const INTERVAL_MS = 40;
/** A request without an answer counts with this latency. */
const TIMEOUT_MS = 30_000;
/** The number of packs whose sizes are primes: prices per unit then have no common denominator. */
const PACKS = 50;
const PREPARATIONS = 480;
const PRICE_CHANGES = 19_000;

type Owner = RunningProduct['owners'][number];

const idFor = (owner: OwnerWithBusiness) => (text: string) => uuidFrom(text, owner.businessId);

function primesFrom(start: number, count: number): readonly number[] {
  const primes: number[] = [];
  const isPrime = (n: number): boolean => {
    for (let each = 2; each * each <= n; each += 1) if (n % each === 0) return false;
    return true;
  };
  for (let n = start; primes.length < count; n += 1) if (isPrime(n)) primes.push(n);
  return primes;
}

const BATCH = { yieldQuantity: 10_000, yieldUnit: 'un' } as const;

/** One recipe uses a part of each pack and another one the rest: together they cost whole packs, and half a digit. */
function exactTies(id: (text: string) => string): readonly SingleCommand[] {
  const lineOf = (preparationId: string, ingredientId: string, quantity: number): SingleCommand => ({
    type: 'AddPreparationIngredient',
    preparationId,
    ingredientId,
    quantity,
  });
  const [a, b, salt] = [id('a'), id('b'), id('sal')];
  const dishes = Array.from({ length: 200 }, (_, i) => id(`prato ${i}`));
  return [
    { type: 'AddPreparation', id: a, name: 'a', ...BATCH },
    { type: 'AddPreparation', id: b, name: 'b', ...BATCH },
    { type: 'AddIngredient', id: salt, name: 'sal', unit: 'g', unitPrice: 1 },
    ...primesFrom(90_000_000, PACKS).flatMap((quantity, i): readonly SingleCommand[] => {
      const pack = id(`pacote ${i}`);
      const purchase = { price: 9_999_991 - i, quantity, unit: 'g', label: null };
      const part = Math.floor(quantity / 3);
      return [
        { type: 'AddIngredient', id: pack, name: `pacote ${i}`, unit: 'g', pack: purchase },
        lineOf(a, pack, part),
        lineOf(b, pack, quantity - part),
      ];
    }),
    ...dishes.flatMap((dishId, i): readonly SingleCommand[] => [
      { type: 'AddDish', id: dishId, name: `prato ${i}`, salePrice: 1_000_000 + i },
      { type: 'AddDishIngredient', dishId, ingredientId: a, quantity: 10_000 },
      { type: 'AddDishIngredient', dishId, ingredientId: b, quantity: 10_000 },
      { type: 'AddDishIngredient', dishId, ingredientId: salt, quantity: 5_000 },
    ]),
  ];
}

/** Eight layers of sixty preparations; each but the lowest uses twenty of the layer below. */
function nestedPreparations(id: (text: string) => string): readonly SingleCommand[] {
  const idOf = (i: number): string => id(`preparo ${i}`);
  const layer = PREPARATIONS / 8;
  return Array.from({ length: PREPARATIONS }, (_, i): readonly SingleCommand[] => [
    { type: 'AddPreparation', id: idOf(i), name: `preparo ${i}`, ...BATCH },
    ...(i < layer
      ? []
      : Array.from({ length: 20 }, (_line, at): SingleCommand => ({
          type: 'AddPreparationIngredient',
          preparationId: idOf(i),
          ingredientId: idOf((Math.floor(i / layer) - 1) * layer + ((i + at) % layer)),
          quantity: 1_000,
        }))),
  ]).flat();
}

/** A price that changed all year, in a dish that uses it through a hundred and eighty preparations. */
function longHistory(id: (text: string) => string): readonly SingleCommand[] {
  const [flour, cake] = [id('farinha'), id('bolo')];
  const idOf = (i: number): string => (i < 0 ? flour : id(`preparo ${i}`));
  return [
    { type: 'AddIngredient', id: flour, name: 'farinha', unit: 'un', unitPrice: 10_000 },
    ...Array.from({ length: 180 }, (_, i): readonly SingleCommand[] => [
      { type: 'AddPreparation', id: idOf(i), name: `preparo ${i}`, ...BATCH },
      { type: 'AddPreparationIngredient', preparationId: idOf(i), ingredientId: idOf(i - 20), quantity: 10_000 },
    ]).flat(),
    { type: 'AddDish', id: cake, name: 'bolo', salePrice: 400_000 },
    ...Array.from({ length: 20 }, (_, i): SingleCommand => ({
      type: 'AddDishIngredient',
      dishId: cake,
      ingredientId: idOf(160 + i),
      quantity: 10_000,
    })),
    ...Array.from({ length: PRICE_CHANGES }, (_, i): SingleCommand => ({
      type: 'ChangeIngredient',
      id: flour,
      unitPrice: 10_000 + (i % 977),
    })),
  ];
}

/** An owner whose business consists of the events of these commands. */
const ownerWith = (
  commands: (id: (text: string) => string) => readonly SingleCommand[],
  number: number,
): OwnerWithBusiness => {
  const [owner] = makeOwners(1, 1, 100 + number);
  if (!owner) throw new RangeError('nobody is there');
  const events = eventsOf([{ type: 'OpenBusiness', ownerId: owner.userId }, ...commands(idFor(owner))]);
  return { ...owner, events };
};

interface Attack {
  readonly what: string;
  /** Sends one round of the attack, repeated as soon as it has ended. @returns status */
  readonly round: (port: number, number: number) => Promise<number>;
}

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
    async (answer) => {
      await answer.arrayBuffer();
      return answer.status;
    },
    () => 0,
  );

function createAttacks([tie, nesting, history]: readonly [Owner, Owner, Owner]): readonly Attack[] {
  const historyId = idFor(history);
  const heavyPaths = [
    '/api/changes',
    '/api/profit-change?from=2025-11-25',
    `/api/history?of=dish:${historyId('bolo')}`,
  ];
  return [
    {
      what: 'prices of a kitchen of exact ties',
      round: (port, number) =>
        sendRequest(port, tie, 'PUT', `/api/ingredients/${idFor(tie)('pacote 0')}`, {
          purchase: { price: 900 + (number % 90), quantity: 9000.0049, unit: 'g' },
        }),
    },
    {
      what: `a change set of 1 000 lines over ${PREPARATIONS} preparations`,
      round: async (port, number) => {
        const id = idFor(nesting);
        const lines = Array.from({ length: 1_000 }, (_, i) => ({
          call: 'addPreparationIngredient',
          params: { preparationId: id(`preparo ${420 + (i % 60)}`) },
          body: { ingredient_id: id(`preparo ${(i * 7 + Math.floor(i / 360) + number * 3) % 360}`), quantity: 0.1 },
        }));
        const status = await sendRequest(port, nesting, 'POST', '/api/change-sets', { calls: lines });
        await sendRequest(port, nesting, 'GET', '/api/changes');
        return status;
      },
    },
    {
      what: `history of a dish over ${PRICE_CHANGES} prices and 180 preparations`,
      round: (port) => sendRequest(port, history, 'GET', heavyPaths[2] ?? ''),
    },
    {
      what: 'twenty heavy reads at once',
      round: (port) =>
        Promise.all(
          Array.from({ length: 20 }, (_, i) =>
            sendRequest(port, history, 'GET', heavyPaths[i % heavyPaths.length] ?? ''),
          ),
        ).then((statuses) => Math.min(...statuses)),
    },
  ];
}

interface Latencies {
  readonly read: readonly number[];
  readonly write: readonly number[];
  /** Latencies of a page that reads no data, which show how long the event loop of the process is blocked. */
  readonly eventLoop: readonly number[];
}

async function measureOthers(port: number, owner: Owner, until: () => boolean): Promise<Latencies> {
  const latencies = { read: [] as number[], write: [] as number[], eventLoop: [] as number[] };
  const requests: Promise<void>[] = [];
  const timeRequest = (times: number[], work: () => Promise<unknown>): void => {
    const startedAt = performance.now();
    requests.push(work().then(() => void times.push(performance.now() - startedAt)));
  };
  for (let number = 0; !until(); number += 1) {
    timeRequest(latencies.eventLoop, () => fetch(`http://localhost:${port}/healthz`).then((answer) => answer.text()));
    timeRequest(latencies.read, () => sendRequest(port, owner, 'GET', '/api/dashboard'));
    if (number % 4 === 0)
      timeRequest(latencies.write, () =>
        sendRequest(port, owner, 'POST', '/api/fixed-costs', { name: `Custo ${number}`, value: 1 }),
      );
    await sleep(INTERVAL_MS);
  }
  await Promise.all(requests);
  return latencies;
}

/** @param attack undefined for the base line without an attack */
async function measureUnder(port: number, owner: Owner, attack: Attack | undefined): Promise<Latencies> {
  const end = performance.now() + ATTACK_MS;
  const isOver = (): boolean => performance.now() > end;
  const attacking = async (): Promise<void> => {
    if (!attack) return;
    for (let number = 0; !isOver(); number += 1) {
      const status = await attack.round(port, number);
      // A request that is rejected at once costs nothing and would prove nothing.
      if (number === 0 && status >= 400 && status < 500) throw new Error(`${attack.what}: ${status}`);
    }
  };
  const [latencies] = await Promise.all([measureOthers(port, owner, isOver), attacking()]);
  return latencies;
}

/**
 * Measures whether one owner can delay the others: each of the worst known legal inputs, repeated, while another owner
 * reads and writes.
 */
export async function worst({ url, rivals, rounds }: Setting): Promise<Result[]> {
  const owners = [
    ...makeOwners(1, 100),
    ownerWith(exactTies, 1),
    ownerWith(nestedPreparations, 2),
    ownerWith(longHistory, 3),
  ];
  const measurements = await withRunningProduct(
    { url, name: 'worst', owners, rivals },
    async ({ owners: [other, tie, nesting, history], product: { port } }) => {
      if (!other || !tie || !nesting || !history) throw new RangeError('nobody is there');
      const seen = new Map<string, readonly Latencies[]>();
      for (const attack of [undefined, ...createAttacks([tie, nesting, history])]) {
        const what = attack?.what ?? 'nobody does anything';
        logProgress(what);
        const { all } = await inRounds<'all', Latencies>(rounds, { all: () => measureUnder(port, other, attack) });
        seen.set(what, all);
      }
      return seen;
    },
  );
  const lines: readonly (readonly [string, (latencies: Latencies) => number])[] = [
    ['another owner’s reads, p50', ({ read }) => quantile(read, 0.5)],
    ['another owner’s reads, p99', ({ read }) => quantile(read, 0.99)],
    ['another owner’s writes, p99', ({ write }) => quantile(write, 0.99)],
    ['longest delay of the event loop', ({ eventLoop }) => quantile(eventLoop, 1)],
  ];
  return [...measurements].flatMap(([attack, seen]) =>
    lines.map(([what, of]): Result => ({
      goal: 4,
      what: `${attack}: ${what}`,
      unit: 'ms',
      ours: seen.map(of),
      ...(what.endsWith('p99') ? { atMost: MAX_OTHERS_MS } : {}),
    })),
  );
}
