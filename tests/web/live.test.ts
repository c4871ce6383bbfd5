import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createHttpClient } from '#web/api/http.ts';
import { isRead } from '#contract/routes/owner.ts';
import { followLive } from '#web/api/follow-live.ts';
import { BusinessStore } from '#web/stores/business-store.ts';
import { followBusiness } from '#web/stores/business/follow-business.ts';
import { createKnownChanges } from '#web/stores/business/known-changes.ts';
import { soon } from './support/business-under-test.ts';
import { FakeLine } from './support/fake-line.ts';
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
const { opened: lines } = FakeLine;
const connect = (address: string): EventSource => new FakeLine(address) as unknown as EventSource;
beforeEach(() => {
  lines.length = 0;
  page = new FakePage();
  stop = () => undefined;
});
afterEach(() => stop());

describe('a business that follows live changes', () => {
  async function followed(server: FakeServer) {
    const known = createKnownChanges(isRead);
    const onPosition = (position: string, call: string): void => known.heard(position, call);
    const api = createHttpClient({ fetch: server.fetch, wait: () => Promise.resolve(), onPosition });
    const business = new BusinessStore({ api, known, onSignedOut: () => undefined });
    await business.open();
    const onOver = vi.fn<() => void>();
    stop = followBusiness(business, { onOver, page, connect });
    lines[0]?.open();
    const readings = (): number => server.requests('dashboard').length;
    return { business, onOver, readings };
  }

  test('is read again when somebody else has changed it', async () => {
    const server = pizzeriaServer();
    const { business, readings } = await followed(server);
    server.elsewhere({ type: 'ChangeDish', id: idOf('Pizza Calabresa'), salePrice: R(60) });
    lines[0]?.say('changed', { positions: [server.position()] });
    await expect.poll(() => business.state.dishes.get(idOf('Pizza Calabresa'))?.salePrice).toBe(R(60));
    lines[0]?.say('changed', { positions: [server.position()] });
    await soon();
    expect(readings()).toBe(2);
  });

  test('is not read again for changes of its own tab, whether the answer or the event arrives first', async () => {
    const server = pizzeriaServer();
    const { business, readings } = await followed(server);
    server.hold();
    const { outcome } = business.issue({ type: 'ChangeDish', id: idOf('Pizza Calabresa'), salePrice: R(60) });
    await soon();
    const next = `log:${String(server.state().sequence + 1).padStart(20, '0')}`;
    lines[0]?.say('changed', { positions: [next] });
    await soon();
    server.letGo();
    await outcome;
    expect(server.position()).toBe(next);
    lines[0]?.say('changed', { positions: [next] });
    await soon();
    expect(readings()).toBe(1);
  });

  test('is read again for another person’s change just before its own', async () => {
    const server = pizzeriaServer();
    const { business, readings } = await followed(server);
    server.elsewhere({ type: 'ChangeFixedCost', id: idOf('Aluguel'), value: R(1) });
    const theirs = server.position();
    await business.issue({ type: 'ChangeDish', id: idOf('Pizza Calabresa'), salePrice: R(60) }).outcome;
    lines[0]?.say('changed', { positions: [theirs, server.position()] });
    await expect.poll(() => business.state.fixedCosts.get(idOf('Aluguel'))?.value).toBe(R(1));
    expect(readings()).toBe(2);
  });

  test('is read again for a change during a read', async () => {
    const server = pizzeriaServer();
    const { business } = await followed(server);
    server.elsewhere({ type: 'ChangeFixedCost', id: idOf('Aluguel'), value: R(1) });
    lines[0]?.say('changed', { positions: [server.position()] });
    server.elsewhere({ type: 'ChangeFixedCost', id: idOf('Aluguel'), value: R(2) });
    lines[0]?.say('changed', { positions: [server.position()] });
    await expect.poll(() => business.state.fixedCosts.get(idOf('Aluguel'))?.value).toBe(R(2));
  });

  test('is read once after the stream reconnects, and only when its position is newer', async () => {
    const server = pizzeriaServer();
    const { business, readings } = await followed(server);
    lines[0]?.say('at', { position: server.position() });
    await soon();
    expect(readings()).toBe(1);
    server.elsewhere({ type: 'ChangeFixedCost', id: idOf('Aluguel'), value: R(1) });
    lines[0]?.say('at', { position: server.position() });
    await expect.poll(() => business.state.fixedCosts.get(idOf('Aluguel'))?.value).toBe(R(1));
    expect(readings()).toBe(2);
  });

  test('keeps what the server cannot give at that moment', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const server = pizzeriaServer();
    const { business } = await followed(server);
    const shown = business.state.dishes.size;
    server.elsewhere({ type: 'ChangeFixedCost', id: idOf('Aluguel'), value: R(1) });
    server.mishap('listDishes', problem(503, 'away', 'Fora do ar.'));
    lines[0]?.say('changed', { positions: [server.position()] });
    await expect.poll(() => business.stale?.parts).toEqual(['dishes']);
    expect(business.state.dishes.size).toBe(shown);
    expect(business.state.fixedCosts.get(idOf('Aluguel'))?.value).toBe(R(1));
    logged.mockRestore();
  });

  test('is read again, when that failed, after the stream or the connection returns', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const server = pizzeriaServer();
    const { business } = await followed(server);
    server.elsewhere({ type: 'ChangeFixedCost', id: idOf('Aluguel'), value: R(1) });
    server.mishap('listDishes', 'no answer');
    lines[0]?.say('changed', { positions: [server.position()] });
    await expect.poll(() => logged).toHaveBeenCalledOnce();
    business.reconnected();
    await expect.poll(() => business.state.fixedCosts.get(idOf('Aluguel'))?.value).toBe(R(1));
    logged.mockRestore();
  });

  test('reports the end of its session', async () => {
    const { onOver } = await followed(pizzeriaServer());
    lines[0]?.say('over', {});
    expect(onOver).toHaveBeenCalledOnce();
  });
});

describe('followLive', () => {
  const follow = (more: Partial<Parameters<typeof followLive>[0]> = {}): void => {
    stop = followLive({ address: '/api/live', on: {}, page, connect, ...more });
  };

  test('keeps its stream open only while the page is visible', () => {
    const onReturn = vi.fn<() => void>();
    follow({ onReturn });
    lines[0]?.open();
    expect(onReturn).not.toHaveBeenCalled();
    page.turn('hidden');
    expect(lines.map(({ readyState }) => readyState)).toEqual([2]);
    page.turn('visible');
    expect(lines.map(({ readyState }) => readyState)).toEqual([2, 0]);
    lines[1]?.open();
    expect(onReturn).toHaveBeenCalledOnce();
    stop();
    expect(lines[1]?.readyState).toBe(2);
    page.turn('visible');
    expect(lines).toHaveLength(2);
  });

  test('opens its stream in a background tab when that becomes visible', () => {
    page.visibilityState = 'hidden';
    follow();
    expect(lines).toHaveLength(0);
    page.turn('visible');
    expect(lines).toHaveLength(1);
  });

  test('reconnects after a refusal at growing intervals', async () => {
    vi.useFakeTimers();
    follow();
    lines[0]?.open();
    for (const seconds of [7, 13, 26, 51, 76, 76]) {
      const before = lines.length;
      lines.at(-1)?.refuse();
      await vi.advanceTimersByTimeAsync(4_900);
      expect(lines).toHaveLength(before);
      await vi.advanceTimersByTimeAsync(seconds * 1_000 - 4_900);
      expect(lines).toHaveLength(before + 1);
    }
    vi.useRealTimers();
  });
});
