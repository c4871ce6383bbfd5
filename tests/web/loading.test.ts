import { expect, test } from 'vitest';
import { Loading } from '#web/stores/loading.ts';

/** A read whose answers come when they are given. */
function answering() {
  const asked: { readonly give: (text: string) => void; readonly fail: () => void }[] = [];
  const loading = new Loading(
    () =>
      new Promise<string>((resolve, reject) => {
        asked.push({ give: resolve, fail: () => reject(new Error('no answer')) });
      }),
  );
  return { loading, asked };
}

test('of two readings the later one counts, whichever answer comes first', async () => {
  const { loading, asked } = answering();
  const both = [loading.load(), loading.load()];
  asked[1]?.give('new');
  await both[1];
  asked[0]?.give('old');
  await Promise.all(both);
  expect([loading.value, loading.state]).toEqual(['new', 'loaded']);
});

test('what another call has told is not taken back by a reading that began before', async () => {
  const { loading, asked } = answering();
  const readings = [loading.load(), loading.load()];
  loading.put('told');
  asked[0]?.give('old');
  asked[1]?.fail();
  await Promise.all(readings);
  expect([loading.value, loading.state]).toEqual(['told', 'loaded']);
});

test('a reading without an answer says so', async () => {
  const { loading, asked } = answering();
  const reading = loading.load();
  asked[0]?.fail();
  await reading;
  expect(loading.state).toBe('away');
});
