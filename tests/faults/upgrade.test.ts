import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startBalancer } from '#tests/support/balancer.ts';
import type { Plant } from '#tests/support/planting.ts';
import { type ApiAnswer, visitorAt } from '#tests/support/visitor.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { LONG } from './harness/fault-run.ts';
import { type Fleet, startFleet } from './harness/fleet.ts';
import { ask } from './harness/log-contents.ts';
import type { Owner } from './harness/owner.ts';
import { buildServer, type ServerBuild } from './harness/server-build.ts';

/** As if this program were from before one type of event was thought of. */
const UNAWARE: Plant = {
  file: 'src/eventstore/codec.ts',
  texts: [
    ['isKnown(type) ?', "isKnown(type) && (type as string) !== 'ProductionLossChanged' ?"],
    ['isBusinessEventType(type) ?', "isBusinessEventType(type) && type !== 'ProductionLossChanged' ?"],
  ],
};

/** A checkout with an older version, built: that is upgraded instead. Its read model may have another shape. */
const OLDER = process.env['UPGRADE_FROM'];
const programsIn = (checkout: string): ServerBuild => {
  const program = (name: string): string => join(checkout, 'dist', 'server', `${name}.js`);
  return {
    program: program('main'),
    api: program('api'),
    projector: program('projector'),
    reactor: program('reactor'),
    operate: program('operate'),
    remove: () => undefined,
  };
};

let [before, after]: ServerBuild[] = [];
beforeAll(async () => {
  [before, after] = [OLDER === undefined ? await buildServer(UNAWARE) : programsIn(OLDER), await buildServer()];
});
afterAll(() => {
  before?.remove();
  after?.remove();
});

describe('a fleet that is upgraded as it runs', LONG, () => {
  let fleet: Fleet;
  let newer: ServerBuild;
  beforeEach(async () => {
    if (!before || !after) throw new Error('not built');
    newer = after;
    fleet = await startFleet(before);
  });
  afterEach(() => fleet.close());

  const call = (
    { origin = fleet.origins[0], owner }: { origin?: string; owner: Owner | undefined },
    [method, path, body]: readonly [string, string, object?],
    after?: ApiAnswer,
  ): Promise<ApiAnswer> =>
    visitorAt(origin).call(method, path, {
      ...(body === undefined ? {} : { body }),
      headers: {
        Cookie: owner?.cookie ?? '',
        ...(method === 'GET' ? {} : { 'Idempotency-Key': randomUUID() }),
        ...(after === undefined ? {} : { 'X-Read-After': after.headers.get('X-Position') ?? '' }),
      },
    });

  test('in the wrong order: what an older program parks, the newer one takes up by itself', async () => {
    const [pizzeria, other] = fleet.owners;
    await fleet.replace('api', newer);
    const changed = await call({ owner: pizzeria }, ['PUT', '/api/business-settings', { production_loss: 7 }]);
    expect([changed.status, changed.json]).toEqual([200, { production_loss: 7, version: 1 }]);
    if (OLDER !== undefined) {
      // The newer one has emptied the read model, which the older one refuses to fill: nobody is told to buy access.
      expect((await call({ owner: pizzeria }, ['GET', '/api/dishes'], changed)).status).toBe(503);
      expect((await call({ owner: other }, ['GET', '/api/users/me'])).json).toMatchObject({ access_granted: true });
    } else {
      await expect.poll(() => ask(fleet.url, 'select kind from read.parked')).toEqual([{ kind: 'business' }]);
      expect(fleet.output('projector')).toContain('start a newer program');
      // For its owner everything is there as it was, and says that it is old.
      const shown = await call({ owner: pizzeria }, ['GET', '/api/dishes'], changed);
      expect([shown.status, shown.headers.get('X-Stale')]).toEqual([200, 'true']);
      // Those that serve and know the event take changes, and show what happened; those that do not say: later.
      const history = ['GET', '/api/history'] as const;
      expect((await call({ owner: pizzeria }, history)).status).toBe(200);
      const atOld = { origin: fleet.origins[1], owner: pizzeria };
      const cost = { name: 'Luz', value: 1 };
      for (const refused of [await call(atOld, ['POST', '/api/fixed-costs', cost]), await call(atOld, history)])
        expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '2']);
      // A download of everything is cut at an older one rather than short.
      const data = ['GET', '/api/account/data'] as const;
      await expect(call(atOld, data)).rejects.toThrow();
      expect((await call({ owner: pizzeria }, data)).text).toContain('ProductionLossChanged');
      // Nobody else notices.
      const theirs = await call({ owner: other }, ['POST', '/api/fixed-costs', cost]);
      const listed = await call({ ...atOld, owner: other }, ['GET', '/api/fixed-costs'], theirs);
      expect([listed.status, listed.headers.get('X-Stale'), listed.text]).toEqual([
        200,
        null,
        expect.stringContaining('Luz'),
      ]);
    }
    await fleet.replace('projector', newer);
    const shown = async () => {
      const { status, headers, json } = await call({ owner: pizzeria }, ['GET', '/api/business-settings'], changed);
      return { status, stale: headers.get('X-Stale'), json: json as unknown };
    };
    await expect.poll(shown).toEqual({ status: 200, stale: null, json: { production_loss: 7, version: 1 } });
    expect(await ask(fleet.url, 'select from read.parked')).toEqual([]);
  });

  test('in the order of the runbook: whoever works all the while gets no error', async () => {
    const [pizzeria] = fleet.owners;
    const balancer = await startBalancer(fleet.origins);
    const statuses: string[] = [];
    let isOver = false;
    async function work(): Promise<void> {
      for (let i = 1; !isOver; i += 1) {
        const at = { origin: balancer.origin, owner: pizzeria };
        const added = await call(at, ['POST', '/api/fixed-costs', { name: `Luz ${i}`, value: i }]);
        statuses.push(`POST ${added.status}`);
        const listed = await call(at, ['GET', '/api/fixed-costs'], added);
        const isThere = listed.headers.get('X-Stale') === null && listed.text.includes(`Luz ${i}`);
        statuses.push(`GET ${listed.status}${isThere ? '' : ' without it'}`);
        await sleep(10);
      }
    }
    const working = work();
    await fleet.replace('projector', newer);
    await fleet.replace('reactor', newer);
    await fleet.replace('api', newer, 0);
    await fleet.replace('api', newer, 1);
    isOver = true;
    await working;
    await balancer.close();
    expect([...new Set(statuses)].toSorted()).toEqual(['GET 200', 'POST 201']);
    const changed = await call({ owner: pizzeria }, ['PUT', '/api/business-settings', { production_loss: 7 }]);
    const shown = await call({ owner: pizzeria }, ['GET', '/api/business-settings'], changed);
    expect(shown.json).toEqual({ production_loss: 7, version: 1 });
    expect(await ask(fleet.url, 'select from read.parked')).toEqual([]);
  });
});
