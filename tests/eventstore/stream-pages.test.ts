import { createStreamReader, sizeAfter } from '#eventstore/postgres/read.ts';
import type { ReconnectingClient, Row } from '#eventstore/postgres/reconnecting-client.ts';
import { expect, test } from 'vitest';

/** A stream of events of these lengths, and how many were asked for each time. */
function streamOf(lengths: readonly number[]) {
  const asked: number[] = [];
  const client: ReconnectingClient = {
    isUp: () => true,
    connect: async () => undefined,
    async query({ name }, values) {
      const [froms, size] = name === 'log_stream' ? [values[1], values[2]] : [[values[1]], values[2]];
      asked.push(Number(size));
      const first = Number((froms as readonly unknown[])[0]);
      return [
        name === 'log_stream' ? eventsPage(lengths, first, Number(size)) : textsPage(lengths, first, Number(size)),
      ];
    },
    close: async () => undefined,
  };
  return { reader: createStreamReader(client, 'log'), asked };
}

const dataOf = (length: number): string => JSON.stringify('x'.repeat(length - 2));

function textsPage(lengths: readonly number[], first: number, size: number): Row {
  const some = lengths.slice(first, first + size);
  if (some.length === 0) return [null, null, null];
  return [some.map(() => 'SalesRecorded'), some.map(() => '{}'), some.map(dataOf)].map((cells) => cells.join('\x1f'));
}

function eventsPage(lengths: readonly number[], first: number, size: number): Row {
  const [types, metas, datas] = textsPage(lengths, first, size);
  if (types === null || types === undefined) return [null, null, null, null, null];
  const count = types.split('\x1f').length;
  const positions = Array.from({ length: count }, (_, i) => first + i + 1);
  const inJson = (cells: string | null | undefined): string => `[${(cells ?? '').split('\x1f').join(',')}]`;
  return [
    types,
    positions.map((n) => `id ${n}`).join('\x1f'),
    `[${positions.join(',')}]`,
    inJson(metas),
    inJson(datas),
  ];
}

test('short events come in long pages, and the longer they are the fewer', async () => {
  const lengths = [...Array.from({ length: 1_000 }, () => 400), ...Array.from({ length: 6_000 }, () => 16_000)];
  for (const read of ['read', 'readTexts'] as const) {
    const { reader, asked } = streamOf(lengths);
    const numbers: number[] = [];
    if (read === 'read')
      for await (const { revision } of reader.read({ stream: 'business-1', from: 0n })) numbers.push(Number(revision));
    else
      for await (const page of reader.readTexts({ stream: 'business-1', from: 0n }))
        numbers.push(...page.map(({ number }) => number));
    expect(numbers, read).toEqual(lengths.map((_, i) => i));
    const [, ofShort = 0, ofLong = 0] = asked;
    expect(ofShort, read).toBe(5_000);
    expect(ofLong * 16_000, read).toBeLessThanOrEqual(16_000_000);
    expect(ofLong * 16_000, read).toBeGreaterThan(14_000_000);
  }
});

test.each([
  ['nothing has come', { count: 0, characters: 0 }, 1_000, 1_000],
  ['prices', { count: 1_000, characters: 400_000 }, 5_000, 5_000],
  ['months of sales', { count: 400, characters: 44_000_000 }, 5_000, 145],
  ['the longest there may be', { count: 1_000, characters: 2_000_000_000 }, 5_000, 20],
  ['the longest, by one that takes few at a time', { count: 5, characters: 10_000_000 }, 5, 5],
])('behind %s', (_, page, most, size) => {
  expect(sizeAfter(page, most)).toBe(size);
});
