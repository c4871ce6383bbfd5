import { MONTHS } from '#contract/instants.ts';
import { sortMainFirst } from '#domain/business/channel/channels.ts';
import type { Business, Dish, FixedCost, Ingredient, Preparation } from '#domain/business/state.ts';
import type { MixBody } from '#contract/mix.schema.ts';
import { toSafeNumber, type TenThousandths, toTenThousandths } from '#domain/decimal.ts';
import { createCosting } from '#domain/figures/costing.ts';
import { lineFigures } from '#domain/figures/dish-figures.ts';
import type { LineFigures } from '#domain/figures/dish-result.ts';
import { type BusinessFigures, sharedCostsOf } from '#domain/figures/business-figures.ts';
import { formatForInput } from '#domain/numerals.ts';
import { namesOfScope } from '../fields/channel-names.ts';
import { channelsIfSeveral, inChannel } from '../fields/channels-of.ts';
import { shareOf } from '../entry/share.ts';
import { columnsOf, IMPORTS, withChannelColumns, type EntityImport } from '../fields/entity-imports.ts';
import { type FieldTypes, keysOf, type FieldTable, type Values } from '#domain/business/field.ts';
import { fieldOfTable } from '../entry/field.ts';
import { dishFieldsWithoutOwnInput, preparationFieldsWithoutOwnInput } from '../fields/fields-without-own-input.ts';
import { recipeYieldField, recipeYieldOf } from '../fields/recipe-yield.ts';
import { conversionsField } from '../fields/pack-field.ts';
import { usesByIngredient } from '../fields/uses.ts';
import { csvFile } from '#contract/csv.ts';
import { fileName, saveFile } from './save-file.ts';

/** The data on screen, from which the tables are made. */
export interface ExportSource {
  readonly state: Business;
  readonly figures: BusinessFigures;
  /** The figures weighted by sales, in reais and percent; null without sales. */
  readonly currentMix?: MixBody | null;
  /** The names of sold dishes that have been removed, by id. */
  readonly removedDishNames?: ReadonlyMap<string, string>;
}

/** A table of a spreadsheet; the first row has the headings. An import can read each list back. */
export type ExportTable = readonly (readonly string[])[];

/** A number as a Brazilian spreadsheet reads it, with all its decimals and no thousands separators: -1234,5678. */
const numberText = (amount: TenThousandths): string =>
  amount < 0 ? `-${formatForInput(-amount)}` : formatForInput(amount);

type ExtraColumns = Readonly<Record<string, (row: never) => string>>;

/** A list in the columns that an import reads, with further columns. */
function listTable(kind: EntityImport, state: Business, extraColumns: ExtraColumns = {}): ExportTable {
  const rows = [...kind.rows(state).values()].map((row) => ({
    row,
    fields: new Map<string, unknown>(Object.entries(kind.entered?.toDisplayed(row) ?? row)),
  }));
  // An optional column that is empty in every row is left out.
  const columns = columnsOf(kind).filter(
    ({ field, isSeldom }) => !isSeldom || rows.some(({ fields }) => (fields.get(field) ?? null) !== null),
  );
  const cell = (value: unknown, writeCell?: (value: unknown) => string): string => {
    if (writeCell) return writeCell(value);
    if (typeof value === 'number') return numberText(value);
    return typeof value === 'string' ? value : '';
  };
  return [
    [...columns.map(({ label }) => label), ...Object.keys(extraColumns)],
    ...rows.map(({ row, fields }) => {
      return [
        ...columns.map(({ field, toCell }) => cell(fields.get(field), toCell)),
        ...Object.values(extraColumns).map((cellText) => cellText(row as never)),
      ];
    }),
  ];
}

const ingredients = ({ state }: ExportSource): ExportTable => {
  const uses = usesByIngredient(state.dishes.values());
  return listTable(IMPORTS.ingredients, state, {
    'Em quantos pratos': ({ id }: Ingredient) => String(uses.get(id) ?? 0),
  });
};

const fixedCosts = ({ state, figures }: ExportSource): ExportTable =>
  listTable(IMPORTS.fixedCosts, state, {
    'Parte do total (%)': ({ value }: FixedCost) => numberText(shareOf(value, figures.dashboard.custosFixos)),
  });

const variableCosts = ({ state }: ExportSource): ExportTable =>
  listTable(
    withChannelColumns(IMPORTS.variableCosts, () => sortMainFirst(state)),
    state,
  );

const channels = ({ state }: ExportSource): ExportTable => {
  const rates = new Map(sharedCostsOf(state).channels.map(({ id, variablePercentage }) => [id, variablePercentage]));
  return [
    ['Canal', 'Principal', 'Taxas (%)'],
    ...sortMainFirst(state).map(({ id, name, isMain }) => [
      name,
      isMain ? 'sim' : 'não',
      numberText(toSafeNumber(rates.get(id) ?? 0n)),
    ]),
  ];
};

/** Sales month by month; those with a known price have no revenue of their own. */
const sales = ({ state, removedDishNames = new Map() }: ExportSource): ExportTable => {
  const salesSets = [...state.sales.values()].toSorted((a, b) => (a.month < b.month ? -1 : a.month > b.month ? 1 : 0));
  return [
    ['Mês', 'Canal', 'Prato', 'Quantidade', 'Faturamento'],
    ...salesSets.flatMap(({ month, channelId, rows }) =>
      rows.map(({ dishId, quantity, revenue: amount }) => [
        month,
        state.channels.get(channelId)?.name ?? '',
        state.dishes.get(dishId)?.name ?? removedDishNames.get(dishId) ?? 'Prato removido',
        String(quantity),
        amount === null ? '' : numberText(amount),
      ]),
    ),
  ];
};

const revenue = ({ state }: ExportSource): ExportTable => [
  ['Mês', 'Faturamento', 'Pedidos'],
  ...MONTHS.map((name, index) => {
    const month = state.months.get(index + 1);
    return month ? [name, numberText(month.value), String(month.orders)] : [name, '', ''];
  }),
];

type FieldColumn<Row> = readonly [heading: string, cell: (row: Row) => string];

/** The columns that some row fills: an optional column that is empty in every row is left out. */
const nonEmptyColumns = <Row>(
  columns: readonly FieldColumn<Row>[],
  rows: readonly Row[],
): readonly FieldColumn<Row>[] => columns.filter(([, cell]) => rows.some((row) => cell(row) !== ''));

/** The columns of a field table. */
function fieldColumns<T extends FieldTypes<T>>(table: FieldTable<T>): readonly FieldColumn<Values<T>>[] {
  return keysOf(table).map((key) => {
    const field = fieldOfTable(key, table[key]);
    return [table[key].label, (row) => field.toInputText(row[key])];
  });
}

const PORTIONS_COLUMN: FieldColumn<Dish> = ['Porções', ({ portions }) => (portions === null ? '' : String(portions))];

const OPTIONAL_DISH_COLUMNS: readonly FieldColumn<Dish>[] = [
  PORTIONS_COLUMN,
  ['Perda (%)', ({ loss }) => optionalNumber(loss)],
  ['Categoria', ({ category }) => category ?? ''],
  ['Modo de preparo', ({ method }) => method ?? ''],
  ...fieldColumns(dishFieldsWithoutOwnInput),
];

const OPTIONAL_PREPARATION_COLUMNS: readonly FieldColumn<Preparation>[] = [
  ['Conversões', ({ conversions }) => conversionsField.toInputText(conversions)],
  ['Modo de preparo', ({ method }) => method ?? ''],
  ...fieldColumns(preparationFieldsWithoutOwnInput),
];

const dishes = ({ state, figures }: ExportSource): ExportTable => {
  const [, ...otherChannels] = channelsIfSeveral(sortMainFirst(state));
  const optionalColumns = nonEmptyColumns(OPTIONAL_DISH_COLUMNS, [...state.dishes.values()]);
  const headings = [
    'Prato',
    'Preço de venda',
    // The cell is empty where the sale price applies, 0 where the dish is not sold: as in the input.
    ...otherChannels.map((channel) => `Preço ${inChannel(channel)}`),
    'CMV',
    'CMV (%)',
    'Custos variáveis',
    'Margem de contribuição',
    'Margem de contribuição (%)',
    'Custos fixos',
    'Resultado final',
    ...optionalColumns.map(([heading]) => heading),
  ];
  return [
    headings,
    ...[...state.dishes.values()].map((row) => {
      const { id, name, salePrice, prices } = row;
      const dish = figures.dishes.get(id);
      const otherPrices = otherChannels.map((channel) => optionalNumber(prices?.[channel.id]));
      const optionalCells = optionalColumns.map(([, cell]) => cell(row));
      // A missing price is not zero: without one there is no margin and no result.
      if (!dish || salePrice === 0)
        return [name, '', ...otherPrices, numberText(dish?.cmv ?? 0), '', '', '', '', '', '', ...optionalCells];
      return [
        name,
        numberText(salePrice),
        ...otherPrices,
        ...[
          dish.cmv,
          dish.cmvPercentage,
          dish.variableCostValue,
          dish.contributionMargin,
          dish.contributionMarginPercentage,
          dish.fixedCostValue,
          dish.netProfit,
        ].map(numberText),
        ...optionalCells,
      ];
    }),
  ];
};

const optionalNumber = (amount: TenThousandths | null | undefined): string =>
  amount === undefined || amount === null ? '' : numberText(amount);

const LINE_HEADINGS = ['Insumo', 'Quantidade', 'Unidade', 'Preço', 'Preço por', 'Custo'];

/** A row for each line of a recipe. @param ownerCells the cells of the dish or preparation, which come first */
const lineRows = (ownerCells: readonly string[], lines: readonly LineFigures[]): ExportTable =>
  lines.map((line) => [
    ...ownerCells,
    line.ingredientName,
    numberText(line.quantity),
    line.unit,
    numberText(line.unitPrice),
    line.componentUnit,
    numberText(line.cost),
  ]);

const recipes = ({ state, figures }: ExportSource): ExportTable => {
  const hasScopes = [...state.dishes.values()].some(({ lines }) => lines.some((line) => line.channels !== null));
  const allChannels = sortMainFirst(state);
  const optionalColumns = nonEmptyColumns([PORTIONS_COLUMN], [...state.dishes.values()]);
  return [
    ['Prato', ...LINE_HEADINGS, ...(hasScopes ? ['Canais'] : []), ...optionalColumns.map(([heading]) => heading)],
    ...[...state.dishes.values()].flatMap((dish) =>
      lineRows([dish.name], figures.dishes.get(dish.id)?.lines ?? []).map((row, i) => [
        ...row,
        ...(hasScopes ? [namesOfScope(allChannels, dish.lines[i]?.channels ?? null)] : []),
        ...optionalColumns.map(([, cell]) => cell(dish)),
      ]),
    ),
  ];
};

const preparations = ({ state }: ExportSource): ExportTable => {
  const costing = createCosting(state);
  const optionalColumns = nonEmptyColumns(OPTIONAL_PREPARATION_COLUMNS, [...state.preparations.values()]);
  return [
    ['Preparo', 'Rende', ...LINE_HEADINGS, ...optionalColumns.map(([heading]) => heading)],
    ...[...state.preparations.values()].flatMap((preparation) => {
      const ownerCells = [preparation.name, recipeYieldField.toInputText(recipeYieldOf(preparation))];
      const lines = lineRows(ownerCells, lineFigures(preparation.lines, costing));
      const rows = lines.length > 0 ? lines : [[...ownerCells, ...LINE_HEADINGS.map(() => '')]];
      // The owner's fields stand only in the first of its rows.
      return rows.map((row, i) => [...row, ...optionalColumns.map(([, cell]) => (i === 0 ? cell(preparation) : ''))]);
    }),
  ];
};

const figures = ({
  figures: { dashboard, breakEven, revenue: year },
  currentMix = null,
}: ExportSource): ExportTable => [
  ['Indicador', 'Valor', 'Em'],
  ['Faturamento médio por mês', numberText(dashboard.faturamentoMedio), 'R$'],
  ['Faturamento anual', numberText(year.annual), 'R$'],
  ['Custos fixos por mês', numberText(dashboard.custosFixos), 'R$'],
  ['Custos variáveis', numberText(dashboard.custosVariaveisPercentual), '%'],
  ['CMV médio dos pratos', numberText(dashboard.cmvMedio), '%'],
  ['Margem de contribuição média', numberText(dashboard.margemContribuicao), '%'],
  ['Lucro médio estimado', numberText(dashboard.lucroMedio), '%'],
  ['Ticket médio', numberText(dashboard.ticketMedio), 'R$'],
  ['Ponto de equilíbrio', numberText(breakEven.revenue), 'R$'],
  ['Ponto de equilíbrio em vendas', String(breakEven.sales), 'vendas'],
  ...(currentMix ? weightedRows(currentMix) : []),
];

/** The break-even point and other figures weighted by sales. */
const weightedRows = (mix: MixBody): ExportTable => {
  const format = (value: number): string => numberText(toTenThousandths(value) ?? 0);
  return [
    ['Ponto de equilíbrio pelo que você vende', format(mix.break_even), 'R$'],
    ['Resultado por mês pelo que você vende', format(mix.result), 'R$'],
    ['CMV pelo que você vende', format(mix.cmv), '%'],
    ['Margem de contribuição pelo que você vende', format(mix.contribution_margin), '%'],
    ['Margem de segurança pelo que você vende', format(mix.safety_margin), '%'],
  ];
};

/** The tables, by the name of their file. */
export const TABLES = {
  insumos: ingredients,
  'custos-fixos': fixedCosts,
  'custos-variaveis': variableCosts,
  canais: channels,
  vendas: sales,
  faturamento: revenue,
  pratos: dishes,
  'fichas-tecnicas': recipes,
  preparos: preparations,
  indicadores: figures,
} as const satisfies Record<string, (source: ExportSource) => ExportTable>;

export type TableName = keyof typeof TABLES;

/** The file is made in the browser from the data on screen, so that it works for owners, guests and the demo. */
export function downloadSheet(table: TableName, source: ExportSource): void {
  const file = new Blob([csvFile(TABLES[table](source))], { type: 'text/csv;charset=utf-8' });
  saveFile(file, fileName(table, 'csv', new Date()));
}
