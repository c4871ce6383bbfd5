import { randomUUID } from 'node:crypto';
import { type HttpAnswer, type HttpConnection, UnsuccessfulAnswer, requestText } from '../bench/http-connection.ts';
import type { LoadOwner } from './owners.ts';
import type { LoadRecord } from './record.ts';

/** The reads of the screens, with their share of all reads. */
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
  /** The start, by `performance.now()`. */
  readonly startedAt: number;
  readonly random: () => number;
  /** The share of visits that change something; each change is followed by its owner's own read. */
  readonly changeShare: number;
}

/** Runs one visit: a read, or a change and the read that has to show it. Failures are counted, not thrown. */
export function createWorkload({ owners, record, startedAt, random, changeShare }: Options) {
  let number = 0;
  const randomOwner = (): LoadOwner => {
    const owner = owners[Math.floor(random() * owners.length)];
    if (!owner) throw new RangeError('nobody is there');
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

  /** The answer; a failure is counted and gives undefined. */
  async function send(connection: HttpConnection, request: string): Promise<HttpAnswer | undefined> {
    try {
      return await connection.send(request);
    } catch (error) {
      const failure = error instanceof Error ? error.message.slice(0, 120) : 'unknown';
      record.countFailure(failure, error instanceof UnsuccessfulAnswer ? error.status : undefined);
      return undefined;
    }
  }

  const get = (path: string, cookie: string, extraHeaders: Readonly<Record<string, string>> = {}): string =>
    requestText('GET', path, { cookie, headers: extraHeaders });

  async function read(connection: HttpConnection, dueAt: number): Promise<void> {
    if (await send(connection, get(randomPath(), randomOwner().cookie))) recordRead(dueAt);
  }

  function recordRead(dueAt: number): void {
    record.reads.push({ at: (dueAt - startedAt) / 1_000, durationMs: performance.now() - dueAt });
  }

  async function change(connection: HttpConnection, dueAt: number): Promise<void> {
    let owner = randomOwner();
    for (let tries = 0; owner.isChanging && tries < 100; tries += 1) owner = randomOwner();
    owner.isChanging = true;
    try {
      await changeOf(owner, connection, dueAt);
    } finally {
      owner.isChanging = false;
    }
  }

  async function changeOf(owner: LoadOwner, connection: HttpConnection, dueAt: number): Promise<void> {
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
    const after = changed.position === undefined ? {} : { 'X-Read-After': changed.position };
    const answer = await send(connection, get('/api/ingredients', cookie, after));
    if (!answer) return;
    recordRead(readStartedAt);
    record.visibleChanges.push({ at: (dueAt - startedAt) / 1_000, durationMs: performance.now() - dueAt });
    const rows = JSON.parse(answer.body) as readonly { readonly id: string; readonly unit_price: number }[];
    if (answer.isStale || rows.find((row) => row.id === id)?.unit_price !== price) record.staleReads += 1;
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
