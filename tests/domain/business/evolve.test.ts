import { decide, isRefusal } from '#domain/business/decide.ts';
import { EVENT_TRAITS, isBusinessEventType } from '#domain/business/event-traits.ts';
import { fold, stateBuilder } from '#domain/business/evolve.ts';
import { type Business, emptyBusiness } from '#domain/business/state.ts';
import { LIMITS, QUOTAS } from '#domain/limits.ts';
import { runs } from '#tests/support/property-runs.ts';
import { anyHistory, type History } from '#tests/support/histories.ts';
import { anyStepAtAll } from '#tests/support/arbitraries.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { affectedEntities } from './affected-entities.ts';

/** Histories with every kind of event. */
const anyLife = ({ longest = 80 } = {}) => anyHistory({ longest, step: anyStepAtAll });
const eventsOf = (history: History) => history.changes.flatMap(({ events }) => events);

interface Row {
  readonly id: string;
  readonly version: number;
  readonly sequence: number;
}

/** Maps with their order, which the equality of maps ignores. */
const spelledOut = (business: Business) => ({
  ...business,
  fixedCosts: [...business.fixedCosts],
  variableCosts: [...business.variableCosts],
  months: [...business.months],
  ingredients: [...business.ingredients],
  dishes: [...business.dishes],
  suppliers: [...business.suppliers],
  purchases: [...business.purchases],
  purchasesByIngredient: [...business.purchasesByIngredient].toSorted(([a], [b]) => (a < b ? -1 : 1)),
});

/** Freezes a value deeply, and makes its maps throw on writes. */
function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  if (value instanceof Map) {
    for (const row of value.values()) frozen(row);
    const refuse = () => {
      throw new TypeError('this map is somebody else’s');
    };
    Object.assign(value, { set: refuse, delete: refuse, clear: refuse });
  }
  Object.values(value).forEach(frozen);
  return Object.freeze(value);
}

test('the generated histories contain every type of event', () => {
  // The sample has a fixed seed, because this test only checks which types the generator produces.
  const lives = fc.sample(anyLife(), { numRuns: 1_000, seed: 1 });
  const seen = new Set(lives.flatMap((history) => eventsOf(history).map(({ type }) => type)));
  expect(Object.keys(EVENT_TRAITS).filter((type) => !isBusinessEventType(type) || !seen.has(type))).toEqual([]);
});

test('a state built in place equals the folded state and leaves the empty state unchanged', () => {
  fc.assert(
    fc.property(anyLife(), (history) => {
      const { add, business } = stateBuilder();
      for (const event of eventsOf(history)) add(event);
      expect(spelledOut(business)).toEqual(spelledOut(fold(eventsOf(history))));
      expect(Object.values(emptyBusiness).every((value) => !(value instanceof Map) || value.size === 0)).toBe(true);
    }),
    runs(100),
  );
});

test('a history folded in two parts gives the same state as in one', () => {
  const splitHistory = anyLife().chain((history) =>
    fc.tuple(fc.constant(history), fc.nat({ max: eventsOf(history).length })),
  );
  fc.assert(
    fc.property(splitHistory, ([history, at]) => {
      const events = eventsOf(history);
      const whole = spelledOut(fold(events));
      expect(spelledOut(fold(events.slice(at), fold(events.slice(0, at))))).toEqual(whole);
      expect(spelledOut(events.reduce((state, event) => fold([event], state), emptyBusiness))).toEqual(whole);
      expect(whole.sequence).toBe(events.length);
    }),
    runs(100),
  );
});

test('folding modifies neither the given state nor the events', () => {
  fc.assert(
    fc.property(anyLife({ longest: 40 }), (history) => {
      let state = frozen(fold([]));
      for (const { events } of history.changes) state = frozen(fold(frozen(events), state));
      expect(spelledOut(state)).toMatchObject({ sequence: eventsOf(history).length });
    }),
    runs(50),
  );
});

test('events survive a round trip through JSON', () => {
  fc.assert(
    fc.property(anyLife(), (history) => {
      const events = eventsOf(history);
      const read = JSON.parse(JSON.stringify(events)) as typeof events;
      expect(read).toEqual(events);
      expect(spelledOut(fold(read))).toEqual(spelledOut(fold(events)));
      expect(read.every((event) => isBusinessEventType(event.type))).toBe(true);
    }),
    runs(100),
  );
});

test('the state after any history keeps the invariants of a business', () => {
  fc.assert(
    fc.property(anyLife(), ({ state }) => {
      const dishes = [...state.dishes.values(), ...state.preparations.values()];
      const lines = dishes.flatMap((dish) => dish.lines);
      const isThere = (id: string): boolean => state.ingredients.has(id) || state.preparations.has(id);
      expect(lines.filter((line) => !isThere(line.ingredientId))).toEqual([]);
      expect(lines.filter(({ quantity }) => quantity < LIMITS.quantity.min)).toEqual([]);
      for (const dish of dishes) {
        expect(new Set(dish.lines.map((line) => line.ingredientId)).size).toBe(dish.lines.length);
        expect(dish.lines.length).toBeLessThanOrEqual(QUOTAS.linesPerDish);
      }
      const kinds: readonly ReadonlyMap<string, Row>[] = [
        state.fixedCosts,
        state.variableCosts,
        state.ingredients,
        state.preparations,
        state.dishes,
        state.suppliers,
        state.purchases,
      ];
      for (const rows of kinds) {
        const sequences = Array.from(rows.values(), (row) => row.sequence);
        expect(sequences).toEqual(sequences.toSorted((a, b) => a - b));
        expect([...rows].filter(([id, row]) => row.id !== id || row.version < 1)).toEqual([]);
      }
    }),
    runs(100),
  );
});

test('every event has the value before it in from and the value after it in to', () => {
  fc.assert(
    fc.property(anyLife(), ({ changes }) => {
      let state = emptyBusiness;
      for (const { events } of changes)
        for (const event of events) {
          const after = fold([event], state);
          const touched = affectedEntities(event);
          expect([event, touched.select(state)]).toEqual([event, touched.before]);
          expect([event, touched.select(after)]).toEqual([event, touched.after]);
          state = after;
        }
    }),
    runs(50),
  );
});

test('a repeated command is refused or changes nothing', () => {
  fc.assert(
    fc.property(anyLife({ longest: 30 }), ({ changes, state }) => {
      // Prices that are raised by a percentage can be raised by it again.
      const again = changes
        .slice(-1)
        .flatMap(({ command }) => (command.type === 'RepriceIngredients' ? [] : [decide(state, command)]));
      expect(again.every((decision) => isRefusal(decision) || decision.length === 0)).toBe(true);
    }),
    runs(100),
  );
});
