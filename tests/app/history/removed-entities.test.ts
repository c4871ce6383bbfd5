import { removedEntities } from '#app/history/figures-over-time.ts';
import type { HistoryEvent } from '#app/history/history-event.ts';
import type { BusinessEvent } from '#domain/business/events.ts';
import { expect, test } from 'vitest';

const flour = { id: 'f', name: 'Farinha', unit: 'kg', unitPrice: 55_000 };
const bread = { id: 'p', name: 'Pão', salePrice: 0 };
const added: BusinessEvent = { type: 'IngredientAdded', data: flour };
const removed: BusinessEvent = { type: 'IngredientRemoved', data: { ...flour, version: 1 } };
const restored: BusinessEvent = { type: 'IngredientRestored', data: { ...flour, version: 2, sequence: 1 } };
const dish: BusinessEvent = { type: 'DishAdded', data: bread };
const dishRemoved: BusinessEvent = { type: 'DishRemoved', data: { ...bread, lines: [], version: 1 } };

const removedAfter = (...events: readonly BusinessEvent[]) =>
  removedEntities(
    events.map((event, revision): HistoryEvent => ({
      event,
      revision,
      at: `2026-01-0${revision + 1}T12:00:00.000Z`,
      actor: { kind: 'account', id: 'ana' },
      changeId: `change ${revision}`,
      undoes: null,
    })),
  ).map(({ of, at }) => [of, at.slice(0, 10)]);

test.each<[string, readonly BusinessEvent[], readonly unknown[]]>([
  ['leaves out existing entities', [added, dish], []],
  [
    'contains removed entities, the last removed first',
    [added, dish, removed, dishRemoved],
    [
      ['dish:p', '2026-01-04'],
      ['ingredient:f', '2026-01-03'],
    ],
  ],
  ['leaves out restored entities', [added, removed, restored], []],
  ['contains entities that were removed again', [added, removed, restored, removed], [['ingredient:f', '2026-01-04']]],
])('the list of removed entities %s', (_, events, gone) => {
  expect(removedAfter(...events)).toEqual(gone);
});
