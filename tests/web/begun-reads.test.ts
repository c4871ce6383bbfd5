import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type EarlyReads, withEarlyReads, startEarlyReads } from '#web/api/early-reads.ts';
import { createHttpClient } from '#web/api/http.ts';
import { createSessionClient } from '#web/api/session-client.ts';
import { readBusiness } from '#web/stores/business/read-business.ts';
import { pizzeriaServer } from './support/fake-server.ts';

const ME = '/api/users/me';

/** An entry is like '/api/users/me as application/json'. */
let requests: string[];
let now: number;

function note(...[path, init]: Parameters<typeof fetch>): void {
  if (typeof path !== 'string') throw new TypeError('the app asks by path');
  requests.push(`${path} as ${new Headers(init?.headers).get('Accept')}`);
}

/** Answers with a user and empty lists, and records the requests. */
const server: typeof fetch = (path, init) => {
  note(path, init);
  return Promise.resolve(Response.json({ number: requests.length }));
};

beforeEach(() => {
  requests = [];
  now = 1_000;
});
afterEach(() => vi.unstubAllGlobals());

/** Begins the reads as the page's HTML does. */
function startReads(withBusiness = true): EarlyReads {
  vi.stubGlobal('fetch', server);
  return { ...startEarlyReads(withBusiness), startedAt: now };
}

const pageFetch = (reads: EarlyReads | undefined) =>
  withEarlyReads(
    server,
    () => reads,
    () => now,
  );
const numberOf = async (response: Promise<Response>): Promise<unknown> =>
  ((await (await response).json()) as { number: number }).number;

test('the page’s HTML begins the same reads as opening the dashboard', async () => {
  startReads();
  const early = requests;
  requests = [];
  const { fetch } = pizzeriaServer();
  const recordingFetch: typeof globalThis.fetch = (path, init) => {
    note(path, init);
    return fetch(path, init);
  };
  await createSessionClient({ fetch: recordingFetch })
    .call('currentUser', {})
    .catch(() => undefined);
  await readBusiness(createHttpClient({ fetch: recordingFetch }));
  expect(early.toSorted()).toEqual(requests.toSorted());
  expect(new Set(early).size).toBe(11);
});

test('the page’s HTML begins only the read of the user in a browser without a business', () => {
  startReads(false);
  expect(requests.map((read) => read.split(' ')[0])).toEqual([ME]);
});

test('a read that the HTML has begun is used once, and the next one goes to the server', async () => {
  const reads = startReads();
  const fetch = pageFetch(reads);
  const before = requests.length;
  expect(await numberOf(fetch(ME, { headers: { Accept: 'application/json' } }))).toBe(1);
  expect(requests).toHaveLength(before);
  await fetch(ME);
  expect(requests).toHaveLength(before + 1);
});

test.each<[string, (fetch: typeof globalThis.fetch) => Promise<Response>]>([
  ['for a read after a given position', (fetch) => fetch(ME, { headers: { 'X-Read-After': 'log:1' } })],
  ['for another address', (fetch) => fetch(`${ME}?as_of=2026-01-01`)],
  [
    'after a change',
    async (fetch) => {
      await fetch('/api/fixed-costs', { method: 'POST' });
      requests.pop();
      return fetch(ME);
    },
  ],
  [
    'after ten seconds',
    (fetch) => {
      now += 10_001;
      return fetch(ME);
    },
  ],
])('a read that the HTML has begun is not used %s', async (_who, ask) => {
  const fetch = pageFetch(startReads());
  requests = [];
  await ask(fetch);
  expect(requests).toHaveLength(1);
});

test('every read goes to the server when the HTML has begun none', async () => {
  await pageFetch(undefined)(ME);
  expect(requests).toHaveLength(1);
});

test('a failed read that the HTML has begun rejects only for its first caller', async () => {
  const answer = Promise.reject<Response>(new TypeError('Failed to fetch'));
  const answers = new Map([[ME, { answer, abort: () => undefined }]]);
  const fetch = pageFetch({ startedAt: now, readsByAddress: answers });
  await expect(fetch(ME)).rejects.toThrow('Failed to fetch');
  expect(await numberOf(fetch(ME))).toBe(1);
});

/** Does not answer until the request is aborted. */
function neverAnswering(): { readonly signals: AbortSignal[]; readonly fetch: typeof fetch } {
  const signals: AbortSignal[] = [];
  return {
    signals,
    fetch: (_path, init) => {
      if (init?.signal) signals.push(init.signal);
      return new Promise(() => undefined);
    },
  };
}

test('a caller that aborts also aborts the read that the HTML has begun', async () => {
  const { signals, fetch } = neverAnswering();
  vi.stubGlobal('fetch', fetch);
  const reads = { ...startEarlyReads(false), startedAt: now };
  const patience = new AbortController();
  const waiting = pageFetch(reads)(ME, { signal: patience.signal });
  patience.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
});

test('reads that the HTML has begun are aborted when they are too old to be used', async () => {
  const { signals, fetch } = neverAnswering();
  vi.stubGlobal('fetch', fetch);
  const reads = { ...startEarlyReads(true), startedAt: now };
  now += 11_000;
  await pageFetch(reads)(ME);
  expect(signals).toHaveLength(11);
  expect(signals.every(({ aborted }) => aborted)).toBe(true);
  expect(requests).toHaveLength(1);
});
