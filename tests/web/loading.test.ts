import { expect, test } from 'vitest';
import { ApiProblem } from '#web/api/failures.ts';
import { Loading } from '#web/stores/loading.ts';

/** A read whose answers come when they are given. */
function answering() {
  const asked: { readonly give: (text: string) => void; readonly fail: (error?: Error) => void }[] = [];
  const loading = new Loading(
    () =>
      new Promise<string>((resolve, reject) => {
        asked.push({ give: resolve, fail: (error = new Error('no answer')) => reject(error) });
      }),
    () => CAME_AT,
  );
  return { loading, asked };
}

const CAME_AT = new Date('2026-11-21T13:32:00Z');

test('of two readings the later one counts, whichever answer comes first', async () => {
  const { loading, asked } = answering();
  const both = [loading.load(), loading.load()];
  asked[1]?.give('new');
  await both[1];
  asked[0]?.give('old');
  await Promise.all(both);
  expect(loading.view).toEqual({ kind: 'known', value: 'new' });
});

test('what another call has told is not taken back by a reading that began before', async () => {
  const { loading, asked } = answering();
  const readings = [loading.load(), loading.load()];
  loading.put('told');
  asked[0]?.give('old');
  asked[1]?.fail();
  await Promise.all(readings);
  expect(loading.view).toEqual({ kind: 'known', value: 'told' });
});

test('a reading without an answer says so', async () => {
  const { loading, asked } = answering();
  const reading = loading.load();
  asked[0]?.fail();
  await reading;
  expect(loading.view).toEqual({ kind: 'failed' });
});

test('what was known stays when it cannot be read again, with its date, until it can', async () => {
  const { loading, asked } = answering();
  loading.put('told');
  const failing = loading.load();
  expect(loading.view).toEqual({ kind: 'known', value: 'told' });
  asked[0]?.fail();
  await failing;
  expect(loading.view).toEqual({ kind: 'known', value: 'told', keptFrom: CAME_AT });
  const reading = loading.load();
  asked[1]?.give('new');
  await reading;
  expect(loading.view).toEqual({ kind: 'known', value: 'new' });
});

test.each([
  [404, 'refused'],
  [401, 'failed'],
  [429, 'failed'],
  [503, 'failed'],
])('an answer of %i is %s', async (status, kind) => {
  const { loading, asked } = answering();
  const reading = loading.load();
  asked[0]?.fail(new ApiProblem({ status, detail: 'Não.' }));
  await reading;
  expect(loading.view).toEqual({ kind });
});
