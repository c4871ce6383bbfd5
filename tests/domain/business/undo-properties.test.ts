import type { ChangeToUndo } from '#domain/business/commands.ts';
import { decide, isRefusal } from '#domain/business/decide.ts';
import type { BusinessEvent } from '#domain/business/events.ts';
import { fold } from '#domain/business/evolve.ts';
import type { Business } from '#domain/business/state.ts';
import { undoRefusal } from '#domain/business/undo.ts';
import { businessFigures } from '#domain/figures/business-figures.ts';
import { createCosting } from '#domain/figures/costing.ts';
import { anyHistory as anyHistoryOf, type Change, historyOf } from '#tests/support/histories.ts';
import { runs } from '#tests/support/property-runs.ts';
import { anyStepOrUndo } from '#tests/support/arbitraries.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

/** Histories with undone changes, and undone undos. */
const anyHistory = ({ longest = 80 } = {}) => anyHistoryOf({ longest, step: anyStepOrUndo });

/** All data that an owner sees: lists and recipes in their order, without versions, which only ever grow. */
const displayedData = (business: Business): unknown =>
  JSON.parse(
    JSON.stringify({
      fixedCosts: [...business.fixedCosts.values()],
      variableCosts: [...business.variableCosts.values()],
      months: [...business.months.values()].toSorted((a, b) => a.month - b.month),
      ingredients: [...business.ingredients.values()],
      preparations: [...business.preparations.values()],
      dishes: [...business.dishes.values()],
      suppliers: [...business.suppliers.values()],
      purchases: [...business.purchases.values()],
      stockValues: [...business.stockValues].toSorted(([a], [b]) => (a < b ? -1 : 1)),
      priceRule: business.settings.priceRule,
      productionLoss: business.settings.productionLoss,
      ticket: business.statedTicket,
    }),
    (key, value: unknown) => (key === 'version' ? undefined : value),
  );

/** The suppliers and ingredients that purchases added stay when these are undone. */
function withoutMade(back: Business, { events, before }: Pick<Change, 'events' | 'before'>): Business {
  const made = events.flatMap((event) => (event.type === 'PurchaseEntered' ? event.data.made : []));
  const ids = new Set(made.flatMap(({ id }) => (before.ingredients.has(id) ? [] : [id])));
  const ingredients = new Map([...back.ingredients].filter(([id]) => !ids.has(id)));
  return { ...back, ingredients, suppliers: before.suppliers };
}

const figuresOf = (business: Business) => {
  const { dishes, ...rest } = businessFigures(business);
  const costing = createCosting(business);
  const preparations = Array.from(business.preparations.keys(), (id) =>
    costing.preparation(id)?.wholeRecipeCost.exact(),
  );
  return { dishes: [...dishes], preparations, ...rest };
};

const asDone = ({ events, before }: Pick<Change, 'events' | 'before'>): ChangeToUndo => ({
  events,
  before,
  undoneBy: null,
});

const undone = (state: Business, change: Pick<Change, 'events' | 'before'>) =>
  decide(state, { type: 'UndoChange', change: asDone(change) });

function eventsOf(decision: ReturnType<typeof decide>): readonly BusinessEvent[] {
  if (isRefusal(decision)) throw new Error(`refused: ${decision.refusal}`);
  return decision;
}

/** Several steps as one command, as an import or a tried-out plan is. */
const asOne = (changes: readonly Change[]): Pick<Change, 'events' | 'before'> | undefined => {
  const [first] = changes;
  return first && { events: changes.flatMap(({ events }) => events), before: first.before };
};

describe('a change', () => {
  test('undone at once leaves the same lists, recipes and figures as before', () => {
    fc.assert(
      fc.property(anyHistory({ longest: 60 }), ({ changes }) => {
        for (const change of changes.slice(1)) {
          const after = fold(change.events, change.before);
          const back = withoutMade(fold(eventsOf(undone(after, change)), after), change);
          expect(displayedData(back)).toEqual(displayedData(change.before));
          expect(figuresOf(back)).toEqual(figuresOf(change.before));
        }
      }),
      runs(40),
    );
  });

  test('with several parts is undone completely, however the parts interact', () => {
    const parts = fc.tuple(
      fc.array(anyStepOrUndo, { maxLength: 30, size: 'max' }),
      fc.array(anyStepOrUndo, { minLength: 1, maxLength: 20, size: 'max' }),
    );
    fc.assert(
      fc.property(parts, ([first, then]) => {
        const { changes } = historyOf('ana', [...first, ...then]);
        const known = historyOf('ana', first).changes.length;
        const change = asOne(changes.slice(known));
        if (!change) return;
        const after = fold(change.events, change.before);
        const undoing = eventsOf(undone(after, change));
        const back = fold(undoing, after);
        expect(displayedData(withoutMade(back, change))).toEqual(displayedData(change.before));
        const again = fold(eventsOf(undone(back, { events: undoing, before: after })), back);
        expect(displayedData(again)).toEqual(displayedData(after));
      }),
      runs(60),
    );
  });

  test('undone later and then redone leaves everything as it was', () => {
    fc.assert(
      fc.property(anyHistory({ longest: 40 }), ({ changes, state }) => {
        for (const change of changes) {
          const undoing = undone(state, change);
          expect(undoRefusal(state, asDone(change))).toEqual(isRefusal(undoing) ? undoing : undefined);
          if (isRefusal(undoing)) continue;
          const back = fold(undoing, state);
          const again = fold(eventsOf(undone(back, { events: undoing, before: state })), back);
          expect(displayedData(again)).toEqual(displayedData(state));
          expect(figuresOf(again)).toEqual(figuresOf(state));
        }
      }),
      runs(40),
    );
  });

  test('is undone only once, even by two concurrent requests', () => {
    fc.assert(
      fc.property(anyHistory({ longest: 40 }), ({ changes, state }) => {
        for (const change of changes) {
          const undoing = undone(state, change);
          if (isRefusal(undoing)) continue;
          const back = fold(undoing, state);
          expect(undone(back, change)).toHaveProperty('refusal');
          const known = { ...asDone(change), undoneBy: 'another change' };
          expect(decide(back, { type: 'UndoChange', change: known })).toEqual({ refusal: 'already_undone' });
        }
      }),
      runs(40),
    );
  });
});

test('versions only grow, so an outdated version is always refused', () => {
  fc.assert(
    fc.property(anyHistory(), ({ changes }) => {
      const highest = new Map<string, number>();
      for (const { events, before } of changes) {
        const after = fold(events, before);
        for (const [id, version] of versionsOf(after)) {
          const former = highest.get(id) ?? 0;
          const hasChanged = JSON.stringify(rowOf(after, id)) !== JSON.stringify(rowOf(before, id));
          expect([id, hasChanged ? version > former : version === former]).toEqual([id, true]);
          highest.set(id, version);
        }
      }
    }),
    runs(60),
  );
});

const rowOf = (business: Business, id: string): unknown =>
  business.fixedCosts.get(id) ??
  business.variableCosts.get(id) ??
  business.ingredients.get(id) ??
  business.dishes.get(id) ??
  business.months.get(Number(id));

const versionsOf = (business: Business): readonly (readonly [string, number])[] =>
  [business.fixedCosts, business.variableCosts, business.ingredients, business.dishes, business.months].flatMap(
    (rows) =>
      Array.from(
        rows as ReadonlyMap<string | number, { version: number }>,
        ([id, { version }]) => [String(id), version] as const,
      ),
  );
