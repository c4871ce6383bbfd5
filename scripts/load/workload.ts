import { randomUUID } from 'node:crypto';
import { type HttpConnection, HttpError, type HttpResponse, requestText } from '../bench/http-connection.ts';
import type { LoadRecord } from './record.ts';
import { type OwnerCount, ownerBatches } from '../bench/businesses.ts';
import { createSignedInOwners } from '../bench/databases.ts';
import { logProgress } from '../bench/measurement.ts';

/** The reads of the screens, with the share of each in all reads. */
const READS: readonly (readonly [path: string, share: number])[] = [
  ['/api/dashboard', 0.4],
  ['/api/dishes', 0.2],
  ['/api/ingredients', 0.15],
  ['/api/fixed-costs', 0.1],
  ['/api/revenue-projections', 0.05],
  ['/api/break-even-financial', 0.05],
  ['/api/users/me', 0.05],
];

interface Options {
  readonly owners: readonly LoadOwner[];
  readonly record: LoadRecord;
  /** The start of the run, by `performance.now()`. */
  readonly startedAt: number;
  readonly random: () => number;
  /** The share of visits that change something and then read it. */
  readonly changeShare: number;
}

/**
 * Returns a function that runs one visit: a read, or a change and the read that must contain it. It counts failed
 * requests and does not throw.
 */
export function createWorkload({ owners, record, startedAt, random, changeShare }: Options) {
  let number = 0;
  const randomOwner = (): LoadOwner => {
    const owner = owners[Math.floor(random() * owners.length)];
    if (!owner) throw new RangeError('no owners');
    return owner;
  };

  function randomPath(): string {
    let remaining = random();
    for (const [path, share] of READS) {
      remaining -= share;
      if (remaining < 0) return path;
    }
    return '/api/dashboard';
  }

  /** Counts a failed request. @returns the response; undefined for a failed request */
  async function send(connection: HttpConnection, request: string): Promise<HttpResponse | undefined> {
    try {
      return await connection.send(request);
    } catch (error) {
      const failure = error instanceof Error ? error.message.slice(0, 120) : 'unknown';
      record.countFailure(failure, error instanceof HttpError ? error.status : undefined);
      return undefined;
    }
  }

  const readRequest = (path: string, cookie: string, headers: Readonly<Record<string, string>> = {}): string =>
    requestText('GET', path, { cookie, headers });

  async function read(connection: HttpConnection, dueAt: number): Promise<void> {
    if (await send(connection, readRequest(randomPath(), randomOwner().cookie))) recordRead(dueAt);
  }

  function recordRead(dueAt: number): void {
    record.reads.push({ at: (dueAt - startedAt) / 1_000, durationMs: performance.now() - dueAt });
  }

  async function change(connection: HttpConnection, dueAt: number): Promise<void> {
    let owner = randomOwner();
    for (let tries = 0; owner.isChanging && tries < 100; tries += 1) owner = randomOwner();
    owner.isChanging = true;
    try {
      await changeAndRead(owner, connection, dueAt);
    } finally {
      owner.isChanging = false;
    }
  }

  async function changeAndRead(owner: LoadOwner, connection: HttpConnection, dueAt: number): Promise<void> {
    const { cookie, ingredientIds } = owner;
    const id = ingredientIds[Math.floor(random() * ingredientIds.length)] ?? '';
    number += 1;
    const price = (500 + (number % 10_000)) / 100;
    const changed = await send(
      connection,
      requestText('PUT', `/api/ingredients/${id}`, {
        cookie,
        headers: { 'Idempotency-Key': randomUUID() },
        body: JSON.stringify({ unit_price: price }),
      }),
    );
    if (!changed) return;
    record.changes += 1;
    const readStartedAt = performance.now();
    const readAfter = changed.position === undefined ? {} : { 'X-Read-After': changed.position };
    const response = await send(connection, readRequest('/api/ingredients', cookie, readAfter));
    if (!response) return;
    recordRead(readStartedAt);
    record.visibleChanges.push({ at: (dueAt - startedAt) / 1_000, durationMs: performance.now() - dueAt });
    const rows = JSON.parse(response.body) as readonly { readonly id: string; readonly unit_price: number }[];
    if (response.isStale || rows.find((row) => row.id === id)?.unit_price !== price) record.staleReads += 1;
  }

  return (connection: HttpConnection, dueAt: number): Promise<void> => {
    record.delays.push(performance.now() - dueAt);
    return random() < changeShare ? change(connection, dueAt) : read(connection, dueAt);
  };
}

/** Start times in milliseconds with the given average rate, for independent arrivals (Poisson process). */
export function* arrivals(perSecond: number, milliseconds: number, random: () => number): Generator<number> {
  for (let at = 0; ;) {
    at += (-Math.log(1 - random()) * 1_000) / perSecond;
    if (at >= milliseconds) return;
    yield at;
  }
}

/**
 * What the workload needs to know of an owner. Events are left out, because those of all owners would fill the memory.
 */
export interface LoadOwner {
  readonly cookie: string;
  readonly ingredientIds: readonly string[];
  /**
   * Tells whether a change of this owner is in progress: a second one would make it unclear which one must be visible.
   */
  isChanging: boolean;
}

/** Writes the events of all owners to the log and signs the owners in. */
export async function createLoadOwners(url: string, count: OwnerCount): Promise<LoadOwner[]> {
  const owners: LoadOwner[] = [];
  for (const batch of ownerBatches(count)) {
    for (const { cookie, events } of await createSignedInOwners(url, batch))
      owners.push({
        cookie,
        ingredientIds: events.flatMap((event) => (event.type === 'IngredientAdded' ? [event.data.id] : [])),
        isChanging: false,
      });
    logProgress(`${owners.length} of ${count.businesses} businesses written`);
  }
  return owners;
}
