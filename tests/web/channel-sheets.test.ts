import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvFile } from '#contract/csv.ts';
import { readChannelName } from '#domain/names.ts';
import type { BusinessCommand } from '#domain/business/commands.ts';
import type { Business } from '#domain/business/state.ts';
import { businessFigures } from '#domain/figures/business-figures.ts';
import { runs } from '#tests/support/property-runs.ts';
import { type TableName, TABLES } from '#web/features/export/tables.ts';
import type { RowOutcome } from '#web/features/import/review.ts';
import { createFakeServer, idOf } from './support/fake-server.ts';
import { pastedCells, reviewOf } from './support/pasted-rows.ts';

const R = (reais: number): number => reais * 10_000;

const CHANNELS: readonly BusinessCommand[] = [
  { type: 'AddChannel', id: idOf('Balcão'), name: 'Balcão' },
  { type: 'AddChannel', id: idOf('App'), name: 'App' },
];
const MENU: readonly BusinessCommand[] = [
  { type: 'AddIngredient', id: idOf('Massa'), name: 'Massa', unit: 'un', unitPrice: R(10) },
  { type: 'AddIngredient', id: idOf('Caixa'), name: 'Caixa', unit: 'un', unitPrice: R(2) },
  { type: 'AddDish', id: idOf('Pizza'), name: 'Pizza', salePrice: R(40) },
  { type: 'AddDishIngredient', dishId: idOf('Pizza'), ingredientId: idOf('Massa'), quantity: 10_000 },
  { type: 'AddDishIngredient', dishId: idOf('Pizza'), ingredientId: idOf('Caixa'), quantity: 10_000 },
  { type: 'AddDish', id: idOf('Suco'), name: 'Suco', salePrice: R(8) },
  { type: 'AddVariableCost', id: idOf('Impostos'), name: 'Impostos', percentage: 60_000 },
  { type: 'AddVariableCost', id: idOf('Comissão'), name: 'Comissão', percentage: 230_000 },
];

const shownOf = (state: Business) => ({
  state,
  figures: businessFigures(state),
  removedDishNames: new Map([[idOf('Sopa'), 'Sopa do dia']]),
});

const inChannels = createFakeServer([
  ...MENU,
  ...CHANNELS,
  { type: 'AddDish', id: idOf('Sopa'), name: 'Sopa', salePrice: R(20) },
  { type: 'ChangeVariableCost', id: idOf('Comissão'), channels: [idOf('App')] },
  { type: 'ChangeDishIngredient', dishId: idOf('Pizza'), ingredientId: idOf('Caixa'), channels: [idOf('App')] },
  { type: 'ChangeDish', id: idOf('Pizza'), prices: { [idOf('App')]: R(55) } },
  { type: 'ChangeDish', id: idOf('Suco'), prices: { [idOf('App')]: 0 } },
  {
    type: 'RecordSales',
    month: '2026-10',
    channelId: idOf('App'),
    newChannelId: '',
    rows: [
      { dishId: idOf('Pizza'), quantity: 30, revenue: R(1_600.5) },
      { dishId: idOf('Sopa'), quantity: 2, revenue: null },
    ],
  },
  {
    type: 'RecordSales',
    month: '2026-09',
    channelId: 'main',
    newChannelId: '',
    rows: [{ dishId: idOf('Pizza'), quantity: 12, revenue: null }],
  },
  { type: 'RemoveDish', id: idOf('Sopa') },
]).state();

describe('sheets of a business with channels', () => {
  const shown = shownOf(inChannels);
  const tableOf = (name: TableName) => TABLES[name](shown);

  test('have a row of sales for each dish, month and channel', () => {
    expect(tableOf('vendas')).toEqual([
      ['Mês', 'Canal', 'Prato', 'Quantidade', 'Faturamento'],
      ['2026-09', 'Balcão', 'Pizza', '12', ''],
      ['2026-10', 'App', 'Pizza', '30', '1600,5'],
      ['2026-10', 'App', 'Sopa do dia', '2', ''],
    ]);
  });

  test('give for each channel the rates paid on every sale', () => {
    expect(tableOf('canais')).toEqual([
      ['Canal', 'Principal', 'Taxas (%)'],
      ['Balcão', 'sim', '6'],
      ['App', 'não', '29'],
    ]);
  });

  test('name the channels of costs, dishes and recipe lines', () => {
    expect(tableOf('custos-variaveis')).toEqual([
      ['Nome', 'Percentual (%)', 'Canais'],
      ['Impostos', '6', 'todos'],
      ['Comissão', '23', 'App'],
    ]);
    expect(tableOf('pratos').map((row) => row.slice(0, 3))).toEqual([
      ['Prato', 'Preço de venda', 'Preço no App'],
      ['Pizza', '40', '55'],
      ['Suco', '8', '0'],
    ]);
    expect(tableOf('fichas-tecnicas').map((row) => [row[1], row.at(-1)])).toEqual([
      ['Insumo', 'Canais'],
      ['Massa', 'todos'],
      ['Caixa', 'App'],
    ]);
  });

  test.each(Object.keys(TABLES) as TableName[])('have the same width in every row of %s', (name) => {
    const [heading = [], ...rows] = tableOf(name);
    expect(rows.filter((row) => row.length !== heading.length)).toEqual([]);
    // The reader drops empty cells at the end of a row.
    const withoutEmptyEnd = (row: readonly string[]) => row.slice(0, row.findLastIndex((cell) => cell !== '') + 1);
    expect(pastedCells(csvFile(tableOf(name)))).toEqual(tableOf(name).map(withoutEmptyEnd));
  });
});

test('the sheets of a business with fewer than two channels do not mention channels', () => {
  const one = createFakeServer([...MENU, ...CHANNELS.slice(0, 1)]).state();
  const headings = (['custos-variaveis', 'pratos', 'fichas-tecnicas'] as const).flatMap(
    (name) => TABLES[name](shownOf(one))[0] ?? [],
  );
  expect(headings.join(' ')).not.toMatch(/cana[li]|App|Balcão/i);
});

/** The outcome of each row of a sheet of variable costs. */
const outcomesOf = (sheet: string, state: Business): readonly RowOutcome[] =>
  reviewOf('variable-costs', sheet, state).rowOutcomes;

describe('the import of variable costs from a sheet', () => {
  const anyName = fc
    .oneof(
      fc.constantFrom('App', 'app', 'Todos', 'A, B', 'B', 'Balcão e App', '"Zé"', '=2+2', "'@x", 'a;b', '-', ',', '""'),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 10 }),
      fc.string({ unit: fc.constantFrom(',', '"', ' ', 'a', ';', "'"), minLength: 1, maxLength: 8 }),
    )
    .map(readChannelName)
    .filter((reading) => reading.ok)
    .map(({ name }) => name);
  const anyBusiness = fc
    .record({
      names: fc.uniqueArray(anyName, { minLength: 1, maxLength: 5 }),
      scopes: fc.array(fc.option(fc.array(fc.nat(4), { minLength: 1 })), { minLength: 1, maxLength: 5 }),
    })
    .map(({ names, scopes }) => {
      const ids = names.map((name) => idOf(`channel ${name}`));
      const channels = names.map((name, i): BusinessCommand => ({ type: 'AddChannel', id: ids[i] ?? '', name }));
      const costs = scopes.map((scope, i): BusinessCommand => {
        const where = scope && [...new Set(scope.map((each) => ids[each % ids.length] ?? ''))];
        return {
          type: 'AddVariableCost',
          id: idOf(`cost ${i}`),
          name: `Custo ${i}`,
          percentage: 10_000 * (i + 1),
          channels: where,
        };
      });
      return { channels, costs };
    });

  test('gives the same costs again, in the same business and in another with the same channels', () => {
    fc.assert(
      fc.property(anyBusiness, ({ channels, costs }) => {
        const state = createFakeServer([...channels, ...costs]).state();
        const sheet = csvFile(TABLES['custos-variaveis'](shownOf(state)));
        expect(outcomesOf(sheet, state).map(({ kind }) => kind)).toEqual(costs.map(() => 'same'));
        const other = createFakeServer(channels).state();
        const review = reviewOf('variable-costs', sheet, other);
        expect(review.rowOutcomes.map(({ kind }) => kind)).toEqual(costs.map(() => 'add'));
        const additions = review.commands.map(({ command }): BusinessCommand => command);
        const again = createFakeServer([...channels, ...additions]).state();
        const costsByName = (business: Business) =>
          [...business.variableCosts.values()].map(({ name, percentage, channels: where }) => ({
            name,
            percentage,
            where: where && [...where].toSorted(),
          }));
        expect(costsByName(again)).toEqual(costsByName(state));
      }),
      runs(150),
    );
  });

  test('keeps the channels of a cost when the sheet has none, and changes them when it has', () => {
    expect(outcomesOf('Nome;Percentual\nComissão;23', inChannels)).toMatchObject([{ kind: 'same' }]);
    expect(outcomesOf('Nome;Percentual;Canais\nComissão;23;\nImpostos;6;balcao', inChannels)).toMatchObject([
      { kind: 'same' },
      { kind: 'update', row: { channels: [idOf('Balcão')] } },
    ]);
    expect(outcomesOf('Nome;Percentual;Canal\nComissão;23;todos', inChannels)).toMatchObject([
      { kind: 'update', row: { channels: null } },
    ]);
  });

  test('names an unknown channel in its cell', () => {
    expect(outcomesOf('Nome;Percentual;Canais\nComissão;23;App, iFood', inChannels)).toEqual([
      { kind: 'wrong', errors: { channels: 'Não há um canal “iFood”. Há “Balcão”, “App”.' } },
    ]);
    expect(outcomesOf('Nome;Percentual;Canais\nX;23;App', createFakeServer(MENU).state())).toEqual([
      { kind: 'wrong', errors: { channels: 'Não há um canal “App”. Deixe vazio, ou cadastre os canais antes.' } },
    ]);
  });
});
