import { monthsBefore } from '#domain/figures/mix.ts';
import { componentOf } from '#domain/business/recipe/components.ts';
import fc from 'fast-check';
import { read } from '@e965/xlsx';
import { describe, expect, test } from 'vitest';
import type { Business, Ingredient } from '#domain/business/state.ts';
import type { Scope } from '#domain/business/channel/fields.ts';
import { decide, isRefusal } from '#domain/business/decide.ts';
import { fold } from '#domain/business/evolve.ts';
import type { SingleCommand } from '#domain/business/commands.ts';
import { businessFigures } from '#domain/figures/business-figures.ts';
import { LIMITS } from '#domain/limits.ts';
import { businessWorkbook } from '#web/features/export/business-workbook.ts';
import type { BusinessWorkbook, WorkbookCell, WorkbookSheet } from '#web/features/export/workbook-cells.ts';
import { workbookFile } from '#web/features/export/workbook-writer.ts';
import { FORMAT, LAYOUT, MAX_WORKBOOK_ROWS, type SheetName } from '#web/features/files/workbook-layout.ts';
import { anyHistory } from '#tests/support/histories.ts';
import { runs } from '#tests/support/property-runs.ts';
import { recalculation } from '#tests/support/spreadsheet.ts';
import { createFakeServer } from './support/fake-server.ts';

const workbookOf = (state: Business): BusinessWorkbook => businessWorkbook({ state, figures: businessFigures(state) });

const rowsOf = ({ sheets }: BusinessWorkbook, name: SheetName): WorkbookSheet['rows'] =>
  sheets.find((sheet) => sheet.name === name)?.rows ?? [];

const columnOf = (workbook: BusinessWorkbook, sheet: SheetName, key: string): number =>
  rowsOf(workbook, sheet)[0]?.indexOf((LAYOUT[sheet] as Record<string, { heading: string }>)[key]?.heading ?? '') ?? -1;

const isFormula = (cell: WorkbookCell | undefined) => cell !== null && typeof cell === 'object';

/** The rows that depend on the break-even, which are not compared when the mean margin is almost zero. */
const FROM_BREAK_EVEN = /^(?:Ponto de equilíbrio|Caminho|Acima|Faturamento médio menos)/;

/** The values in which the sheets differ from the figures of `expected`. */
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
        if (isDoubtful && typeof cells[0] === 'string' && FROM_BREAK_EVEN.test(cells[0])) return [];
        const value = Number(valueAt(name, row, column));
        const isSame = Math.abs(value - cell.value) <= Math.max(0.01, Math.abs(cell.value) * 1e-9);
        return isSame ? [] : [{ name, row, heading: rows[0]?.[column], ours: cell.value, value, cells }];
      }),
    ),
  );
}

/** A day after all purchases of any history. */
const TODAY = '2026-11-28';

const stateAfter = (state: Business, change: SingleCommand): Business => {
  const decision = decide(state, change);
  if (isRefusal(decision)) throw new Error(JSON.stringify(decision));
  return fold(decision, state);
};

/** Sets the same price of a pack or a unit in the business and in the sheet Insumos. */
function withNewPrice(state: Business, workbook: BusinessWorkbook, [ingredient, price]: readonly [Ingredient, number]) {
  const { id, pack } = ingredient;
  const after = stateAfter(
    state,
    pack
      ? { type: 'ChangeIngredient', id, pack: { ...pack, price }, today: TODAY }
      : { type: 'ChangeIngredient', id, unitPrice: price, today: TODAY },
  );
  const column = columnOf(workbook, 'Insumos', pack ? 'packPrice' : 'price');
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

describe('the workbook of any business with any history', () => {
  test('calculates the figures of the product, before and after a price has changed', () => {
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
        const { after, sheets } = withNewPrice(state, workbook, [ingredient, price]);
        expect(differences(sheets, workbookOf(after))).toEqual([]);
      }),
      runs(50),
    );
  });

  test('is unchanged in its file, with texts as texts and formulas with their values', () => {
    fc.assert(
      fc.property(anyHistory({ longest: 100 }), ({ state }) => {
        const { sheets } = workbookOf(state);
        const file = read(workbookFile({ sheets }), { type: 'array', dense: true });
        expect(file.Custprops).toMatchObject({ [FORMAT.property]: FORMAT.version });
        expect(file.SheetNames).toEqual(Object.keys(LAYOUT));
        for (const { name, rows } of sheets) {
          const written = file.Sheets[name]?.['!data'] ?? [];
          rows.forEach((cells, row) =>
            cells.forEach((cell, column) => {
              const { t, v, f } = written[row]?.[column] ?? {};
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

  test('contains every value of every row in its own row', () => {
    fc.assert(
      fc.property(anyHistory({ longest: 150 }), ({ state }) => {
        const workbook = workbookOf(state);
        const { preparations, dishes, channels } = state;
        const lines = [...preparations.values(), ...dishes.values()].flatMap((of) =>
          of.lines.map(({ ingredientId, quantity, ownUnit, channels: scope }) => ({
            owner: of.name,
            component: componentOf(state, ingredientId)?.name,
            quantity,
            ownUnit,
            scope: scope ? 'alguns' : 'todos',
          })),
        );
        const sheets: Partial<Record<SheetName, readonly object[]>> = {
          // The price of a purchase is not rounded in its cell.
          Insumos: [...state.ingredients.values()].map(({ priceSource, ...row }) =>
            priceSource && row.pack ? { ...row, pack: { ...row.pack, price: null } } : row,
          ),
          Preparos: [...preparations.values()],
          Fichas: lines,
          Pratos: [...dishes.values()],
          'Custos fixos': [...state.fixedCosts.values()],
          'Custos variáveis': [...state.variableCosts.values()],
          Canais: [...channels.values()].map(({ name, isMain }) => ({ name, is: isMain ? 'sim' : 'não' })),
        };
        for (const [name, things] of Object.entries(sheets)) {
          const [, ...rows] = rowsOf(workbook, name as SheetName);
          expect(rows).toHaveLength(things.length);
          things.forEach((thing, i) =>
            expect(valuesIn(rows[i])).toEqual(expect.arrayContaining([...enteredValuesOf(thing)])),
          );
        }
        for (const { month, value, orders } of state.months.values())
          expect(rowsOf(workbook, 'Faturamento')[month]?.slice(1, 3)).toEqual([value / 10_000, orders]);
        const sold = [...state.sales.values()].flatMap(({ month, channelId, rows }) =>
          rows.map(({ dishId, quantity, revenue }) => [
            month,
            channels.get(channelId)?.name,
            dishes.get(dishId)?.name ?? null,
            quantity,
            revenue === null ? null : revenue / 10_000,
          ]),
        );
        const [, ...told] = rowsOf(workbook, 'Vendas');
        expect(
          inOrder(told.map(([month, channel, , dish, , ...amounts]) => [month, channel, dish, ...amounts.slice(0, 2)])),
        ).toEqual(inOrder(sold));
        const { productionLoss, mixMonths, profitGoal } = state.settings;
        expect(rowsOf(workbook, 'Ajustes').map(([, value]) => value)).toEqual([
          'Valor',
          (productionLoss ?? 100_000) / 10_000,
          mixMonths ?? 3,
          (profitGoal ?? 0) / 10_000,
          state.statedTicket === null ? null : state.statedTicket / 10_000,
          state.settings.priceRule ? 'média das três últimas' : 'última compra',
          null,
        ]);
      }),
      runs(40),
    );
  });

  test('gives the channels of every cost and line', () => {
    fc.assert(
      fc.property(anyHistory({ longest: 150 }), ({ state }) => {
        const workbook = workbookOf(state);
        const scoped: readonly (readonly [SheetName, readonly { readonly channels: Scope }[]])[] = [
          ['Custos variáveis', [...state.variableCosts.values()]],
          ['Fichas', [...state.preparations.values(), ...state.dishes.values()].flatMap(({ lines }) => lines)],
        ];
        const ids = [...state.channels.keys()];
        for (const [name, things] of scoped) {
          const at = columnOf(workbook, name, 'scope');
          const told = rowsOf(workbook, name).slice(1);
          expect(told.map((cells) => cells.slice(at, at + 1 + ids.length))).toEqual(
            things.map(({ channels }) => [
              channels === null ? 'todos' : 'alguns',
              ...ids.map((id) => Number(channels?.includes(id) ?? true)),
            ]),
          );
        }
      }),
      runs(40),
    );
  });
});

const inOrder = (rows: readonly (readonly unknown[])[]): readonly string[] =>
  rows.map((row) => JSON.stringify(row)).toSorted((a, b) => (a < b ? -1 : 1));

const valuesIn = (cells: readonly WorkbookCell[] = []): readonly unknown[] =>
  cells.map((cell) => (isFormula(cell) ? cell?.value : cell));

/** The values that an owner has entered for an entity, as a sheet shows them. */
function enteredValuesOf(thing: object): readonly unknown[] {
  return Object.entries(thing).flatMap(([key, value]: [string, unknown]) => {
    if (['id', 'version', 'sequence', 'lines', 'channels'].includes(key) || value === null) return [];
    if (typeof value === 'object') return enteredValuesOf(value);
    if (key === 'free') return ['sim'];
    return [typeof value === 'number' && key !== 'portions' ? value / 10_000 : value];
  });
}

const businessAfter = (commands: readonly SingleCommand[]): Business => createFakeServer(commands).state();

describe('the workbook of a business', () => {
  const R = (reais: number): number => reais * 10_000;

  test('costs a cake in ten jars R$ 7,32 a jar from portions, losses, packs, yields and units', () => {
    const pack = { price: R(89.9), quantity: 47_400_000, unit: 'g', label: 'caixa 12 × 395 g' };
    const state = businessAfter([
      { type: 'AddIngredient', id: 'leite', name: 'Leite condensado', unit: 'kg', pack },
      { type: 'AddIngredient', id: 'ovo', name: 'Ovo', unit: 'dz', unitPrice: R(12), yieldPercentage: R(80) },
      { type: 'AddDish', id: 'bolo', name: 'Bolo no pote', salePrice: R(15), portions: 10, loss: 0 },
      { type: 'AddDishIngredient', dishId: 'bolo', ingredientId: 'leite', quantity: R(3_530.4), unit: 'g' },
      { type: 'AddDishIngredient', dishId: 'bolo', ingredientId: 'ovo', quantity: R(5), unit: 'un' },
    ]);
    const workbook = workbookOf(state);
    const heading = rowsOf(workbook, 'Pratos')[0] ?? [];
    const row = rowsOf(workbook, 'Pratos')[1] ?? [];
    const cell = (name: string) => row[heading.indexOf(name)];
    expect([cell('Nome'), cell('Porções'), cell('Perda (%)')]).toEqual(['Bolo no pote', 10, 0]);
    expect(cell('CMV')).toMatchObject({ value: 7.3208 });
    expect(recalculation(workbook.sheets)('Pratos', 1, heading.indexOf('CMV'))).toBe(7.3208);
    expect(rowsOf(workbook, 'Insumos')[1]?.slice(4, 8)).toEqual([89.9, 4740, 'g', 'caixa 12 × 395 g']);
  });

  test('adds a number to equal names, in their list and in every recipe that uses them', () => {
    const state = businessAfter([
      { type: 'AddIngredient', id: 'a', name: 'Queijo', unit: 'kg', unitPrice: R(40) },
      { type: 'AddIngredient', id: 'b', name: 'Sal', unit: 'kg', unitPrice: R(2) },
      { type: 'AddIngredient', id: 'c', name: 'QUEIJO', unit: 'kg', unitPrice: R(50) },
      { type: 'AddDish', id: 'd', name: '=1+1', salePrice: R(10) },
      { type: 'AddDishIngredient', dishId: 'd', ingredientId: 'c', quantity: R(1) },
      { type: 'AddDishIngredient', dishId: 'd', ingredientId: 'b', quantity: R(1) },
    ]);
    const workbook = workbookOf(state);
    const heads = (name: SheetName, from: number, to: number) =>
      rowsOf(workbook, name)
        .slice(1)
        .map((cells) => cells.slice(from, to));
    expect(heads('Insumos', 0, 2)).toEqual([
      ['Queijo', 1],
      ['Sal', null],
      ['QUEIJO', 2],
    ]);
    expect(heads('Fichas', 1, 6)).toEqual([
      ['=1+1', null, 'insumo', 'QUEIJO', 2],
      ['=1+1', null, 'insumo', 'Sal', null],
    ]);
  });

  test('leaves out the oldest months of sales when there are too many, and says where the rest begins', () => {
    const state = businessAfter([
      { type: 'AddChannel', id: 'balcao', name: 'Balcão' },
      { type: 'AddDish', id: 'd', name: 'Bolo', salePrice: R(10) },
    ]);
    const rows = Array.from({ length: 1_000 }, () => ({ dishId: 'd', quantity: 1, revenue: null }));
    const months = Array.from({ length: 130 }, (_, i) => monthsBefore('2026-03', i));
    const withSales = (count: number): Business => ({
      ...state,
      sales: new Map(months.slice(0, count).map((month) => [month, { month, channelId: 'balcao', rows }])),
    });
    const workbook = workbookOf(withSales(130));
    const total = workbook.sheets.reduce((count, sheet) => count + sheet.rows.length, 0);
    expect(total).toBeLessThanOrEqual(MAX_WORKBOOK_ROWS);
    expect(total).toBeGreaterThan(MAX_WORKBOOK_ROWS - 1_000);
    expect(workbook.salesFrom).toBe('2016-05');
    expect(rowsOf(workbook, 'Ajustes').at(-1)).toEqual(['Vendas nesta planilha, só desde', '2016-05']);
    const sold = new Set(rowsOf(workbook, 'Vendas').map(([month]) => month));
    expect(sold).toEqual(new Set(['Mês', ...months.slice(0, 119)]));
    expect(workbookOf(withSales(119)).salesFrom).toBeNull();
  });
});
