import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createHttpClient } from '#web/api/http.ts';
import { isRead } from '#contract/routes/owner.ts';
import { followLive } from '#web/api/follow-live.ts';
import { BusinessStore } from '#web/stores/business-store.ts';
import { followBusiness } from '#web/stores/business/follow-business.ts';
import { createChangeTracker } from '#web/stores/business/change-tracker.ts';
import { flushPromises } from './support/business-under-test.ts';
import { FakeEventSource } from './support/fake-event-source.ts';
import { type FakeServer, idOf, pizzeriaServer, problem } from './support/fake-server.ts';

const R = (reais: number): number => reais * 10_000;

class FakePage extends EventTarget {
  visibilityState: DocumentVisibilityState = 'visible';
  turn(to: DocumentVisibilityState): void {
    this.visibilityState = to;
    this.dispatchEvent(new Event('visibilitychange'));
  }
}

let page: FakePage;
let stop: () => void;
const { opened: streams } = FakeEventSource;
const connect = (address: string): EventSource => new FakeEventSource(address) as unknown as EventSource;
beforeEach(() => {
  streams.length = 0;
  page = new FakePage();
  stop = () => undefined;
});
afterEach(() => stop());

describe('a business that follows live changes', () => {
  async function openAndFollow(server: FakeServer) {
    const known = createChangeTracker(isRead);
    const onPosition = (position: string, call: string): void => known.recordPosition(position, call);
    const api = createHttpClient({ fetch: server.fetch, wait: () => Promise.resolve(), onPosition });
    const business = new BusinessStore({ api, changeTracker: known, onSignedOut: () => undefined });
    await business.reader.open();
    const onOver = vi.fn<() => void>();
    stop = followBusiness(business.reader, { onOver, page, connect });
    streams[0]?.open();
    const readings = (): number => server.requests('dashboard').length;
    return { business, onOver, readings };
  }

  test('is read again when somebody else has changed it', async () => {
    const server = pizzeriaServer();
    const { business, readings } = await openAndFollow(server);
    server.changeRemotely({ type: 'ChangeDish', id: idOf('Pizza Calabresa'), salePrice: R(60) });
    streams[0]?.send('changed', { positions: [server.position()] });
    await expect.poll(() => business.state.dishes.get(idOf('Pizza Calabresa'))?.salePrice).toBe(R(60));
    streams[0]?.send('changed', { positions: [server.position()] });
    await flushPromises();
    expect(readings()).toBe(2);
  });

  test('is not read again for changes of its own tab, whether the answer or the event arrives first', async () => {
    const server = pizzeriaServer();
    const { business, readings } = await openAndFollow(server);
    server.hold();
    const { outcome } = business.issue({ type: 'ChangeDish', id: idOf('Pizza Calabresa'), salePrice: R(60) });
    await flushPromises();
    const next = `log:${String(server.state().sequence + 1).padStart(20, '0')}`;
    streams[0]?.send('changed', { positions: [next] });
    await flushPromises();
    server.release();
    await outcome;
    expect(server.position()).toBe(next);
    streams[0]?.send('changed', { positions: [next] });
    await flushPromises();
    expect(readings()).toBe(1);
  });

  test('is read again for another person’s change just before its own', async () => {
    const server = pizzeriaServer();
    const { business, readings } = await openAndFollow(server);
    server.changeRemotely({ type: 'ChangeFixedCost', id: idOf('Aluguel'), value: R(1) });
    const otherPosition = server.position();
    await business.issue({ type: 'ChangeDish', id: idOf('Pizza Calabresa'), salePrice: R(60) }).outcome;
    streams[0]?.send('changed', { positions: [otherPosition, server.position()] });
    await expect.poll(() => business.state.fixedCosts.get(idOf('Aluguel'))?.value).toBe(R(1));
    expect(readings()).toBe(2);
  });

  test('is read again for a change during a read', async () => {
    const server = pizzeriaServer();
    const { business } = await openAndFollow(server);
    server.changeRemotely({ type: 'ChangeFixedCost', id: idOf('Aluguel'), value: R(1) });
    streams[0]?.send('changed', { positions: [server.position()] });
    server.changeRemotely({ type: 'ChangeFixedCost', id: idOf('Aluguel'), value: R(2) });
    streams[0]?.send('changed', { positions: [server.position()] });
    await expect.poll(() => business.state.fixedCosts.get(idOf('Aluguel'))?.value).toBe(R(2));
  });

  test('is read once after the stream reconnects, and only when its position is newer', async () => {
    const server = pizzeriaServer();
    const { business, readings } = await openAndFollow(server);
    streams[0]?.send('at', { position: server.position() });
    await flushPromises();
    expect(readings()).toBe(1);
    server.changeRemotely({ type: 'ChangeFixedCost', id: idOf('Aluguel'), value: R(1) });
    streams[0]?.send('at', { position: server.position() });
    await expect.poll(() => business.state.fixedCosts.get(idOf('Aluguel'))?.value).toBe(R(1));
    expect(readings()).toBe(2);
  });

  test('keeps its data when the server cannot answer at that moment', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const server = pizzeriaServer();
    const { business } = await openAndFollow(server);
    const shown = business.state.dishes.size;
    server.changeRemotely({ type: 'ChangeFixedCost', id: idOf('Aluguel'), value: R(1) });
    server.failNext('listDishes', problem(503, 'away', 'Fora do ar.'));
    streams[0]?.send('changed', { positions: [server.position()] });
    await expect.poll(() => business.reader.staleParts?.parts).toEqual(['dishes']);
    expect(business.state.dishes.size).toBe(shown);
    expect(business.state.fixedCosts.get(idOf('Aluguel'))?.value).toBe(R(1));
    logged.mockRestore();
  });

  test('is read again after the stream or the connection returns when the last read failed', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const server = pizzeriaServer();
    const { business } = await openAndFollow(server);
    server.changeRemotely({ type: 'ChangeFixedCost', id: idOf('Aluguel'), value: R(1) });
    server.failNext('listDishes', 'no answer');
    streams[0]?.send('changed', { positions: [server.position()] });
    await expect.poll(() => logged).toHaveBeenCalledOnce();
    business.reader.onReconnected();
    await expect.poll(() => business.state.fixedCosts.get(idOf('Aluguel'))?.value).toBe(R(1));
    logged.mockRestore();
  });

  test('reports the end of its session', async () => {
    const { onOver } = await openAndFollow(pizzeriaServer());
    streams[0]?.send('over', {});
    expect(onOver).toHaveBeenCalledOnce();
  });
});

describe('the live stream of the dashboard', () => {
  const follow = (more: Partial<Parameters<typeof followLive>[0]> = {}): void => {
    stop = followLive({ address: '/api/live', handlers: {}, page, connect, ...more });
  };

  test('stays open only while the page is visible', () => {
    const onReturn = vi.fn<() => void>();
    follow({ onReturn });
    streams[0]?.open();
    expect(onReturn).not.toHaveBeenCalled();
    page.turn('hidden');
    expect(streams.map(({ readyState }) => readyState)).toEqual([2]);
    page.turn('visible');
    expect(streams.map(({ readyState }) => readyState)).toEqual([2, 0]);
    streams[1]?.open();
    expect(onReturn).toHaveBeenCalledOnce();
    stop();
    expect(streams[1]?.readyState).toBe(2);
    page.turn('visible');
    expect(streams).toHaveLength(2);
  });

  test('opens in a background tab when that becomes visible', () => {
    page.visibilityState = 'hidden';
    follow();
    expect(streams).toHaveLength(0);
    page.turn('visible');
    expect(streams).toHaveLength(1);
  });

  test('reconnects after a refusal at growing intervals', async () => {
    vi.useFakeTimers();
    follow();
    streams[0]?.open();
    for (const seconds of [7, 13, 26, 51, 76, 76]) {
      const before = streams.length;
      streams.at(-1)?.refuse();
      await vi.advanceTimersByTimeAsync(4_900);
      expect(streams).toHaveLength(before);
      await vi.advanceTimersByTimeAsync(seconds * 1_000 - 4_900);
      expect(streams).toHaveLength(before + 1);
    }
    vi.useRealTimers();
  });
});
