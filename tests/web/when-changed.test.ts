import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Business, emptyBusiness } from '#domain/business/state.ts';
import { whenChanged } from '#web/stores/business/watch-business.ts';

class ObservableBusiness {
  reader: { status: 'loading' | 'loaded' } = { status: 'loading' };
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

function watchBusiness() {
  const business = new ObservableBusiness();
  const onChange = vi.fn<() => void>();
  const stop = whenChanged(business, onChange);
  const confirm = (): void =>
    runInAction(() => {
      business.confirmed = { ...emptyBusiness };
    });
  const load = (): void =>
    runInAction(() => {
      business.reader.status = 'loaded';
    });
  return { onChange, stop, confirm, load };
}

test('a watcher of the business is called once for a burst of changes, and not for the first read', async () => {
  const { onChange, confirm, load } = watchBusiness();
  confirm();
  load();
  await vi.runAllTimersAsync();
  expect(onChange).not.toHaveBeenCalled();
  confirm();
  confirm();
  confirm();
  await vi.runAllTimersAsync();
  expect(onChange).toHaveBeenCalledTimes(1);
  confirm();
  await vi.runAllTimersAsync();
  expect(onChange).toHaveBeenCalledTimes(2);
});

test('a watcher of the business is not called after it was stopped', async () => {
  const { onChange, stop, confirm, load } = watchBusiness();
  load();
  await vi.runAllTimersAsync();
  confirm();
  stop();
  await vi.runAllTimersAsync();
  expect(onChange).not.toHaveBeenCalled();
});
