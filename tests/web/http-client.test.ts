import { describe, expect, test, vi } from 'vitest';
import { ApiProblem, NetworkFailure } from '#web/api/failures.ts';
import { createHttpClient } from '#web/api/http.ts';
import { createFakeServer, type FakeServer, problem } from './support/fake-server.ts';

const RENT = { name: 'Aluguel', value: 3500 };

function clientOf(server: FakeServer, hasGuestPayment = false) {
  const wait = vi.fn<() => Promise<void>>(() => Promise.resolve());
  return { wait, api: createHttpClient({ fetch: server.fetch, wait, hasGuestPayment: () => hasGuestPayment }) };
}

const keysOf = (server: FakeServer) =>
  server.requests('addFixedCost').map(({ headers }) => headers.get('Idempotency-Key'));

describe('the browser’s HTTP client with a change', () => {
  test('sends a fresh key and a JSON body, and accepts errors in JSON', async () => {
    const server = createFakeServer();
    const { api } = clientOf(server);
    const added = await api.call('addFixedCost', { body: RENT });
    await api.call('addFixedCost', { body: RENT });
    expect(added).toMatchObject({ name: 'Aluguel', value: 3500, version: 1 });
    const [first, second] = keysOf(server);
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect(second).not.toBe(first);
    const headers = server.requests('addFixedCost')[0]?.headers;
    expect(headers?.get('Content-Type')).toBe('application/json');
    expect(headers?.get('Accept')).toBe('application/json, application/problem+json');
  });

  test('uses keepalive only within the 64 KiB that browsers allow', async () => {
    const server = createFakeServer();
    const keepalives: (boolean | undefined)[] = [];
    const fetch: typeof globalThis.fetch = (address, init) => {
      keepalives.push(init?.keepalive);
      return server.fetch(address, init);
    };
    const api = createHttpClient({ fetch });
    const calls = Array.from({ length: 250 }, (_, index) => ({
      call: 'addFixedCost' as const,
      id: crypto.randomUUID(),
      body: { name: `Á`.repeat(40) + index, value: 1 },
    }));
    await api.call('addFixedCost', { body: RENT });
    await api.call('applyChanges', { body: { calls: calls.slice(0, 5) } });
    await api.call('applyChanges', { body: { calls: calls.slice(5) } });
    expect(keepalives).toEqual([true, true, false]);
  });

  test.each(['no answer', 'lost answer'] as const)('repeats it under the same key after %s', async (how) => {
    const server = createFakeServer();
    const { api, wait } = clientOf(server);
    server.failNext('addFixedCost', how);
    await api.call('addFixedCost', { body: RENT });
    const keys = keysOf(server);
    expect(keys).toHaveLength(2);
    expect(keys[1]).toBe(keys[0]);
    expect(wait).toHaveBeenCalledOnce();
    expect(server.state().fixedCosts.size).toBe(1);
  });

  test.each([408, 503])('repeats it under the same key after status %s', async (status) => {
    const server = createFakeServer();
    const { api } = clientOf(server);
    server.failNext('addFixedCost', problem(status, 'away', 'Tente de novo.'));
    await api.call('addFixedCost', { body: RENT });
    expect(new Set(keysOf(server)).size).toBe(1);
  });

  test('does not repeat it after a refusal', async () => {
    const server = createFakeServer();
    const { api } = clientOf(server);
    const refused = api.call('addFixedCost', { body: { name: '', value: 3500 } });
    await expect(refused).rejects.toMatchObject({ status: 422, fields: { name: 'Preencha este campo.' } });
    expect(server.allRequests).toHaveLength(1);
  });

  test('gives up after four attempts', async () => {
    const server = createFakeServer();
    const { api } = clientOf(server);
    for (let i = 0; i < 4; i += 1) server.failNext('addFixedCost', 'no answer');
    await expect(api.call('addFixedCost', { body: RENT })).rejects.toThrow(NetworkFailure);
    expect(server.allRequests).toHaveLength(4);
  });

  test('sends the version in view', async () => {
    const server = createFakeServer();
    const { api } = clientOf(server);
    const { id } = await api.call('addFixedCost', { body: RENT });
    const changed = await api.call('changeFixedCost', { params: { id }, ifMatch: 1, body: { value: 3600 } });
    expect(changed.version).toBe(2);
    const stale = api.call('changeFixedCost', { params: { id }, ifMatch: 1, body: { value: 3700 } });
    await expect(stale).rejects.toMatchObject({ status: 409, code: 'changed_meanwhile' });
  });
});

describe('the browser’s HTTP client with a read', () => {
  test('sends the highest position of any answer so far', async () => {
    const server = createFakeServer();
    const { api } = clientOf(server);
    await api.call('listFixedCosts', {});
    await api.call('addFixedCost', { body: RENT });
    await api.call('listFixedCosts', {});
    const readAfter = server.requests('listFixedCosts').map(({ headers }) => headers.get('X-Read-After'));
    expect(readAfter).toEqual([null, `log:${'2'.padStart(20, '0')}`]);
  });

  test.each([
    ['a page of a hotspot', () => new Response('<!doctype html><p>Entre na rede.')],
    ['another shape', () => Response.json({ ok: true })],
    ['nothing', () => Response.json(null)],
    ['a list of something else', () => Response.json(['Aluguel'])],
  ])('rejects an answer that is %s', async (_, answer) => {
    const api = createHttpClient({ fetch: () => Promise.resolve(answer()) });
    await expect(api.call('listFixedCosts', {})).rejects.toThrow(NetworkFailure);
  });

  test('distinguishes an allowed null from another shape', async () => {
    const readMix = (reply: unknown) =>
      createHttpClient({ fetch: () => Promise.resolve(Response.json(reply)) }).call('mix', {});
    expect(await readMix(null)).toBeNull();
    await expect(readMix({ ok: true })).rejects.toThrow(NetworkFailure);
  });

  test('fails when nothing has arrived after ten seconds, and waits longer for an answer that has begun', async () => {
    vi.useFakeTimers();
    const ends: (() => void)[] = [];
    const slow: typeof fetch = (url, init) =>
      new Promise((resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error));
        if (url === '/api/dishes') {
          const body = new ReadableStream<Uint8Array>({
            start: (controller) =>
              void ends.push(() => {
                controller.enqueue(new TextEncoder().encode('[]'));
                controller.close();
              }),
          });
          resolve(new Response(body));
        }
      });
    const api = createHttpClient({ fetch: slow });
    const silent = api.call('listFixedCosts', {}).catch((error: unknown) => error);
    const begun = api.call('listDishes', {});
    await vi.advanceTimersByTimeAsync(9_900);
    let hasFailed = false;
    void silent.then(() => (hasFailed = true));
    await vi.advanceTimersByTimeAsync(50);
    expect(hasFailed).toBe(false);
    await vi.advanceTimersByTimeAsync(100);
    expect(await silent).toBeInstanceOf(NetworkFailure);
    await vi.advanceTimersByTimeAsync(5_000);
    for (const end of ends) end();
    vi.useRealTimers();
    expect(await begun).toEqual([]);
  });

  test('keeps the higher position within a log and follows the server to another log', async () => {
    const positions = ['a:00000000000000000009', 'a:00000000000000000004', 'b:00000000000000000001', null];
    const sent: (string | null)[] = [];
    const api = createHttpClient({
      fetch: (_, init) => {
        sent.push(new Headers(init?.headers).get('X-Read-After'));
        const position = positions.shift();
        return Promise.resolve(new Response('[]', { headers: position ? { 'X-Position': position } : {} }));
      },
    });
    for (let i = 0; i < 4; i += 1) await api.call('listFixedCosts', {});
    expect(sent).toEqual([null, 'a:00000000000000000009', 'a:00000000000000000009', 'b:00000000000000000001']);
  });

  test('fails at once without an answer', async () => {
    const server = createFakeServer();
    const { api } = clientOf(server);
    server.failNext('listFixedCosts', 'no answer');
    await expect(api.call('listFixedCosts', {})).rejects.toThrow(NetworkFailure);
    expect(server.allRequests).toHaveLength(1);
  });

  test.each([
    ['repeats it once where the server is busy for a second', '1', 2, 1_000],
    ['does not wait for a server that is away for longer', '30', 1, undefined],
  ])('%s', async (_, retryAfter, requests, pause) => {
    const server = createFakeServer();
    const { api, wait } = clientOf(server);
    for (let i = 0; i < 2; i += 1)
      server.failNext('listFixedCosts', new Response('', { status: 503, headers: { 'Retry-After': retryAfter } }));
    await expect(api.call('listFixedCosts', {})).rejects.toThrow(ApiProblem);
    expect(server.allRequests).toHaveLength(requests);
    expect(wait.mock.calls).toEqual(pause === undefined ? [] : [[pause]]);
  });

  test('rejects a page instead of JSON', async () => {
    const server = createFakeServer();
    const { api } = clientOf(server);
    server.failNext('listFixedCosts', new Response('<html>', { status: 200 }));
    await expect(api.call('listFixedCosts', {})).rejects.toThrow(NetworkFailure);
  });

  test('marks only the summary reads of a direct-payment visitor', async () => {
    const server = createFakeServer();
    const direct = clientOf(server, true).api;
    await direct.call('listDishes', {});
    await direct.call('listIngredients', {});
    await clientOf(server).api.call('listDishes', {});
    const marks = server.allRequests.map(({ headers }) => headers.get('x-direct-payment-user'));
    expect(marks).toEqual(['true', null, null]);
    expect(server.allRequests[0]?.headers.get('Content-Type')).toBe('application/json');
  });
});

describe('the browser’s HTTP client with an error', () => {
  test.each([
    [
      'the server’s sentence',
      'an answer in plain text',
      new Response('Muitas tentativas.', { status: 429, headers: { 'Content-Type': 'text/plain' } }),
      'Muitas tentativas.',
    ],
    [
      'a sentence of its own',
      'a page of a proxy',
      new Response('<h1>Bad gateway</h1>', { status: 502, headers: { 'Content-Type': 'text/html' } }),
      'Algo deu errado do nosso lado. Tente de novo em instantes.',
    ],
    [
      'a sentence of its own',
      'broken JSON',
      new Response('{', { status: 500, headers: { 'Content-Type': 'application/json' } }),
      'Algo deu errado do nosso lado. Tente de novo em instantes.',
    ],
  ])('shows %s for %s', async (_sentence, _answer, response, detail) => {
    const server = createFakeServer();
    const { api } = clientOf(server);
    server.failNext('listFixedCosts', response);
    const error: unknown = await api.call('listFixedCosts', {}).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ApiProblem);
    expect(error).toMatchObject({ detail });
  });
});
