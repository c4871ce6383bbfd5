import fc from 'fast-check';
import { read } from '@e965/xlsx';
import { describe, expect, test } from 'vitest';
import type { Business, Ingredient } from '#domain/business/state.ts';
import { decide, isRefusal } from '#domain/business/decide.ts';
import { fold } from '#domain/business/evolve.ts';
import type { SingleChange } from '#domain/business/commands.ts';
import { businessFigures } from '#domain/figures/business-figures.ts';
import { LIMITS } from '#domain/limits.ts';
import { businessWorkbook } from '#web/features/export/business-workbook.ts';
import type { BusinessWorkbook, WorkbookCell, WorkbookSheet } from '#web/features/export/workbook-cells.ts';
import { workbookFile } from '#web/features/export/workbook-file.ts';
import { FORMAT, LAYOUT, MAX_WORKBOOK_ROWS, type SheetName } from '#web/features/export/workbook-layout.ts';
import { anyHistory } from '#tests/support/histories.ts';
import { runs } from '#tests/support/property-runs.ts';
import { recalculation } from '#tests/support/spreadsheet.ts';

const workbookOf = (state: Business): BusinessWorkbook => businessWorkbook({ state, figures: businessFigures(state) });

const rowsOf = ({ sheets }: BusinessWorkbook, name: SheetName): WorkbookSheet['rows'] =>
  sheets.find((sheet) => sheet.name === name)?.rows ?? [];

const columnOf = (workbook: BusinessWorkbook, sheet: SheetName, key: string): number =>
  rowsOf(workbook, sheet)[0]?.indexOf((LAYOUT[sheet] as Record<string, { heading: string }>)[key]?.heading ?? '') ?? -1;

const isFormula = (cell: WorkbookCell | undefined) => cell !== null && typeof cell === 'object';

/** What follows from the break-even, which is not compared where the mean margin is next to nothing and not nothing. */
const FROM_BREAK_EVEN = /^(?:Ponto de equilíbrio|Caminho|Acima|Faturamento médio menos)/;

/** Where the sheets calculate something else than the figures that stand in `expected`. */
function differences(sheets: readonly WorkbookSheet[], expected: BusinessWorkbook): readonly unknown[] {
  const valueAt = recalculation(sheets);
  const result = rowsOf(expected, 'Resultado');
  const valueOf = (name: string): number => {
    const cell = result.find(([heading]) => heading === name)?.[1];
    return isFormula(cell) ? (cell?.value ?? 0) : 0;
  };
  const margin = Math.abs(valueOf('Margem de contribuição média, exata'));
  const isDoubtful = margin > 0 && margin <= 1e-7 && valueOf('Ponto de equilíbrio') !== 0;
  return expected.sheets.flatMap(({ name, rows }) =>
    rows.flatMap((cells, row) =>
      cells.flatMap((cell, column) => {
        if (!isFormula(cell) || !cell) return [];
        if (isDoubtful && FROM_BREAK_EVEN.test(String(cells[0]))) return [];
        const value = Number(valueAt(name, row, column));
        const isSame = Math.abs(value - cell.value) <= Math.max(0.01, Math.abs(cell.value) * 1e-9);
        return isSame ? [] : [{ name, row, heading: rows[0]?.[column], ours: cell.value, value, cells }];
      }),
    ),
  );
}

const changed = (state: Business, change: SingleChange): Business => {
  const decision = decide(state, change);
  return isRefusal(decision) ? state : fold(decision, state);
};

/** The same price, of the pack or as it is typed, in the business and in the sheet Insumos. */
function repriced(state: Business, workbook: BusinessWorkbook, [ingredient, price]: readonly [Ingredient, number]) {
  const { id, purchase } = ingredient;
  const after = changed(
    state,
    purchase
      ? { type: 'ChangeIngredient', id, purchase: { ...purchase, price } }
      : { type: 'ChangeIngredient', id, unitPrice: price },
  );
  const column = columnOf(workbook, 'Insumos', purchase ? 'packPrice' : 'price');
  const at = [...state.ingredients.keys()].indexOf(id) + 1;
  const sheets = workbook.sheets.map((sheet) =>
    sheet.name === 'Insumos'
      ? {
          ...sheet,
          rows: sheet.rows.map((cells, row) => (row === at ? cells.with(column, price / 10_000) : cells)),
        }
      : sheet,
  );
  return { after, sheets };
}

describe('a workbook of any business', () => {
  test('calculates our figures, and those after a price has changed', () => {
    const anyPrice = fc.oneof(
      fc.integer({ min: 0, max: 1_000_000 }),
      fc.integer({ min: 0, max: LIMITS.unitPrice.max }),
    );
    fc.assert(
      fc.property(anyHistory({ longest: 150 }), fc.nat(), anyPrice, ({ state }, pick, price) => {
        const workbook = workbookOf(state);
        expect(differences(workbook.sheets, workbook)).toEqual([]);
        const ingredient = [...state.ingredients.values()][pick % Math.max(state.ingredients.size, 1)];
        if (!ingredient) return;
        const { after, sheets } = repriced(state, workbook, [ingredient, price]);
        expect(differences(sheets, workbookOf(after))).toEqual([]);
      }),
      runs(50),
    );
  });

  test('is in the file as it is, every text a text, every formula with its value', () => {
    fc.assert(
      fc.property(anyHistory({ longest: 100 }), ({ state }) => {
        const { sheets } = workbookOf(state);
        const file = read(workbookFile({ sheets }), { type: 'array', dense: true });
        expect(file.Custprops).toMatchObject({ [FORMAT.property]: FORMAT.version });
        expect(file.SheetNames).toEqual(Object.keys(LAYOUT));
        for (const { name, rows } of sheets) {
          const read = file.Sheets[name]?.['!data'] ?? [];
          rows.forEach((cells, row) =>
            cells.forEach((cell, column) => {
              const { t, v, f } = read[row]?.[column] ?? {};
              const told = isFormula(cell) ? { t: 'n', v: cell?.value, f: cell?.formula } : { v: cell ?? undefined, f };
              expect([name, row, column, t === 's', v, f]).toEqual([
                name,
                row,
                column,
                typeof cell === 'string',
                told.v,
                isFormula(cell) ? told.f : undefined,
              ]);
            }),
          );
        }
      }),
      runs(20),
    );
  });
});
