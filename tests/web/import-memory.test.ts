import { beforeEach, describe, expect, test } from 'vitest';
import type { MemoryEntries } from '#domain/import-memory/import-memory.ts';
import { headingsKey, ImportMemoryStore } from '#web/features/import-memory/import-memory.ts';
import { openBusiness, flushPromises } from './support/business-under-test.ts';
import { createFakeServer, type FakeServer, idOf, problem } from './support/fake-server.ts';

let server: FakeServer;
beforeEach(() => {
  localStorage.clear();
  server = createFakeServer();
});

async function openMemory(): Promise<ImportMemoryStore> {
  const { api } = await openBusiness(server);
  return new ImportMemoryStore({ api, storage: () => localStorage });
}

const KEY = 'a'.repeat(64);
const DISH = idOf('Pizza');
const newLayout: Partial<MemoryEntries> = {
  layouts: [{ key: KEY, columns: { product: 0, date: null }, channelId: null, answers: {} }],
};
const rememberRequests = () => server.requests('rememberImport').map(({ body }) => body);

describe('the import memory of the browser', () => {
  test('sends one request per import, and another device reads the entries', async () => {
    const memory = await openMemory();
    memory.add(newLayout);
    memory.add({ names: [{ kind: 'dish', text: 'Calabresa G', id: DISH }] });
    expect(memory.name('dish', ' calabresa g')).toBe(DISH);
    await flushPromises();
    expect(rememberRequests()).toEqual([
      {
        layouts: [{ key: KEY, columns: { product: 0, date: null }, channel_id: null, answers: {} }],
        names: [{ kind: 'dish', text: 'Calabresa G', id: DISH }],
      },
    ]);
    const other = await openMemory();
    expect(other.layout(KEY)).toBeUndefined();
    await other.reload();
    expect(other.layout(KEY)).toEqual(newLayout.layouts?.[0]);
    expect([other.name('dish', 'CALABRESA G'), other.name('ingredient', 'Calabresa G')]).toEqual([DISH, undefined]);
  });

  test('leaves out what the server would refuse, and sends nothing when nothing remains', async () => {
    const memory = await openMemory();
    memory.add({
      layouts: [{ key: '', columns: {}, channelId: null, answers: {} }],
      names: [
        { kind: 'dish', text: 'x'.repeat(201), id: null },
        { kind: 'dish', text: '', id: null },
        { kind: 'channel', text: 'Loja', id: 'main' },
      ],
    });
    await flushPromises();
    expect(rememberRequests()).toEqual([]);
  });

  test('keeps entries on this page when the server fails, and sends them with the next ones', async () => {
    const memory = await openMemory();
    server.failNext('rememberImport', problem(503, 'away', 'Fora do ar.'));
    memory.add({ names: [{ kind: 'dish', text: 'Um', id: null }] });
    await flushPromises();
    server.failNext('importMemory', 'no answer');
    await memory.reload();
    await memory.reload();
    expect(memory.name('dish', 'um')).toBeNull();
    memory.add({ names: [{ kind: 'dish', text: 'Dois', id: DISH }] });
    await flushPromises();
    expect(rememberRequests()[1]).toMatchObject({ names: [{ text: 'Um' }, { text: 'Dois' }] });
  });

  test('moves the entries of an older browser storage to the server once', async () => {
    const value = {
      layouts: { 'produto|qtde': { columns: { product: 0, quantity: 1 }, channelId: null } },
      products: { gorjeta: null, pizza: DISH },
      channels: {},
    };
    const first = await openMemory();
    first.add({ names: [{ kind: 'dish', text: 'Pizza', id: null }] });
    await flushPromises();
    localStorage.setItem('prumo.user.sales-report', JSON.stringify({ shape: 1, value }));
    const memory = await openMemory();
    await memory.reload();
    expect([memory.name('dish', 'Gorjeta'), memory.name('dish', 'Pizza')]).toEqual([null, null]);
    expect(memory.layout((await headingsKey(['Produto', 'QTDE'])) ?? '')?.columns).toEqual({ product: 0, quantity: 1 });
    expect(localStorage.getItem('prumo.user.sales-report')).toBeNull();
    expect(rememberRequests()).toHaveLength(2);
    await memory.reload();
    expect(rememberRequests()).toHaveLength(2);
  });
});
