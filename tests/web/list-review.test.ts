import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvFile } from '#contract/csv.ts';
import type { BusinessCommand } from '#domain/business/commands.ts';
import { runs } from '#tests/support/property-runs.ts';
import type { ImportTab } from '#web/features/navigation/import-address.ts';
import {
  ListFileReader,
  type ListReader,
  type ListReview,
  type ReviewRequest,
} from '#web/features/import/list-reader.ts';
import { createFakeServer, idOf } from './support/fake-server.ts';
import { emptyBusiness } from '#domain/business/state.ts';
import { entityImportKind, IMPORTS } from '#web/features/fields/entity-imports.ts';
import { rowComparedWith } from '#web/features/import/row-view.ts';

const REQUEST: Omit<ReviewRequest, 'state'> = {
  withHidden: false,
  sheets: {},
  rows: {},
  answers: {},
  layouts: new Map(),
  visibleCount: 1_000,
  isOpenOnly: false,
  shouldMarkSeen: true,
  today: '2026-11-28',
};

async function openReader(tab: ImportTab, content: string): Promise<ListReader> {
  const reader = new ListFileReader();
  expect(await reader.open(tab, [{ name: '', content }])).toEqual({ ok: true, isWorkbook: false });
  return reader;
}

const EXISTING: readonly BusinessCommand[] = [
  { type: 'AddIngredient', id: idOf('Farinha'), name: 'Farinha', unit: 'kg', unitPrice: 45_000 },
  { type: 'AddIngredient', id: idOf('Ovo'), name: 'Ovo', unit: 'un', unitPrice: 7_500 },
  { type: 'AddFixedCost', id: idOf('Luz'), name: 'Luz', value: 10_000 },
];

const name = fc.constantFrom(
  'Farinha',
  'farinha ',
  'Ovo',
  'Luz',
  'Aluguel',
  'Total',
  'Total Mix',
  'Subtotal',
  'Comissão do iFood',
  'Fubá',
  '#REF!',
  'x'.repeat(90),
  '',
);
const amount = fc.constantFrom('1', '2,50', '4.5', '1.500', '0,5', '12,34567', 'a combinar', '-3', '#N/A', '');
const unit = fc.constantFrom('kg', 'g', 'un', 'xícara', '');
const LISTS = {
  ingredients: { heading: ['Insumo', 'Unidade', 'Preço'], row: fc.tuple(name, unit, amount) },
  'fixed-costs': { heading: ['Custo', 'Valor'], row: fc.tuple(name, amount) },
  'variable-costs': { heading: ['Custo', 'Percentual'], row: fc.tuple(name, amount) },
  recipes: { heading: ['Prato', 'Insumo', 'Quantidade', 'Unidade'], row: fc.tuple(name, name, amount, unit) },
  preparations: {
    heading: ['Preparo', 'Rende', 'Insumo', 'Quantidade', 'Unidade'],
    row: fc.tuple(name, fc.constantFrom('2 kg', '10 un', '', '?'), name, amount, unit),
  },
} as const;

const sheets = fc
  .constantFrom(...(Object.keys(LISTS) as (keyof typeof LISTS)[]))
  .chain((tab) =>
    fc.record({
      tab: fc.constant(tab),
      above: fc.nat(2),
      rows: fc.array(LISTS[tab].row as fc.Arbitrary<string[]>, { minLength: 1, maxLength: 15 }),
    }),
  )
  .map(({ tab, above, rows }) => ({
    tab,
    lines: above + 1 + rows.findLastIndex((row) => row.some((cell) => cell.trim() !== '')) + 1,
    text: csvFile([...Array.from({ length: above }, () => ['Minha lista']), [...LISTS[tab].heading], ...rows]),
  }));

const sum = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((all, each) => all + each, 0);
const answersTo = ({ questions }: ListReview, pick: number): Readonly<Record<string, string>> =>
  Object.fromEntries(
    questions.map(({ key, options }) => [key, options[pick % Math.max(options.length, 1)]?.value ?? '50 g']),
  );

describe('the review of an imported list', () => {
  test('counts each line exactly once', async () => {
    await fc.assert(
      fc.asyncProperty(sheets, async ({ tab, lines, text }) => {
        const reader = await openReader(tab, text);
        const {
          tally,
          skipped: passed,
          total,
        } = await reader.review({
          ...REQUEST,
          state: createFakeServer([...EXISTING]).state(),
        });
        expect(sum(tally)).toBe(total);
        expect(sum(tally) + sum(passed)).toBe(lines);
      }),
      runs(200),
    );
  });

  test('previews exactly what the import changes, and a second import changes nothing', async () => {
    await fc.assert(
      fc.asyncProperty(sheets, fc.nat(2), async ({ tab, text }, pick) => {
        // A name that the list already has is not read as a total, so a second import would differ.
        fc.pre(!/total/i.test(text));
        const before = createFakeServer([...EXISTING]).state();
        const reader = await openReader(tab, text);
        // An answer may raise another question.
        let answers: Readonly<Record<string, string>> = {};
        for (let round = 0; round < 4; round += 1)
          answers = { ...answersTo(await reader.review({ ...REQUEST, answers, state: before }), pick), ...answers };
        const review = await reader.review({ ...REQUEST, answers, state: before });
        expect(review.parts).toBeLessThan(2);
        const commands = review.parts === 0 ? [] : (await reader.part(0)).commands;
        const after = createFakeServer([...EXISTING, { type: 'ApplyChangeSet', commands }]).state();
        expect(commands.length > 0).toBe(review.tally.add + review.tally.update > 0);
        const lists = { ingredients: 'ingredients', 'fixed-costs': 'fixedCosts', 'variable-costs': 'variableCosts' };
        const list = (lists as Readonly<Record<string, 'ingredients' | 'fixedCosts' | 'variableCosts'>>)[tab];
        const added = list === undefined ? review.tally.add : after[list].size - before[list].size;
        expect(added).toBe(review.tally.add);
        const again = await reader.review({ ...REQUEST, answers, state: after });
        expect(again.tally.add + again.tally.update).toBe(0);
      }),
      runs(200),
    );
  });
});

/** An import kind whose name column has words for a difference, as a field has that the row's text leaves out. */
const plain = entityImportKind(IMPORTS.ingredients, () => emptyBusiness);
const kind = {
  ...plain,
  columns: plain.columns.map((column) =>
    column.is === 'name' ? { ...column, toSentence: (called: unknown) => `nome “${String(called)}”` } : column,
  ),
};
const rowOf = (called: string, price: number) => ({ name: called, unit: 'kg', amount: price });

describe('the comparison of an imported row with the existing one', () => {
  test('names the imported value', () => {
    expect(rowComparedWith(kind, rowOf('Ovo', 7_500), rowOf('Ovo', 8_000))).toBe('R$\u00A00,75\u00A0/\u00A0kg');
    expect(rowComparedWith(kind, rowOf('Ovo', 7_500), undefined)).toBe('R$\u00A00,75\u00A0/\u00A0kg');
  });

  test('names other differences as well', () => {
    expect(rowComparedWith(kind, rowOf('Ovo', 7_500), rowOf('Ovos', 7_500))).toBe(
      'R$\u00A00,75\u00A0/\u00A0kg, nome “Ovo”',
    );
  });

  test('names only the imported value when the other column has no words for a difference', () => {
    expect(plain.columns.find(({ is }) => is === 'name')?.toSentence).toBeUndefined();
    expect(rowComparedWith(plain, rowOf('Ovo', 7_500), rowOf('Ovos', 7_500))).toBe('R$\u00A00,75\u00A0/\u00A0kg');
  });
});
