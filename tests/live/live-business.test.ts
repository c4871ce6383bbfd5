import { text as textOf } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { firstBusinessIdOf } from '#app/ids.ts';
import { accountStream, businessStream } from '#domain/streams.ts';
import { createLiveBusiness, type LiveBusiness } from '#http/live-business.ts';
import type { LiveSession } from '#queries/live-session.ts';

const ANA = '11111111-1111-4111-8111-111111111111';
const BIA = '22222222-2222-4222-8222-222222222222';
const at = (number: number): string => `log:${String(number).padStart(20, '0')}`;

let now: Map<string, LiveSession | null>;
let asked: string[];
let ended: Set<string>;
let live: LiveBusiness;
beforeEach(() => {
  vi.useFakeTimers();
  now = new Map();
  asked = [];
  ended = new Set();
  live = createLiveBusiness({
    isSessionAlive: async (hash) => !ended.has(hash.toString()),
    findLiveSession: async (hash) => {
      asked.push(hash.toString());
      return now.get(hash.toString()) ?? null;
    },
  });
});
afterEach(() => {
  live.stop();
  vi.useRealTimers();
});

/** Follows as a browser of this person, whose read model is at `position`. */
function follow(userId: string, position = at(1)) {
  const session = `session of ${userId}`;
  now.set(session, { userId, hasAccess: true, businessId: null, position });
  const line = live.follow({ hash: Buffer.from(session), userId, businessId: null });
  const heard = textOf(line.stream);
  return {
    session,
    /** Returns everything that was sent until the stream ended. */
    heard: async () =>
      [...(await heard).matchAll(/event: (\w+)\ndata: (.*)\n/g)].map(([, event, data]) => `${event} ${data}`),
  };
}

const changed = (userId: string, number: number) => ({
  position: at(number),
  changes: [{ stream: businessStream(firstBusinessIdOf(userId)), position: at(number) }],
});

const later = (milliseconds: number): Promise<unknown> => vi.advanceTimersByTimeAsync(milliseconds);

test('a change that names its business is sent to exactly the live streams of that business, without a query', async () => {
  const [ana, bia] = [follow(ANA), follow(BIA)];
  await later(0);
  asked = [];
  live.notifyFollowers(changed(ANA, 7));
  live.notifyFollowers({ position: at(9), changes: [] });
  live.stop();
  expect(asked).toEqual([]);
  expect(await ana.heard()).toEqual([`at {"position":"${at(1)}"}`, `changed {"positions":["${at(7)}"]}`]);
  expect(await bia.heard()).toEqual([`at {"position":"${at(1)}"}`]);
});

test('changes that name no business are looked up once per session for many of them', async () => {
  const [ana, bia] = [follow(ANA), follow(BIA)];
  await later(0);
  asked = [];
  for (let number = 2; number < 50; number += 1) live.notifyFollowers({ position: at(number), changes: null });
  now.set(ana.session, { userId: ANA, hasAccess: true, businessId: null, position: at(40) });
  await later(1_000);
  live.stop();
  expect(asked.toSorted()).toEqual([ana.session, bia.session]);
  expect(await ana.heard()).toEqual([`at {"position":"${at(1)}"}`, `at {"position":"${at(40)}"}`]);
  expect(await bia.heard()).toHaveLength(1);
});

test('a change during the first lookup of a live stream is delivered, and so is the position of that lookup', async () => {
  const ana = follow(ANA, at(3));
  live.notifyFollowers(changed(ANA, 4));
  await later(0);
  live.stop();
  expect(await ana.heard()).toEqual([`changed {"positions":["${at(4)}"]}`, `at {"position":"${at(3)}"}`]);
});

test.each<[string, (session: string) => void]>([
  ['the session has ended', (session) => now.set(session, null)],
  [
    'the access is revoked',
    (session) => now.set(session, { userId: ANA, hasAccess: false, businessId: null, position: null }),
  ],
  [
    'another business is opened',
    (session) => now.set(session, { userId: ANA, hasAccess: true, businessId: BIA, position: at(9) }),
  ],
])('a live stream ends soon after %s', async (_what, happens) => {
  const ana = follow(ANA);
  await later(0);
  happens(ana.session);
  await later(20_000);
  expect(await ana.heard()).toEqual([`at {"position":"${at(1)}"}`, 'over {}']);
});

test('a change of an account ends its live streams immediately when the session is gone', async () => {
  const ana = follow(ANA);
  await later(0);
  now.set(ana.session, null);
  live.notifyFollowers({ position: at(2), changes: [{ stream: accountStream(ANA), position: at(2) }] });
  await later(0);
  expect(await ana.heard()).toEqual([`at {"position":"${at(1)}"}`, 'over {}']);
});

test('a live stream that is found ended twice at once reports its end once', async () => {
  const ana = follow(ANA);
  await later(0);
  now.set(ana.session, null);
  live.notifyFollowers({ position: at(2), changes: [{ stream: accountStream(ANA), position: at(2) }] });
  live.notifyFollowers({ position: at(3), changes: [{ stream: accountStream(ANA), position: at(3) }] });
  await later(0);
  expect(await ana.heard()).toEqual([`at {"position":"${at(1)}"}`, 'over {}']);
});

test('a live stream stays open while the database is unavailable', async () => {
  live = createLiveBusiness({
    isSessionAlive: async () => true,
    findLiveSession: () => Promise.reject(new Error('away')),
  });
  const ana = follow(ANA);
  await later(60_000);
  live.notifyFollowers(changed(ANA, 5));
  live.stop();
  expect(await ana.heard()).toEqual([`changed {"positions":["${at(5)}"]}`]);
});

test('a live stream is closed when its client does not read', async () => {
  const line = live.follow({ hash: Buffer.from('slow'), userId: ANA, businessId: null });
  now.set('slow', { userId: ANA, hasAccess: true, businessId: null, position: at(1) });
  for (let number = 2; number < 1_000; number += 1) live.notifyFollowers(changed(ANA, number));
  expect(line.stream.destroyed).toBe(true);
});

test('a process accepts a limited number of live streams', async () => {
  live = createLiveBusiness({ isSessionAlive: async () => true, findLiveSession: async () => null, maxFollowers: 2 });
  follow(ANA);
  follow(BIA);
  expect(() => follow('33333333-3333-4333-8333-333333333333')).toThrow(/fora do ar/);
});

test('an ended session ends its live stream within a second, and no other', async () => {
  const [ana, bia] = [follow(ANA), follow(BIA)];
  await later(0);
  ended.add(ana.session);
  await later(900);
  expect((await ana.heard()).at(-1)).toBe('over {}');
  live.notifyFollowers(changed(BIA, 7));
  live.stop();
  expect((await bia.heard()).at(-1)).toBe(`changed {"positions":["${at(7)}"]}`);
});
