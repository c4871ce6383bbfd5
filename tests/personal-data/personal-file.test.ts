import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { emptyAccount } from '#domain/account/account.ts';
import { ingredientFields } from '#domain/business/ingredient/fields.ts';
import { businessStream } from '#domain/streams.ts';
import { schemaOf } from '#eventstore/upcasters.ts';
import { createMemoryLog } from '#eventstore/memory.ts';
import { jsonText, type JsonPart, lazyPart } from '#personal-data/json-text.ts';
import { textsUnsaid } from '#tests/support/table-fields.ts';
import { personalFile } from '#personal-data/personal-file.ts';

async function whole(pieces: AsyncIterable<string>): Promise<{ text: string; longest: number }> {
  let [text, longest] = ['', 0];
  for await (const piece of pieces) [text, longest] = [text + piece, Math.max(longest, piece.length)];
  return { text, longest };
}

test('a personal data file with a long history is streamed in pieces that form the complete file', async () => {
  const [log, userId, businessId, id] = [createMemoryLog(), randomUUID(), randomUUID(), randomUUID()];
  const prices = Array.from({ length: 2_500 }, (_, i) => ({
    type: 'IngredientRepriced',
    data: { id, name: 'Sal', unit: 'kg', from: i * 10_000, to: (i + 1) * 10_000 },
  }));
  const events = [
    { type: 'BusinessOpened', data: { ownerId: userId } },
    { type: 'IngredientAdded', data: { id, name: 'Sal', unit: 'kg', unitPrice: 0 } },
    ...prices,
  ].map((event) => ({
    ...event,
    id: randomUUID(),
    meta: {
      at: '2026-11-21T12:00:00.000Z',
      actor: { kind: 'account', id: userId } as const,
      requestId: 'r',
      changeId: randomUUID(),
      schema: schemaOf(event.type),
    },
  }));
  for (let first = 0; first < events.length; first += 500)
    await log.append(
      businessStream(businessId),
      first === 0 ? 'none' : BigInt(first - 1),
      events.slice(first, first + 500),
    );
  const file = personalFile(
    {
      log,
      vault: { find: async () => undefined },
      sessions: { timesOf: async () => [] },
      accessLog: { entriesOf: async () => [] },
      account: async () => emptyAccount,
      ownedBusinesses: async () => [businessId],
      purchases: async () => [],
      clock: () => new Date(),
    },
    userId,
  );
  const { text, longest } = await whole(file);
  const { negocios } = JSON.parse(text) as {
    negocios: { eventos: { dados: object }[]; estado_atual: { insumos: object[] } }[];
  };
  expect(negocios[0]?.eventos).toHaveLength(2_502);
  expect(negocios[0]?.eventos.at(-1)?.dados).toMatchObject({ to: 25_000_000 });
  expect(negocios[0]?.estado_atual.insumos).toEqual([
    {
      ...textsUnsaid(ingredientFields),
      id,
      name: 'Sal',
      unit: 'kg',
      unit_price: 2_500,
      purchase: null,
      yield: 100,
      conversions: [],
      free: false,
      price_source: { kind: 'typed', purchase_id: null, date: null },
      exact_price: null,
      version: 2_501,
    },
  ]);
  expect(longest).toBeLessThan(2_000);
});

test.each<[string, JsonPart, unknown]>([
  ['a value', { value: { a: [1, null] } }, { a: [1, null] }],
  ['an absent value', { value: undefined }, null],
  ['a text of JSON', { text: '[1,2]' }, [1, 2]],
  ['an empty list', { items: [] }, []],
  ['an object without members', { members: [] }, {}],
  ['a list in a list', { items: [{ value: 1 }, { items: [{ value: '"' }] }] }, [1, ['"']]],
  ['a member that is read late', { members: [['a"b', lazyPart(async () => ({ value: 1 }))]] }, { 'a"b': 1 }],
])('a personal data file with %s is valid JSON', async (_part, part, value) => {
  expect(JSON.parse((await whole(jsonText(part))).text)).toEqual(value);
});
