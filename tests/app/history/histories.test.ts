import { createHistories } from '#app/history/histories.ts';
import { businessStream } from '#domain/streams.ts';
import { createMemoryLog } from '#eventstore/memory.ts';
import { createAppender } from '#tests/support/histories.ts';
import { describe, expect, test } from 'vitest';

const ID = 'business of ana';
const [ana, bia] = [
  { id: ID, ownerId: 'ana' },
  { id: ID, ownerId: 'bia' },
];
const opened = { type: 'BusinessOpened', data: { ownerId: 'ana' } } as const;
const rent = { type: 'FixedCostAdded', data: { id: 'rent', name: 'Aluguel', value: 35_000_000 } } as const;

/** Ana's business and its cached history, in a process that records from where it reads. */
async function anasHistories(cachedCharacters?: number) {
  const log = createMemoryLog();
  const appender = createAppender(log);
  const happens = (...events: { readonly type: string; readonly data: object }[]) =>
    appender.append(businessStream(ID), events);
  const from: (bigint | undefined)[] = [];
  const histories = createHistories({
    log: {
      readTexts(stream, revision) {
        from.push(revision);
        return log.readTexts(stream, revision);
      },
    },
    ...(cachedCharacters === undefined ? {} : { cachedCharacters }),
  });
  await happens(opened, rent);
  return { log, happens, histories, from };
}

describe('cached history of a business', () => {
  test('is read from the log completely once, and later only from where it ended', async () => {
    const { happens, histories, from } = await anasHistories();
    const first = await histories.of(ana);
    expect(await histories.of(ana)).toBe(first);
    await happens({ type: 'FixedCostAmountChanged', data: { id: 'rent', name: 'Aluguel', from: 35_000_000, to: 1 } });
    const history = await histories.of(ana);
    expect(history.events.map(({ revision, event }) => [revision, event.type])).toEqual([
      [0, 'BusinessOpened'],
      [1, 'FixedCostAdded'],
      [2, 'FixedCostAmountChanged'],
    ]);
    expect(history.business().fixedCosts.get('rent')?.value).toBe(1);
    expect(first.events).toHaveLength(2);
    expect(from).toEqual([0n, 1n, 1n]);
  });

  test('is empty for everybody after the business was erased, however much of it was cached', async () => {
    for (const tellsOfIt of [true, false]) {
      const { log, happens, histories, from } = await anasHistories();
      expect((await histories.of(ana)).events).toHaveLength(2);
      if (tellsOfIt) await happens({ type: 'BusinessErased', data: {} });
      else await log.erase(businessStream(ID));
      expect((await histories.of(ana)).events).toEqual([]);
      // Nothing is cached any more, so the history is read from its beginning.
      expect((await histories.of(ana)).events).toEqual([]);
      expect(from).toEqual([0n, 1n, 0n]);
    }
  });

  test('is shown to the new owner of the business, and evicted when the former owner asks for it', async () => {
    const { happens, histories, from } = await anasHistories();
    await histories.of(ana);
    await happens({ type: 'BusinessOwnerChanged', data: { from: 'ana', to: 'bia' } });
    expect((await histories.of(ana)).events).toEqual([]);
    expect((await histories.of(bia)).events).toHaveLength(3);
    expect(from).toEqual([0n, 1n, 0n]);
  });

  test('is evicted for another one when the two together exceed the limit, but never when it is the only one', async () => {
    const { log, histories, from } = await anasHistories(1_000);
    const other = { id: 'business of bia', ownerId: 'bia' };
    const rows = Array.from({ length: 20 }, (_, i) => ({
      dishId: `pizza ${i}`,
      from: null,
      to: { quantity: 1, revenue: null },
    }));
    const sold = { month: '2026-10', channelId: 'balcao', channelName: 'Balcão', rows };
    await createAppender(log).append(businessStream(other.id), [
      { type: 'BusinessOpened', data: { ownerId: 'bia' } },
      { type: 'SalesRecorded', data: sold },
    ]);
    await histories.of(ana);
    await histories.of(other);
    await histories.of(other);
    await histories.of(ana);
    expect(from).toEqual([0n, 0n, 1n, 0n]);
  });

  test('is evicted on request', async () => {
    const { histories, from } = await anasHistories();
    await histories.of(ana);
    histories.forget(ID);
    expect((await histories.of(ana)).events).toHaveLength(2);
    expect(from).toEqual([0n, 0n]);
  });
});
