import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Call, isRefusal, isSuccess, type LoadRecord, outcomeOf, type Read, statusOf } from './calls.ts';
import { openConnection } from './connection.ts';
import { createWorkload, type WorkloadRequest } from './workload.ts';
import type { Owner } from './owner.ts';
import type { Starvation } from '#tests/support/starvation.ts';

export interface LoadOptions {
  /** The addresses over which the connections are spread. */
  readonly origins: readonly string[];
  readonly owners: readonly Owner[];
  /** The number of connections of each owner to each address. */
  readonly connections?: number;
  readonly random: () => number;
  /** Returns a number that is new for these businesses each time. */
  readonly newNumber: () => number;
}

export interface Load {
  readonly record: LoadRecord;
  start(): void;
  /** Ends every connection after its current request; unknown outcomes are looked up for ten more seconds at most. */
  finish(): Promise<void>;
  /**
   * Resolves when a write and a read begun after `since` have succeeded.
   * @throws after `withinMs`, not counting time without a processor
   */
  waitUntilWorking(
    since: number,
    withinMs: number,
    starvedMs?: Starvation['between'],
  ): Promise<{ writeMs: number; readMs: number }>;
}

type Worker = () => Promise<void>;

const VIEWS = ['/api/dashboard', '/api/fixed-costs', '/api/ingredients', '/api/dishes', '/api/break-even-financial'];
const SETTLING_MS = 10_000;
/** The share of unknown outcomes that are never looked up, so that the checker sees such ones too. */
const NEVER_REPEATED = 0.15;

/** Starts owners who make changes and sometimes read them back, at the pace of a busy day. */
export function createLoad(options: LoadOptions): Load {
  const { origins, owners, connections = 3, random, newNumber } = options;
  const record: LoadRecord = { calls: [], reads: [] };
  let settleBy: number | undefined;
  let running: Promise<unknown> = Promise.resolve();
  const isRunning = (): boolean => settleBy === undefined;

  const places = origins.flatMap((origin) =>
    owners.flatMap((owner) => Array.from({ length: connections }, () => ({ origin, owner }))),
  );
  const workers = places.map(worker);

  function worker({ origin, owner }: { readonly origin: string; readonly owner: Owner }, number: number): Worker {
    const workload = createWorkload(random, newNumber);
    const headers = { Cookie: owner.cookie, Accept: 'application/json', 'Sec-Fetch-Site': 'same-origin' };
    let position: string | undefined;

    async function write(connection: ReturnType<typeof openConnection>): Promise<void> {
      const isInvalid = random() < 0.03;
      const request = isInvalid ? wrongRequest : workload.next();
      const key = randomUUID();
      const call: Call = { businessId: owner.businessId, request, key, attempts: [], isInvalid };
      record.calls.push(call);
      const isRepeated = random() > NEVER_REPEATED;
      for (;;) {
        const at = performance.now();
        const reaction = await connection.send({ ...request, headers: { ...headers, 'Idempotency-Key': key } });
        const attempt = { origin, at, reaction };
        call.attempts.push(attempt);
        if (reaction.kind === 'answered' && isSuccess(attempt)) {
          position = reaction.headers['x-position']?.toString();
          return request.done(reaction.text === '' ? {} : (JSON.parse(reaction.text) as { id?: string }));
        }
        if (isRefusal(attempt)) return;
        if (settleBy !== undefined && performance.now() > settleBy) return;
        if (!isRepeated && outcomeOf(call) === 'unknown') return;
        await sleep(30 + random() * 50);
      }
    }

    async function read(connection: ReturnType<typeof openConnection>): Promise<void> {
      const path = VIEWS[Math.floor(random() * VIEWS.length)] ?? '';
      const after = position;
      const at = performance.now();
      const reaction = await connection.send({
        method: 'GET',
        path,
        headers: { ...headers, ...(after === undefined ? {} : { 'X-Read-After': after }) },
      });
      record.reads.push({ origin, at, reaction, path, after, connection: number });
    }

    return async () => {
      const connection = openConnection(origin);
      while (isRunning()) {
        await write(connection);
        if (isRunning() && random() < 0.3) await read(connection);
        await sleep(random() * 10);
      }
      connection.close();
    };
  }

  const worked = (since: number): { writeMs: number; readMs: number } | undefined => {
    const writes = record.calls.slice(-2_000).flatMap(({ attempts }) => attempts);
    const write = writes.find((attempt) => attempt.at >= since && isSuccess(attempt));
    const read = record.reads.find((each) => each.at >= since && isFresh(each));
    if (!write || !read) return undefined;
    return { writeMs: write.at + write.reaction.ms - since, readMs: read.at + read.reaction.ms - since };
  };

  return {
    record,
    start() {
      settleBy = undefined;
      running = Promise.all(workers.map((work) => work()));
    },
    async finish() {
      settleBy = performance.now() + SETTLING_MS;
      await running;
    },
    async waitUntilWorking(since, withinMs, starvedMs = () => 0) {
      for (;;) {
        const found = worked(since);
        if (found) return found;
        const now = performance.now();
        if (now > since + withinMs && now - starvedMs(since, now) > since + withinMs)
          throw new Error(`no write and read within ${withinMs} ms`);
        await sleep(10);
      }
    },
  };
}

/** These requests are refused in any state of the business. */
const wrongRequest: WorkloadRequest = {
  method: 'POST',
  path: '/api/fixed-costs',
  body: { name: '', value: -1 },
  done: () => undefined,
};

const isFresh = (read: Read): boolean =>
  statusOf(read) === 200 && read.reaction.kind === 'answered' && read.reaction.headers['x-stale'] === undefined;
