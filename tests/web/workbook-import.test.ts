import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Business, emptyBusiness } from '#domain/business/state.ts';
import { businessFigures } from '#domain/figures/business-figures.ts';
import { businessWorkbook } from '#web/features/export/business-workbook.ts';
import { workbookFile } from '#web/features/export/workbook-writer.ts';
import { ListFileReader, type ListReview } from '#web/features/import/list-reader.ts';
import { anyHistory } from '#tests/support/histories.ts';
import { runs } from '#tests/support/property-runs.ts';
import { stateAfterChangeSet } from './support/state-after-change-set.ts';
import { comparableOf } from './support/comparable-business.ts';

const EMPTY_BUSINESS: Business = { ...emptyBusiness, ownerId: 'owner' };
const CURRENT_MONTH = '2026-11';

const fileOf = (state: Business): ArrayBuffer =>
  workbookFile(businessWorkbook({ state, figures: businessFigures(state) })).buffer;

const REQUEST = {
  withHidden: false,
  sheets: {},
  rows: {},
  answers: {},
  layouts: new Map(),
  shown: 200,
  isOpenOnly: false,
  isKnown: true,
  currentMonth: CURRENT_MONTH,
};

/** Imports the file part by part, as the page does. */
async function importInto(
  into: Business,
  file: ArrayBuffer,
): Promise<{ readonly first: ListReview; readonly state: Business; readonly parts: number }> {
  const reader = new ListFileReader();
  expect(await reader.open('ingredients', [{ name: 'tudo.xlsx', content: file }])).toEqual({
    ok: true,
    isWorkbook: true,
  });
  let state = into;
  const first = await reader.review({ ...REQUEST, state });
  let parts = 0;
  for (let review = first; review.parts > 0; parts += 1) {
    const { commands, rows } = await reader.part(0);
    state = stateAfterChangeSet(state, commands);
    await reader.finish(rows.flat());
    review = await reader.review({ ...REQUEST, state });
  }
  return { first, state, parts };
}

describe('the import of our own workbook', () => {
  test('recreates the same business from an empty one', async () => {
    await fc.assert(
      fc.asyncProperty(anyHistory({ longest: 150 }), async ({ state: before }) => {
        const { first, state } = await importInto(EMPTY_BUSINESS, fileOf(before));
        expect(first.workbook?.refused).toEqual([]);
        expect(comparableOf(state)).toEqual(comparableOf(before));
      }),
      runs(40),
    );
  });

  test('changes nothing in the business that the workbook was made of', async () => {
    await fc.assert(
      fc.asyncProperty(anyHistory({ longest: 150 }), async ({ state }) => {
        const { first, parts } = await importInto(state, fileOf(state));
        expect(first.workbook?.refused).toEqual([]);
        expect(parts).toBe(0);
      }),
      runs(40),
    );
  });

  test('counts every row once', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyHistory({ longest: 100 }),
        anyHistory({ longest: 100 }),
        async ({ state: from }, { state }) => {
          const { first } = await importInto(state, fileOf(from));
          const { sheets = [] } = first.workbook ?? {};
          const counted = sheets.map(([name, tally]) => [
            name,
            Object.values(tally).reduce((all, rows) => all + rows, 0),
          ]);
          const written = businessWorkbook({ state: from, figures: businessFigures(from) }).sheets.flatMap(
            ({ name, rows }) => (name === 'Resultado' || rows.length === 1 ? [] : [[name, rows.length - 1]]),
          );
          expect(counted).toEqual(written);
        },
      ),
      runs(20),
    );
  });
});
