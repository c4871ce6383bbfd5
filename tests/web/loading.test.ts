import { expect, test } from 'vitest';
import { ApiProblem } from '#web/api/failures.ts';
import { DataLoader } from '#web/stores/data-loader.ts';

/** A `DataLoader` whose reads the test answers. */
function controlledLoader() {
  const reads: { readonly give: (text: string) => void; readonly fail: (error?: Error) => void }[] = [];
  const loading = new DataLoader(
    () =>
      new Promise<string>((resolve, reject) => {
        reads.push({ give: resolve, fail: (error = new Error('no answer')) => reject(error) });
      }),
    () => CAME_AT,
  );
  return { loading, reads };
}

const CAME_AT = new Date('2026-11-21T13:32:00Z');

test('of two overlapping reads of remote data the later one decides', async () => {
  const { loading, reads } = controlledLoader();
  const both = [loading.load(), loading.load()];
  reads[1]?.give('new');
  await both[1];
  reads[0]?.give('old');
  await Promise.all(both);
  expect(loading.data).toEqual({ kind: 'known', value: 'new' });
});

test('remote data that was set directly is not replaced by a read that began before', async () => {
  const { loading, reads } = controlledLoader();
  const readings = [loading.load(), loading.load()];
  loading.set('told');
  reads[0]?.give('old');
  reads[1]?.fail();
  await Promise.all(readings);
  expect(loading.data).toEqual({ kind: 'known', value: 'told' });
});

test('remote data is failed when its read fails', async () => {
  const { loading, reads } = controlledLoader();
  const reading = loading.load();
  reads[0]?.fail();
  await reading;
  expect(loading.data).toEqual({ kind: 'failed' });
});

test('remote data keeps its last value with its date while it cannot be read again', async () => {
  const { loading, reads } = controlledLoader();
  loading.set('told');
  const failing = loading.load();
  expect(loading.data).toEqual({ kind: 'known', value: 'told' });
  reads[0]?.fail();
  await failing;
  expect(loading.data).toEqual({ kind: 'known', value: 'told', staleSince: CAME_AT });
  const reading = loading.load();
  reads[1]?.give('new');
  await reading;
  expect(loading.data).toEqual({ kind: 'known', value: 'new' });
});

test.each([
  [404, 'refused'],
  [401, 'failed'],
  [429, 'failed'],
  [503, 'failed'],
])('remote data whose read is answered with %i is “%s”', async (status, kind) => {
  const { loading, reads } = controlledLoader();
  const reading = loading.load();
  reads[0]?.fail(new ApiProblem({ status, detail: 'Não.' }));
  await reading;
  expect(loading.data).toEqual({ kind });
});
