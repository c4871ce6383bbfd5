import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { csvFile } from '#contract/csv.ts';
import type { SingleCommand } from '#domain/business/commands.ts';
import type { Business } from '#domain/business/state.ts';
import { businessFigures } from '#domain/figures/business-figures.ts';
import { formatForInput } from '#domain/numerals.ts';
import { fixedCostKind, FixedCostsTab } from '#web/features/costs/fixed-costs-tab.tsx';
import { variableCostKind, VariableCostsTab } from '#web/features/costs/variable-costs-tab.tsx';
import { type EntryDefinition, storedValues } from '#web/features/entry/entry-definition.ts';
import { TABLES } from '#web/features/export/tables.ts';
import { COLUMN_NAMES } from '#web/features/fields/columns.ts';
import { IMPORTS, entityImportKind } from '#web/features/fields/entity-imports.ts';
import type { ImportTab } from '#web/features/navigation/import-address.ts';
import type { RowTexts } from '#web/features/fields/import-kind.ts';
import { type RowOutcome, reviewRows } from '#web/features/import/review.ts';
import { IngredientsTab } from '#web/features/preparations/ingredients-tab.tsx';
import { ingredientEntry } from '#web/features/ingredients/ingredient-entry.tsx';
import { createFakeServer, idOf } from './support/fake-server.ts';
import { showTab } from './support/screen-under-test.tsx';
import { pastedRows } from './support/pasted-rows.ts';

// These tests fail for a new field of a table that is not on screen, in the sheet or in its import.

afterEach(cleanup);

const id = idOf('the thing');
/** The inputs without those of calculators, which only fill in another input. */
const inputsOnPage = () =>
  [...document.querySelectorAll('form input[type=text], form input:not([type])')].filter(
    (input) => input.closest('[role=group]') === null,
  );

const CASES = [
  [fixedCostKind.entry, IMPORTS.fixedCosts, TABLES['custos-fixos'], <FixedCostsTab key="fixed" />],
  [variableCostKind.entry, IMPORTS.variableCosts, TABLES['custos-variaveis'], <VariableCostsTab key="variable" />],
  [ingredientEntry, IMPORTS.ingredients, TABLES.insumos, <IngredientsTab key="ingredients" />],
] as const;

/** These fields need a text in their own format. */
const TEXTS: Readonly<Record<string, string>> = {
  pack: '12 x-unit',
  conversions: '1 x-unit = 50 g',
  free: 'sim',
};

/** Each text contains the key of its field, and each amount is different, so that none can be mistaken for another. */
function textsOf({ inputs }: { readonly inputs: EntryDefinition<'Ingredient'>['inputs'] | object }) {
  return Object.entries(inputs as EntryDefinition<'Ingredient'>['inputs']).map(([key, input], index) => {
    const isText = input.read('letters').ok;
    const text = TEXTS[key] ?? (isText ? `x-${key}`.slice(0, 12) : `${index + 1}2,34`);
    return { key, text, isText, input };
  });
}

const outcomeOf = (tab: ImportTab, texts: RowTexts, state: Business): RowOutcome | undefined =>
  reviewRows({ tab, state, rows: [{ number: 1, line: 1, texts }], answers: {} }).rowOutcomes[0];

describe.each(CASES)('every field of $entity', (definition, importKind, table, tab) => {
  const values = textsOf(definition);
  const fields = Object.fromEntries(
    values.map(({ key, text, input }) => {
      const reading = input.read(text);
      if (!reading.ok) throw new Error(reading.sentence);
      return [key, reading.value];
    }),
  );
  const addition = {
    type: `Add${definition.entity}`,
    id,
    ...storedValues(definition as never, fields),
  } as unknown as SingleCommand;
  const server = createFakeServer([addition]);

  const sheetKind = entityImportKind(importKind, () => server.state());
  const shown = { state: server.state(), figures: businessFigures(server.state()) };

  test('is written into the sheet and imported from it', () => {
    const [texts] = pastedRows(csvFile(table(shown)), sheetKind);
    if (!texts) throw new Error('no row');
    const rowOutcome = outcomeOf(importKind.tab, texts, createFakeServer().state());
    if (rowOutcome?.kind !== 'add') throw new Error(`it is to be ${rowOutcome?.kind}: ${JSON.stringify(texts)}`);
    const taken = sheetKind.commands([{ row: rowOutcome.row, existing: undefined }], server.state());
    // The channels are not an input of the form, and all are chosen.
    const where = sheetKind.columns.some(({ is }) => is === 'channels') ? { channels: null } : {};
    expect(taken).toEqual([{ row: 0, command: { ...addition, ...where, id: expect.any(String) } }]);
    expect(new Set(sheetKind.columns.map(({ is }) => is)).size).toBe(values.length + Object.keys(where).length);
    expect(COLUMN_NAMES).toEqual(expect.arrayContaining(Object.keys(rowOutcome.row)));
  });

  test('keeps its value when a sheet has no column for it', () => {
    const [held] = sheetKind.existingRows(server.state());
    const [texts] = pastedRows(csvFile(table(shown)), sheetKind);
    if (!held || !texts) throw new Error('no row');
    const clearedColumns = sheetKind.columns.filter(({ is }) => {
      if (is === 'name' || is === 'amount') return false;
      // A sheet without packs has the price of one unit instead.
      const amount = is === 'pack' ? formatForInput(held.derivedPrice ?? 0) : texts.amount;
      return outcomeOf(importKind.tab, { ...texts, amount, [is]: '' }, server.state())?.kind !== 'same';
    });
    expect(clearedColumns.map(({ label }) => label)).toEqual([]);
  });

  test('has an input in both forms, and its text is on the row', async () => {
    const { user } = await showTab(tab, server);
    // The form asks whether an ingredient is free only when its price is zero.
    const inputs = values.filter(({ key }) => key !== 'free').length;
    expect(inputsOnPage()).toHaveLength(inputs);
    const row = document.querySelector(`[data-row='${id}']`);
    const missing = values.filter(({ text, isText }) => isText && !row?.textContent?.includes(text));
    expect(missing.map(({ key }) => key)).toEqual([]);
    await user.click(screen.getByRole('button', { name: /^Editar/ }));
    expect(inputsOnPage()).toHaveLength(2 * inputs);
  });
});
