import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startBalancer } from '#tests/support/balancer.ts';
import { type ApiAnswer, visitorAt } from '#tests/support/visitor.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LONG } from './harness/fault-run.ts';
import { type Fleet, startFleet } from './harness/fleet.ts';
import { queryDatabase } from './harness/log-contents.ts';
import type { Owner } from './harness/owner.ts';
import { buildServer, programsIn, type ServerBuild } from './harness/server-build.ts';

/** A build that does not know one type of event yet. */
const OLDER_UPCASTERS = { file: 'upcasters.ts', by: new URL('harness/older-upcasters.ts', import.meta.url) };

/** A build whose read model has an older shape. */
const OLDER_SHAPE = { file: 'read/schema.ts', by: new URL('harness/older-shape.ts', import.meta.url) };

/** A built checkout of an older version from which the upgrade starts; its read model may have another shape. */
const OLDER = process.env['UPGRADE_FROM'];

let older: ServerBuild;
let olderShape: ServerBuild;
let newer: ServerBuild;
let fleet: Fleet;
beforeAll(async () => {
  older =
    OLDER === undefined
      ? await buildServer(OLDER_UPCASTERS)
      : { ...programsIn(join(OLDER, 'dist', 'server')), remove: () => undefined };
  olderShape = await buildServer(OLDER_SHAPE);
  newer = await buildServer();
});
afterAll(() => {
  older.remove();
  olderShape.remove();
  newer.remove();
});

interface Caller {
  readonly origin?: string;
  readonly owner: Owner | undefined;
}
type Request = readonly [method: string, path: string, body?: object];

const call = (
  { origin = fleet.origins[0], owner }: Caller,
  [method, path, body]: Request,
  readAfter?: ApiAnswer,
): Promise<ApiAnswer> =>
  visitorAt(origin).call(method, path, {
    ...(body === undefined ? {} : { body }),
    headers: {
      Cookie: owner?.cookie ?? '',
      ...(method === 'GET' ? {} : { 'Idempotency-Key': randomUUID() }),
      ...(readAfter === undefined ? {} : { 'X-Read-After': readAfter.headers.get('X-Position') ?? '' }),
    },
  });

const COST: Request = ['POST', '/api/fixed-costs', { name: 'Luz', value: 1 }];
const COSTS: Request = ['GET', '/api/fixed-costs'];
const DISHES: Request = ['GET', '/api/dishes'];
const HISTORY: Request = ['GET', '/api/history'];
const EVERYTHING: Request = ['GET', '/api/account/data'];
const CHANGE: Request = ['PUT', '/api/business-settings', { production_loss: 7 }];
const CHANGED = { production_loss: 7, mix_months: 3, profit_goal: 0, price_rule: 'last', version: 1 };

describe('rolling upgrade whose API is replaced before the projector', LONG, () => {
  let changed: ApiAnswer;
  let pizzeria: Owner | undefined;
  let other: Owner | undefined;
  /** The address of the older of the two API processes. */
  const atOlder = (): string => fleet.origins[1];
  beforeAll(async () => {
    fleet = await startFleet(older);
    [pizzeria, other] = fleet.owners;
    await fleet.replace('api', newer);
    changed = await call({ owner: pizzeria }, CHANGE);
  });
  afterAll(() => fleet.close());

  test('accepts a change of the newer program', () => expect([changed.status, changed.json]).toEqual([200, CHANGED]));

  test.runIf(OLDER === undefined)(
    'parks the changed business in the older projector, which tells the operator what to do',
    async () => {
      await expect.poll(() => queryDatabase(fleet.url, 'select kind from read.parked')).toEqual([{ kind: 'business' }]);
      // The row appears before the line of the log has been read.
      await expect.poll(() => fleet.output('projector')).toContain('start a newer program');
      const shown = await call({ owner: pizzeria }, DISHES, changed);
      expect([shown.status, shown.headers.get('X-Stale')]).toEqual([200, 'true']);
    },
  );

  test.runIf(OLDER === undefined)(
    'lets programs that know the event read it, and makes the others answer 503 or cut the answer',
    async () => {
      expect((await call({ owner: pizzeria }, HISTORY)).status).toBe(200);
      expect((await call({ owner: pizzeria }, EVERYTHING)).text).toContain('ProductionLossChanged');
      const there = { origin: atOlder(), owner: pizzeria };
      for (const request of [COST, HISTORY]) {
        const refused = await call(there, request);
        expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '2']);
      }
      await expect(call(there, EVERYTHING)).rejects.toThrow('fetch failed'); // The answer is cut, and not shortened.
    },
  );

  test.runIf(OLDER === undefined)('leaves other businesses unaffected', async () => {
    const added = await call({ owner: other }, COST);
    const listed = await call({ origin: atOlder(), owner: other }, COSTS, added);
    expect([listed.status, listed.headers.get('X-Stale')]).toEqual([200, null]);
    expect(listed.text).toContain('Luz');
  });

  test.runIf(OLDER !== undefined)(
    'goes on answering reads while only the newer program can fill the read model',
    async () => {
      const shown = await call({ owner: pizzeria }, DISHES, changed);
      expect([shown.status, shown.headers.get('X-Stale')]).toEqual([200, 'true']);
      expect((await call({ owner: other }, ['GET', '/api/users/me'])).json).toMatchObject({ access_granted: true });
    },
  );

  test('unparks the business in the newer projector without any action', async () => {
    await fleet.replace('projector', newer);
    const displayedCosts = async () => {
      const { status, headers, json } = await call({ owner: pizzeria }, ['GET', '/api/business-settings'], changed);
      return { status, stale: headers.get('X-Stale'), json: json as unknown };
    };
    await expect.poll(displayedCosts).toEqual({ status: 200, stale: null, json: CHANGED });
    expect(await queryDatabase(fleet.url, 'select from read.parked')).toEqual([]);
  });
});

describe.each([
  ['with the same shape of the read model', () => older],
  ['with another shape of the read model', () => (OLDER === undefined ? olderShape : older)],
])('rolling upgrade %s, in the order projector, reactor, API', LONG, (_shape, before) => {
  beforeAll(async () => {
    fleet = await startFleet(before());
  });
  afterAll(() => fleet.close());

  /** Writes and reads back again and again. @returns the outcomes */
  async function work(at: Caller, end: AbortSignal): Promise<readonly string[]> {
    const found: string[] = [];
    for (let i = 1; !end.aborted; i += 1) {
      const added = await call(at, ['POST', '/api/fixed-costs', { name: `Luz ${i}`, value: i }]);
      const listed = await call(at, COSTS, added);
      const isThere = listed.headers.get('X-Stale') === null && listed.text.includes(`Luz ${i}`);
      found.push(`${added.status}, ${listed.status}${isThere ? '' : ' without it'}`);
      await pause(10);
    }
    return found;
  }

  test('answers every request of a working owner without an error', async () => {
    const [owner] = fleet.owners;
    const balancer = await startBalancer(fleet.origins);
    const end = new AbortController();
    const working = work({ origin: balancer.origin, owner }, end.signal);
    await fleet.replace('projector', newer);
    await fleet.replace('reactor', newer);
    await fleet.replace('api', newer, 0);
    await fleet.replace('api', newer, 1);
    end.abort();
    const found = await working;
    await balancer.close();
    expect([...new Set(found)]).toEqual(['201, 200']);
    const changed = await call({ owner }, CHANGE);
    expect((await call({ owner }, ['GET', '/api/business-settings'], changed)).json).toEqual(CHANGED);
    expect(await queryDatabase(fleet.url, 'select from read.parked')).toEqual([]);
  });
});
