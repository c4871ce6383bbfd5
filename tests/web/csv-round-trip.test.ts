import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvFile } from '#contract/csv.ts';
import { AMOUNTS } from '#domain/amounts.ts';
import type { SingleCommand } from '#domain/business/commands.ts';
import { withDerivedUnitPrice } from '#domain/business/ingredient/price.ts';
import { type Business, emptyBusiness } from '#domain/business/state.ts';
import { businessFigures } from '#domain/figures/business-figures.ts';
import { type TableName, TABLES } from '#web/features/export/tables.ts';
import { packField } from '#web/features/fields/pack-field.ts';
import type { ImportTab } from '#web/features/navigation/import-address.ts';
import { ListFileReader, type ListReview } from '#web/features/import/list-reader.ts';
import { anyHistory } from '#tests/support/histories.ts';
import { runs } from '#tests/support/property-runs.ts';
import { comparableOf, stateAfterChangeSet } from './support/comparable-business.ts';

const REQUEST = {
  withHidden: false,
  sheets: {},
  rows: {},
  answers: {},
  visibleCount: 200,
  isOpenOnly: false,
  shouldMarkSeen: true,
  today: '2026-11-28',
  layouts: new Map(),
};

/** The lists in the order of their dependencies, each with the table that exports it. */
const LISTS: readonly (readonly [TableName, ImportTab])[] = [
  ['canais', 'channels'],
  ['insumos', 'ingredients'],
  ['preparos', 'preparations'],
  ['pratos', 'dishes'],
  ['fichas-tecnicas', 'recipes'],
  ['custos-fixos', 'fixed-costs'],
  ['custos-variaveis', 'variable-costs'],
  ['faturamento', 'revenue'],
];

/** A file alone cannot distinguish equal names, or a name that begins like a total, so the names are made unique. */
function withNamesApart(state: Business): Business {
  const renamed = (
    rows: Iterable<{ readonly id: string; readonly name: string }>,
    type: SingleCommand['type'],
    max: number,
  ): readonly SingleCommand[] =>
    Array.from(rows, ({ id, name }, index) => {
      const short = Array.from(name)
        .slice(0, max - 9)
        .join('');
      return { type, id, name: `Nº ${index} ${short}`.trim() } as unknown as SingleCommand;
    });
  return stateAfterChangeSet(state, [
    ...renamed(state.ingredients.values(), 'ChangeIngredient', 80),
    ...renamed(state.preparations.values(), 'ChangePreparation', 80).map(
      (change) =>
        ({ ...change, name: `Preparo ${(change as { name: string }).name}`.slice(0, 78).trim() }) as SingleCommand,
    ),
    ...renamed(state.dishes.values(), 'ChangeDish', 80),
    ...renamed(state.fixedCosts.values(), 'ChangeFixedCost', 80),
    ...renamed(state.variableCosts.values(), 'ChangeVariableCost', 80),
    ...renamed(state.channels.values(), 'ChangeChannel', 40),
  ]);
}

/** The lists show the pack of the last purchase as if its price had been typed: purchases are in the workbook. */
const withoutPurchases = (state: Business): Business => ({
  ...state,
  suppliers: new Map(),
  purchases: new Map(),
  purchasesByIngredient: new Map(),
  manualPrices: new Map(),
  stockValues: new Map(),
  ingredients: new Map(
    Array.from(state.ingredients, ([id, row]) => [
      id,
      row.priceSource ? withDerivedUnitPrice({ ...row, priceSource: null }) : row,
    ]),
  ),
});

/** A pack without a name is exported with its content as the name. */
const withPacksNamed = (state: Business): Business => ({
  ...state,
  ingredients: new Map(
    Array.from(state.ingredients, ([id, row]) => [
      id,
      { ...row, pack: row.pack && { ...row.pack, label: packField.toInputText(row.pack) } },
    ]),
  ),
});

/**
 * Histories whose packs all have a price that can be typed. A bought pack may cost up to R$ 999.999.999,9999; a typed
 * or imported one may not, so the row of such an ingredient is refused with a sentence.
 */
const historyWithTypeablePrices = anyHistory({ longest: 120 }).filter(({ state }) =>
  [...state.ingredients.values()].every(({ pack }) => !pack || pack.price <= AMOUNTS.packPrice.max),
);

const tableOf = (name: TableName, state: Business): string =>
  csvFile(TABLES[name]({ state, figures: businessFigures(state) }));

async function reviewOf(tab: ImportTab, text: string, state: Business) {
  const reader = new ListFileReader();
  const opening = await reader.open(tab, [{ name: 'lista.csv', content: new TextEncoder().encode(text).buffer }]);
  if (!opening.ok) return { review: undefined, commands: [] };
  const review = await reader.review({ ...REQUEST, state });
  const parts = await Promise.all(Array.from({ length: review.parts }, (_, index) => reader.part(index)));
  return { review, commands: parts.flatMap(({ commands }) => commands) };
}

/** The rows and questions that would need an answer. */
const open = (review: ListReview | undefined): readonly string[] => [
  ...(review?.rows ?? [])
    .filter(({ outcome }) => outcome === 'wrong' || outcome === 'waiting' || outcome === 'refused')
    .map((row) => JSON.stringify(row)),
  ...(review?.questions ?? []).filter(({ hasDefault }) => !hasDefault).map(({ sentence }) => sentence),
];

describe('the CSV files of all lists of a business', () => {
  test('recreate the same lists in an empty business when they are imported one after the other', async () => {
    await fc.assert(
      fc.asyncProperty(historyWithTypeablePrices, async ({ state: given }) => {
        const before = withNamesApart(withoutPurchases(given));
        let state: Business = { ...emptyBusiness, ownerId: 'owner' };
        for (const [table, tab] of LISTS) {
          const { review, commands } = await reviewOf(tab, tableOf(table, before), state);
          expect([table, ...open(review)]).toEqual([table]);
          state = stateAfterChangeSet(state, commands);
        }
        // No list contains the settings, and sales are imported as a report.
        const { settings, sales } = comparableOf(before);
        const sorted = (all: ReturnType<typeof comparableOf>) => ({
          ...all,
          channels: all.channels.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
        });
        expect(sorted({ ...comparableOf(withPacksNamed(state)), settings, sales })).toEqual(
          sorted(comparableOf(withPacksNamed(before))),
        );
      }),
      runs(40),
    );
  });

  test('change nothing when they are imported into their own business', async () => {
    await fc.assert(
      fc.asyncProperty(historyWithTypeablePrices, async ({ state: given }) => {
        const state = withNamesApart(given);
        for (const [table, tab] of LISTS) {
          const { review, commands } = await reviewOf(tab, tableOf(table, state), state);
          expect([table, ...open(review)]).toEqual([table]);
          expect([table, commands]).toEqual([table, []]);
        }
      }),
      runs(40),
    );
  });
});
