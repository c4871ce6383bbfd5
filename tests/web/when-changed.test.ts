import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Business, emptyBusiness } from '#domain/business/state.ts';
import { whenChanged } from '#web/stores/business/watch-business.ts';

class Shown {
  status: 'loading' | 'loaded' = 'loading';
  confirmed: Business = emptyBusiness;
  constructor() {
    makeAutoObservable(this, { confirmed: observableRef });
  }
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function followed() {
  const shown = new Shown();
  const again = vi.fn<() => void>();
  const stop = whenChanged(shown, again);
  const confirm = (): void =>
    runInAction(() => {
      shown.confirmed = { ...emptyBusiness };
    });
  const load = (): void =>
    runInAction(() => {
      shown.status = 'loaded';
    });
  return { again, stop, confirm, load };
}

test('whenChanged calls once for a burst of changes, and not for the first read', async () => {
  const { again, confirm, load } = followed();
  confirm();
  load();
  await vi.runAllTimersAsync();
  expect(again).not.toHaveBeenCalled();
  confirm();
  confirm();
  confirm();
  await vi.runAllTimersAsync();
  expect(again).toHaveBeenCalledTimes(1);
  confirm();
  await vi.runAllTimersAsync();
  expect(again).toHaveBeenCalledTimes(2);
});

test('whenChanged calls no more after it was stopped', async () => {
  const { again, stop, confirm, load } = followed();
  load();
  await vi.runAllTimersAsync();
  confirm();
  stop();
  await vi.runAllTimersAsync();
  expect(again).not.toHaveBeenCalled();
});
