import { MONTHS } from '#contract/month-names.ts';
import type { Business, FixedCost, Ingredient } from '#domain/business/state.ts';
import type { Units } from '#domain/decimal.ts';
import { createCosting } from '#domain/figures/costing.ts';
import { lineFigures } from '#domain/figures/dish-figures.ts';
import type { LineFigures } from '#domain/figures/dish-result.ts';
import type { BusinessFigures } from '#domain/figures/business-figures.ts';
import { typedNumeral } from '#domain/numerals.ts';
import { shareOf } from '../entry/share.ts';
import { columnsOf, type ImportKind, IMPORTS } from '../import/import-kinds.ts';
import { batchField, batchOf } from '../preparations/batch.ts';
import { usesByIngredient } from '../ingredients/uses.ts';

/** What is on screen, as rows of a spreadsheet; the first row names the columns. What a list writes it can read again. */
export interface Shown {
  readonly state: Business;
  readonly figures: BusinessFigures;
}

export type Table = readonly (readonly string[])[];

/** A number as a Brazilian spreadsheet reads it, with all its decimals and no dots: -1234,5678. */
const number = (units: Units): string => (units < 0 ? `-${typedNumeral(-units)}` : typedNumeral(units));

type Extra = Readonly<Record<string, (row: never) => string>>;

/** A list in the columns that it can be filled from again, and what else there is to say of each row. */
function listOf(kind: ImportKind, state: Business, extra: Extra = {}): Table {
  const entered = [...kind.rows(state).values()].map((row) => ({
    row,
    fields: new Map<string, unknown>(Object.entries(kind.entered ? kind.entered.of(row as never) : row)),
  }));
  // What nobody says anything in has no column.
  const columns = columnsOf(kind).filter(
    ({ field, isSeldom }) => !isSeldom || entered.some(({ fields }) => (fields.get(field) ?? null) !== null),
  );
  const cell = (value: unknown, written?: (value: unknown) => string): string => {
    if (written) return written(value);
    if (typeof value === 'number') return number(value);
    return typeof value === 'string' ? value : '';
  };
  return [
    [...columns.map(({ label }) => label), ...Object.keys(extra)],
    ...entered.map(({ row, fields }) => {
      return [
        ...columns.map(({ field, written }) => cell(fields.get(field), written)),
        ...Object.values(extra).map((told) => told(row as never)),
      ];
    }),
  ];
}

const ingredients = ({ state }: Shown): Table => {
  const uses = usesByIngredient(state.dishes.values());
  return listOf(IMPORTS.ingredients, state, {
    'Em quantos pratos': ({ id }: Ingredient) => String(uses.get(id) ?? 0),
  });
};

const fixedCosts = ({ state, figures }: Shown): Table =>
  listOf(IMPORTS.fixedCosts, state, {
    'Parte do total (%)': ({ value }: FixedCost) => number(shareOf(value, figures.dashboard.custosFixos)),
  });

const variableCosts = ({ state }: Shown): Table => listOf(IMPORTS.variableCosts, state);

const revenue = ({ state }: Shown): Table => [
  ['Mês', 'Faturamento', 'Pedidos'],
  ...MONTHS.map((name, index) => {
    const month = state.months.get(index + 1);
    return month ? [name, number(month.value), String(month.orders)] : [name, '', ''];
  }),
];

const dishes = ({ state, figures }: Shown): Table => [
  [
    'Prato',
    'Preço de venda',
    'CMV',
    'CMV (%)',
    'Custos variáveis',
    'Margem de contribuição',
    'Margem de contribuição (%)',
    'Custos fixos',
    'Resultado final',
  ],
  ...[...state.dishes.values()].map(({ id, name, salePrice }) => {
    const dish = figures.dishes.get(id);
    // Missing is not zero: without a price there is no margin and no result.
    if (!dish || salePrice === 0) return [name, '', number(dish?.cmv ?? 0), '', '', '', '', '', ''];
    return [
      name,
      ...[
        salePrice,
        dish.cmv,
        dish.cmvPercentage,
        dish.variableCostValue,
        dish.contributionMargin,
        dish.contributionMarginPercentage,
        dish.fixedCostValue,
        dish.netProfit,
      ].map(number),
    ];
  }),
];

const LINE_HEADINGS = ['Insumo', 'Quantidade', 'Unidade', 'Preço por unidade', 'Custo'];

/** A row for each line of a recipe, behind what is said of whose it is. */
const lineRows = (of: readonly string[], lines: readonly LineFigures[]): Table =>
  lines.map((line) => [
    ...of,
    line.ingredientName,
    number(line.quantity),
    line.unit,
    number(line.unitPrice),
    number(line.cost),
  ]);

const recipes = ({ state, figures }: Shown): Table => [
  ['Prato', ...LINE_HEADINGS],
  ...[...state.dishes.values()].flatMap(({ id, name }) => lineRows([name], figures.dishes.get(id)?.lines ?? [])),
];

const preparations = ({ state }: Shown): Table => {
  const costing = createCosting(state);
  return [
    ['Preparo', 'Rende', ...LINE_HEADINGS],
    ...[...state.preparations.values()].flatMap((preparation) => {
      const of = [preparation.name, batchField.typed(batchOf(preparation))];
      const rows = lineRows(of, lineFigures(preparation.lines, costing));
      return rows.length > 0 ? rows : [[...of, ...LINE_HEADINGS.map(() => '')]];
    }),
  ];
};

const figures = ({ figures: { dashboard, breakEven, revenue: year } }: Shown): Table => [
  ['Indicador', 'Valor', 'Em'],
  ['Faturamento médio por mês', number(dashboard.faturamentoMedio), 'R$'],
  ['Faturamento anual', number(year.annual), 'R$'],
  ['Custos fixos por mês', number(dashboard.custosFixos), 'R$'],
  ['Custos variáveis', number(dashboard.custosVariaveisPercentual), '%'],
  ['CMV médio dos pratos', number(dashboard.cmvMedio), '%'],
  ['Margem de contribuição média', number(dashboard.margemContribuicao), '%'],
  ['Lucro médio estimado', number(dashboard.lucroMedio), '%'],
  ['Ticket médio', number(dashboard.ticketMedio), 'R$'],
  ['Ponto de equilíbrio', number(breakEven.revenue), 'R$'],
  ['Ponto de equilíbrio em vendas', String(breakEven.sales), 'vendas'],
];

/** By the name of their file. */
export const TABLES = {
  insumos: ingredients,
  'custos-fixos': fixedCosts,
  'custos-variaveis': variableCosts,
  faturamento: revenue,
  pratos: dishes,
  'fichas-tecnicas': recipes,
  preparos: preparations,
  indicadores: figures,
} as const satisfies Record<string, (shown: Shown) => Table>;

export type TableName = keyof typeof TABLES;
