import { readFileSync } from 'node:fs';
import { ACCOUNT_EFFECTS, type AccountEvent, emptyAccount, evolveAccount } from '#domain/account/account.ts';
import { EVENT_TRAITS } from '#domain/business/event-traits.ts';
import type { BusinessEvent } from '#domain/business/events.ts';
import { fold } from '#domain/business/evolve.ts';
import type { Business } from '#domain/business/state.ts';
import type { RecordedEvent } from '#domain/event.ts';
import { streamRef } from '#domain/streams.ts';
import { emptyPayment, PAYMENT_EFFECTS, evolvePayment, type PaymentEvent } from '#domain/payment/payment.ts';
import {
  accountEvent,
  businessEvent,
  businessEventFrom,
  paymentEvent,
  metaField,
  UnreadableEvent,
} from '#eventstore/codec.ts';
import { createUpcasting, schemaOf } from '#eventstore/upcasters.ts';
import { anyHistory, newEvents } from '#tests/support/histories.ts';
import { eventText } from '#tests/support/business-histories.ts';
import { runs } from '#tests/support/property-runs.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

/**
 * One line stands for every shape in which an event has ever been recorded, sorted by type and schema. A log keeps
 * events for ever, so a line is added with each new shape, and none is changed or removed.
 */
const lines = readFileSync(new URL('./recorded-events.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n');

type RecordedLine = Omit<RecordedEvent, 'revision'> & { readonly revision: number };

const recorded = lines
  .map((line) => JSON.parse(line) as RecordedLine)
  .map(({ revision, ...event }) => ({
    shape: `${event.type}.${event.meta.schema}`,
    event: { ...event, revision: BigInt(revision) },
  }))
  .toSorted((a, b) => (a.event.position < b.event.position ? -1 : 1));

type AnyEvent = BusinessEvent | AccountEvent | PaymentEvent;

function typed(event: RecordedEvent): AnyEvent | undefined {
  const kind = streamRef(event.stream)?.kind;
  if (kind === 'payment') return paymentEvent(event);
  return kind === 'account' ? accountEvent(event) : businessEvent(event);
}

/** Every event type that this program writes into these streams. */
const TYPES = [EVENT_TRAITS, ACCOUNT_EFFECTS, PAYMENT_EFFECTS].flatMap((types) => Object.keys(types));

/** The events of each business, in the order in which the businesses began. */
function businesses(): readonly (readonly BusinessEvent[])[] {
  const streams = new Set(recorded.map(({ event }) => event.stream));
  return [...streams]
    .filter((stream) => streamRef(stream)?.kind === 'business')
    .map((stream) => recorded.flatMap(({ event }) => (event.stream === stream ? (businessEvent(event) ?? []) : [])));
}

describe('recorded events of every shape', () => {
  test.each(recorded)('can be read: $shape', ({ event }) => {
    expect(typed(event)).toMatchObject({ type: event.type });
  });

  test('contain no shape twice', () => {
    const shapes = recorded.map(({ shape }) => shape);
    expect(new Set(shapes).size).toBe(shapes.length);
  });

  test('include every event type in the shape that is written today', () => {
    const shapes = recorded
      .filter(({ event }) => event.meta.schema === schemaOf(event.type))
      .map(({ event }) => event.type);
    expect(shapes.toSorted()).toEqual(TYPES.toSorted());
  });

  test('fold to one business through additions, changes, removals, a new owner and the erasure', () => {
    const [events = []] = businesses();
    const businessAfter = (type: BusinessEvent['type']): Business =>
      fold(events.slice(0, events.findIndex((event) => event.type === type) + 1));
    const built = businessAfter('DishIngredientQuantityChanged');
    expect(built).toMatchObject({ ownerId: expect.stringMatching(/^[\da-f-]{36}$/), statedTicket: 550_000 });
    expect([...built.fixedCosts.values()]).toMatchObject([{ name: 'Aluguel e IPTU', value: 36_005_000, version: 3 }]);
    expect([...built.variableCosts.values()]).toMatchObject([
      { name: 'Cartão de crédito', percentage: 34_900, version: 3 },
    ]);
    expect([...built.months.values()]).toEqual([{ month: 3, value: 793_505_000, orders: 1_267, version: 1 }]);
    const [flour] = built.ingredients.values();
    expect(flour).toMatchObject({ name: 'Farinha de trigo', unit: 'g', unitPrice: 48, version: 4 });
    expect([...built.dishes.values()]).toMatchObject([
      {
        name: 'Pão italiano',
        salePrice: 125_000,
        lines: [{ ingredientId: flour?.id, quantity: 4_000_000, version: 2 }],
        version: 5,
      },
    ]);
    const { fixedCosts, variableCosts, ingredients, dishes, ownerId } = businessAfter('BusinessOwnerChanged');
    expect([fixedCosts, variableCosts, ingredients, dishes].map((rows) => rows.size)).toEqual([0, 0, 0, 0]);
    expect(ownerId).not.toBe(built.ownerId);
    const { erased, months, statedTicket, sequence } = fold(events);
    expect({ erased, months: months.size, statedTicket }).toEqual({ erased: true, months: 0, statedTicket: null });
    expect(sequence).toBe(events.length);
    expect([...businessAfter('DishIngredientRemoved').dishes.values()]).toMatchObject([{ lines: [] }]);
  });

  test('fold to a business in which each removed entity is restored with all its values in its place', () => {
    const [, events = []] = businesses();
    const { fixedCosts, variableCosts, ingredients, dishes, ...rest } = fold(events);
    expect(rest).toMatchObject({ statedTicket: null, clearedVersion: 4, months: new Map() });
    expect([...fixedCosts.values()]).toMatchObject([{ name: 'Aluguel', value: 35_000_000, version: 3, sequence: 1 }]);
    expect([...variableCosts.values()]).toMatchObject([{ name: 'Cartão de crédito', percentage: 34_900, version: 2 }]);
    expect([...ingredients.values()]).toMatchObject([{ name: 'Muçarela', unit: 'kg', unitPrice: 389_000, version: 6 }]);
    const [cheese] = ingredients.keys();
    expect([...dishes.values()]).toMatchObject([
      {
        name: 'Pizza de muçarela',
        salePrice: 450_000,
        version: 6,
        sequence: 7,
        lines: [
          { ingredientId: cheese, quantity: 1_800, version: 3 },
          { quantity: 2_500, version: 2 },
        ],
      },
    ]);
  });

  test('fold to a business with a purchase, the price and the supplier that follow from it, the rule for prices and a stock value', () => {
    const { ingredients, suppliers, purchases, settings, stockValues } = fold(businesses().at(-1) ?? []);
    const [bought] = purchases.values();
    expect(bought).toMatchObject({ date: '2026-11-12', version: 2, sequence: 1, lines: [{ total: 3_800_000 }, {}] });
    expect([...ingredients.values()]).toMatchObject([
      { name: 'Muçarela', unitPrice: 399_000, priceSource: { purchaseId: bought?.id } },
    ]);
    expect([...suppliers.values()]).toMatchObject([{ name: 'Atacadão do Centro', cnpj: '11222333000181', version: 3 }]);
    expect(settings.priceRule).toBe('mean_of_three');
    expect([...stockValues]).toEqual([['2026-10', 42_000_000]]);
  });

  test('fold to an account that is given access, takes over a guest’s business, loses the access and is erased', () => {
    const streams = [...new Set(recorded.map(({ event }) => event.stream))].filter(
      (stream) => streamRef(stream)?.kind === 'account',
    );
    const [person = [], guest = []] = streams.map((stream) =>
      recorded.flatMap(({ event }) => (event.stream === stream ? (accountEvent(event) ?? []) : [])),
    );
    const until = (type: AccountEvent['type']) =>
      person.slice(0, person.findIndex((event) => event.type === type) + 1).reduce(evolveAccount, emptyAccount);
    expect(until('AccessSourceAdded').registered).toBe(true);
    expect([...until('AccessSourceAdded').sources.values()]).toMatchObject([{ kind: 'grant' }]);
    expect(until('AccessSourceRemoved').sources.size).toBe(0);
    const chosen = until('BusinessChosen');
    expect(chosen.termsVersion).toBe('2026-03');
    expect([...chosen.businessIdsByGuest.values()]).toEqual([[chosen.chosenBusinessId]]);
    expect(person.reduce(evolveAccount, emptyAccount)).toMatchObject({ erased: true, isErasureComplete: true });
    expect(guest.reduce(evolveAccount, emptyAccount).becameUserId).toMatch(/^[\da-f-]{36}$/);
  });

  test('fold to a payment that is too small, then confirmed, taken by a guest, refunded, charged back, and requested by an account in vain', () => {
    const events = recorded.flatMap(({ event }) =>
      streamRef(event.stream)?.kind === 'payment' ? [paymentEvent(event) ?? []].flat() : [],
    );
    const asker = '3f0a0c52-5a7e-5b0e-9d3c-1f7f0f3b6a11';
    const states = events.map((_, i) => events.slice(0, i + 1).reduce(evolvePayment, emptyPayment));
    expect(states).toMatchObject([
      { isUnderpaid: true, isConfirmed: false, paidCents: 900 },
      { isUnderpaid: false, isConfirmed: true, paidCents: 1_000, holder: null },
      { isConfirmed: true, holder: { kind: 'guest' }, isReceiptUsed: false },
      { isConfirmed: false, reversal: 'refunded', holder: { kind: 'guest' } },
      { isConfirmed: false, reversal: 'charged_back' },
      { requests: new Map([[asker, { answerDeadline: '2026-03-12T12:30:00.000Z', declined: false }]]) },
      { requests: new Map([[asker, { answerDeadline: '2026-03-12T12:30:00.000Z', declined: true }]]) },
    ]);
  });
});

test('every decided event is read back from its record unchanged', () => {
  fc.assert(
    fc.property(anyHistory(), ({ businessId, changes, state }) => {
      const events = changes.flatMap((change) => change.events);
      const records = newEvents(`business-${businessId}`, 0, events).map((event, i): RecordedEvent => ({
        ...(JSON.parse(JSON.stringify(event)) as typeof event),
        stream: `business-${businessId}`,
        revision: BigInt(i),
        position: `log:${i}`,
      }));
      const read = records.flatMap((record) => businessEvent(record) ?? []);
      expect(read).toEqual(events);
      expect(fold(read)).toEqual(state);
    }),
    runs(50),
  );
});

describe('the text of a recorded event', () => {
  test.each(recorded.filter(({ event }) => streamRef(event.stream)?.kind === 'business'))(
    'has the same content as its object: $shape',
    ({ event }) => {
      const { meta, ...text } = eventText(event);
      expect(businessEventFrom({ meta, ...text })).toEqual(businessEvent(event));
      expect(metaField(meta, 'at')).toBe(event.meta.at);
      expect(metaField(meta, 'changeId')).toBe(event.meta.changeId);
      expect(metaField(meta, 'undoes')).toBe(event.meta.undoes);
    },
  );

  test('gives the fields of its envelope, whatever text the record of its request contains', () => {
    const meta = JSON.stringify({
      request: { key: 'k', scope: 'POST /x "changeId":"no" "schema":7', hash: '"at":"never"' },
      at: '2026-11-21T12:34:56.789Z',
      undoes: 'u',
      changeId: 'c',
      schema: schemaOf('BusinessOpened'),
    });
    expect([metaField(meta, 'at'), metaField(meta, 'changeId'), metaField(meta, 'undoes')]).toEqual([
      '2026-11-21T12:34:56.789Z',
      'c',
      'u',
    ]);
    const opened = { type: 'BusinessOpened', data: { ownerId: 'o' } };
    expect(businessEventFrom({ number: 0, type: opened.type, meta, data: '{"ownerId":"o"}' })).toEqual(opened);
  });
});

describe('the reader of recorded events', () => {
  const [some] = recorded.filter(({ event }) => event.type === 'FixedCostAdded');
  if (!some) throw new Error('no example');
  const { event } = some;

  test.each<[string, RecordedEvent]>([
    ['a shape of a later program', { ...event, meta: { ...event.meta, schema: schemaOf(event.type) + 1 } }],
    ['a shape that never existed', { ...event, meta: { ...event.meta, schema: 0 } }],
    ['an unknown event type', { ...event, type: 'FixedCostBlessed' }],
    ['a text that is not a valid event type', { ...event, type: 'toString' }],
  ])('reports %s as unreadable', (_what, unreadable) => {
    expect(() => businessEvent(unreadable)).toThrow(UnreadableEvent);
    expect(() => businessEventFrom(eventText(unreadable))).toThrow(UnreadableEvent);
    expect(() => accountEvent(unreadable)).toThrow(UnreadableEvent);
    expect(() => paymentEvent(unreadable)).toThrow(UnreadableEvent);
  });

  test('skips erased content, whatever it was', () => {
    expect(businessEvent({ ...event, type: 'FixedCostBlessed', data: null })).toBeUndefined();
    expect(accountEvent({ ...event, data: null })).toBeUndefined();
    expect(paymentEvent({ ...event, data: null })).toBeUndefined();
  });

  test('keeps of an erased business only the fact that it was erased', () => {
    expect(businessEvent({ ...event, type: 'BusinessErased', data: null })).toEqual({
      type: 'BusinessErased',
      data: {},
    });
  });
});

describe('event type with several shapes', () => {
  const { schemaOf: schemaThen, upcast } = createUpcasting({
    IngredientAdded: [({ unit, ...rest }) => ({ ...rest, measure: unit ?? null }), (data) => ({ ...data, pack: null })],
  });
  const first = { id: 'i', name: 'Farinha', unit: 'kg', unitPrice: 47_900 };
  const second = { id: 'i', name: 'Farinha', measure: 'kg', unitPrice: 47_900 };

  test('is written in the newest shape, and types with one shape in that one', () => {
    expect([schemaThen('IngredientAdded'), schemaThen('DishAdded')]).toEqual([3, 1]);
  });

  test('is read step by step from whichever shape was stored', () => {
    const newest = { ...second, pack: null };
    expect(upcast('IngredientAdded', first, 1)).toEqual(newest);
    expect(upcast('IngredientAdded', second, 2)).toEqual(newest);
    expect(upcast('IngredientAdded', newest, 3)).toBe(newest);
    expect(upcast('DishAdded', first, 1)).toBe(first);
  });

  test('is refused in a shape of a later program', () => {
    expect(upcast('IngredientAdded', first, 4)).toBeUndefined();
    expect(upcast('DishAdded', first, 2)).toBeUndefined();
    expect(upcast('toString', first, 2)).toBeUndefined();
  });
});
