import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMIN_PASSWORD, type RunningApi, startApi } from '#tests/support/api.ts';
import { type EventStream, openEventStream } from '#tests/support/event-stream.ts';
import { stopwatch } from '#tests/support/starvation.ts';
import type { ApiVisitor } from '#tests/support/visitor.ts';

let api: RunningApi;
let owner: ApiVisitor;
let lines: EventStream[] = [];

beforeAll(async () => {
  api = await startApi();
  owner = await api.signIn('dona@exemplo.com');
});
afterAll(async () => {
  for (const line of lines) line.close();
  await api.stop();
});

async function follow(visitor: ApiVisitor): Promise<EventStream> {
  const line = await openEventStream(`${api.origin}/api/live`, visitor.cookieHeader());
  lines = [...lines, line];
  return line;
}

async function addCost(visitor: ApiVisitor, name: string): Promise<string | null> {
  const { status, headers } = await visitor.call('POST', '/api/fixed-costs', { body: { name, value: 10 } });
  expect(status).toBe(201);
  return headers.get('X-Position');
}

describe('live stream of a business', () => {
  test('begins with the position of the business, and continues with each change from any of its sessions', async () => {
    const other = await api.signIn('dona@exemplo.com');
    const line = await follow(owner);
    const { json } = await owner.call('GET', '/api/dashboard');
    expect(await line.next()).toEqual({ event: 'at', data: { position: (json as { position: string }).position } });
    const first = await addCost(other, 'Alvará');
    expect(await line.next()).toEqual({ event: 'changed', data: { positions: [first] } });
    const second = await addCost(owner, 'Contador');
    expect(await line.next()).toEqual({ event: 'changed', data: { positions: [second] } });
  });

  test('reports a change when the read model contains it, so that the next read shows it', async () => {
    const line = await follow(owner);
    await line.next();
    await addCost(owner, 'Dedetização');
    await line.next();
    expect((await owner.call('GET', '/api/fixed-costs')).text).toContain('Dedetização');
  });

  test('reports no other business', async () => {
    const admin = await api.signIn('admin@exemplo.com');
    await addCost(admin, 'Energia'); // the first change also opens the business
    const line = await follow(admin);
    // This change may be reported before the stream has reported its start position.
    while ((await line.next())?.event !== 'at') continue;
    const others = await addCost(owner, 'Extintor');
    const own = await addCost(admin, 'Filtro');
    const heard: unknown[] = [];
    while (!heard.includes(own)) {
      const said = await line.next();
      expect(said).toMatchObject({ event: 'changed' });
      heard.push(...Object.values(said?.data ?? {}).flat());
    }
    expect(heard).not.toContain(others);
  });

  test('forbids caching on the way', async () => {
    const gone = new AbortController();
    const { headers } = await fetch(`${api.origin}/api/live`, {
      headers: { Cookie: owner.cookieHeader() },
      signal: gone.signal,
    });
    gone.abort();
    expect(headers.get('Content-Type')).toContain('text/event-stream');
    expect(headers.get('Cache-Control')).toBe('no-store');
    expect(headers.get('X-Accel-Buffering')).toBe('no');
  });

  test('ends immediately when the access is revoked', async () => {
    const admin = await api.signIn('admin@exemplo.com');
    await admin.call('POST', '/api/admin/verify-password', { body: { password: ADMIN_PASSWORD } });
    const novo = await api.signIn('novo@exemplo.com');
    await admin.call('POST', '/api/admin/grant-access/novo%40exemplo.com');
    const line = await follow(novo);
    expect(line.status).toBe(200);
    expect(await line.next()).toMatchObject({ event: 'at' });
    const { json } = await novo.call('GET', '/api/users/me');
    const { id } = json as { id: string };
    expect((await admin.call('POST', `/api/admin/users/${id}/revoke`, { body: { reason: 'teste' } })).status).toBe(200);
    expect(await line.next()).toEqual({ event: 'over', data: {} });
    expect(await line.next()).toBeUndefined();
    expect((await follow(novo)).status).toBe(403);
  });

  test('closes the oldest of eleven streams of one account, and asks it to stay away for a while', async () => {
    const own = await api.signIn('admin@exemplo.com');
    const first = await follow(own);
    await first.next();
    const later = await Promise.all(Array.from({ length: 9 }, () => follow(own)));
    await follow(own);
    const rest: unknown[] = [];
    // Streams that other tests left open for this account may be closed first.
    for (let event = await first.next(); event; event = await first.next()) rest.push(event);
    expect(rest).toEqual([]);
    expect(first.retryMs()).toBe(60_000);
    const position = await addCost(own, 'Gás de cozinha');
    await expect.poll(async () => (await later.at(-1)?.next())?.data).toEqual({ positions: [position] });
  });
});

test('live streams end without delay when the process stops', async () => {
  const short = await startApi();
  const dona = await short.signIn('dona@exemplo.com');
  const line = await openEventStream(`${short.origin}/api/live`, dona.cookieHeader());
  await line.next();
  const took = stopwatch();
  const stopping = short.stop();
  expect(await line.next()).toBeUndefined();
  await stopping;
  expect(took()).toBeLessThan(4_500); // The server cuts connections after five seconds.
});
