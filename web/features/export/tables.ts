import { MONTHS } from '#contract/month-names.ts';
import { mainFirst } from '#domain/business/channel/channels.ts';
import type { Business, Channel, Dish, FixedCost, Ingredient, Preparation } from '#domain/business/state.ts';
import type { MixBody } from '#contract/mix.schema.ts';
import { bounded, type Units, unitsFromNumber } from '#domain/decimal.ts';
import { createCosting } from '#domain/figures/costing.ts';
import { lineFigures } from '#domain/figures/dish-figures.ts';
import type { LineFigures } from '#domain/figures/dish-result.ts';
import { type BusinessFigures, costBase } from '#domain/figures/business-figures.ts';
import { typedNumeral } from '#domain/numerals.ts';
import { namesOfScope } from '../fields/channel-names.ts';
import { inChannel } from '../fields/channels-of.ts';
import { shareOf } from '../entry/share.ts';
import { columnsOf, IMPORTS, kindIn, type EntityImport } from '../fields/entity-imports.ts';
import { type FieldTypes, keysOf, type Table as FieldTable, type Values } from '#domain/business/field.ts';
import { fieldOfTable } from '../entry/field.ts';
import { furtherOfDish, furtherOfPreparation } from '../fields/further-fields.ts';
import { batchField, batchOf } from '../fields/batch.ts';
import { conversionsField } from '../fields/pack-field.ts';
import { usesByIngredient } from '../fields/uses.ts';

/**
 * Tables of a spreadsheet with the data on screen; the first row has the headings. An import can read each list back.
 */
export interface ExportSource {
  readonly state: Business;
  readonly figures: BusinessFigures;
  /** The figures weighted by sales, in reais and percent; null without sales. */
  readonly currentMix?: MixBody | null;
  /** The names of sold dishes that have been removed, by id. */
  readonly removedNames?: ReadonlyMap<string, string>;
}

export type ExportTable = readonly (readonly string[])[];

/** A number as a Brazilian spreadsheet reads it, with all its decimals and no thousands separators: -1234,5678. */
const number = (units: Units): string => (units < 0 ? `-${typedNumeral(-units)}` : typedNumeral(units));

type Extra = Readonly<Record<string, (row: never) => string>>;

/** A list in the columns that an import reads, with further columns. */
function listOf(kind: EntityImport, state: Business, extra: Extra = {}): ExportTable {
  const entered = [...kind.rows(state).values()].map((row) => ({
    row,
    fields: new Map<string, unknown>(Object.entries(kind.entered?.of(row) ?? row)),
  }));
  // An optional column that is empty in every row is left out.
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

const ingredients = ({ state }: ExportSource): ExportTable => {
  const uses = usesByIngredient(state.dishes.values());
  return listOf(IMPORTS.ingredients, state, {
    'Em quantos pratos': ({ id }: Ingredient) => String(uses.get(id) ?? 0),
  });
};

const fixedCosts = ({ state, figures }: ExportSource): ExportTable =>
  listOf(IMPORTS.fixedCosts, state, {
    'Parte do total (%)': ({ value }: FixedCost) => number(shareOf(value, figures.dashboard.custosFixos)),
  });

const variableCosts = ({ state }: ExportSource): ExportTable =>
  listOf(
    kindIn(IMPORTS.variableCosts, () => mainFirst(state)),
    state,
  );

const channels = ({ state }: ExportSource): ExportTable => {
  const rates = new Map(costBase(state).channels.map(({ id, variablePercentage }) => [id, variablePercentage]));
  return [
    ['Canal', 'Principal', 'Taxas (%)'],
    ...mainFirst(state).map(({ id, name, isMain }) => [
      name,
      isMain ? 'sim' : 'não',
      number(bounded(rates.get(id) ?? 0n)),
    ]),
  ];
};

/** Sales month by month; those with a known price have no revenue of their own. */
const sales = ({ state, removedNames = new Map() }: ExportSource): ExportTable => {
  const sets = [...state.sales.values()].toSorted((a, b) => (a.month < b.month ? -1 : a.month > b.month ? 1 : 0));
  return [
    ['Mês', 'Canal', 'Prato', 'Quantidade', 'Faturamento'],
    ...sets.flatMap(({ month, channelId, rows }) =>
      rows.map(({ dishId, quantity, revenue: brought }) => [
        month,
        state.channels.get(channelId)?.name ?? '',
        state.dishes.get(dishId)?.name ?? removedNames.get(dishId) ?? 'Prato removido',
        String(quantity),
        brought === null ? '' : number(brought),
      ]),
    ),
  ];
};

const revenue = ({ state }: ExportSource): ExportTable => [
  ['Mês', 'Faturamento', 'Pedidos'],
  ...MONTHS.map((name, index) => {
    const month = state.months.get(index + 1);
    return month ? [name, number(month.value), String(month.orders)] : [name, '', ''];
  }),
];

type FieldColumn<Row> = readonly [heading: string, cell: (row: Row) => string];

/** An optional column that is empty in every row is left out. */
const saidOf = <Row>(columns: readonly FieldColumn<Row>[], rows: readonly Row[]): readonly FieldColumn<Row>[] =>
  columns.filter(([, cell]) => rows.some((row) => cell(row) !== ''));

/** The columns of a field table. */
function fieldColumns<T extends FieldTypes<T>>(table: FieldTable<T>): readonly FieldColumn<Values<T>>[] {
  return keysOf(table).map((key) => {
    const field = fieldOfTable(key, table[key]);
    return [table[key].label, (row) => field.typed(row[key])];
  });
}

const PORTIONS: FieldColumn<Dish> = ['Porções', ({ portions }) => (portions === null ? '' : String(portions))];

const SAID_OF_DISH: readonly FieldColumn<Dish>[] = [
  PORTIONS,
  ['Perda (%)', ({ loss }) => optional(loss)],
  ['Categoria', ({ category }) => category ?? ''],
  ['Modo de preparo', ({ method }) => method ?? ''],
  ...fieldColumns(furtherOfDish),
];

const SAID_OF_PREPARATION: readonly FieldColumn<Preparation>[] = [
  ['Conversões', ({ conversions }) => conversionsField.typed(conversions)],
  ['Modo de preparo', ({ method }) => method ?? ''],
  ...fieldColumns(furtherOfPreparation),
];

const dishes = ({ state, figures }: ExportSource): ExportTable => {
  const [, ...others] = severalOf(mainFirst(state));
  const said = saidOf(SAID_OF_DISH, [...state.dishes.values()]);
  const headings = [
    'Prato',
    'Preço de venda',
    // Empty where the sale price applies, 0 where the dish is not sold: as in the input.
    ...others.map((channel) => `Preço ${inChannel(channel)}`),
    'CMV',
    'CMV (%)',
    'Custos variáveis',
    'Margem de contribuição',
    'Margem de contribuição (%)',
    'Custos fixos',
    'Resultado final',
    ...said.map(([heading]) => heading),
  ];
  return [
    headings,
    ...[...state.dishes.values()].map((row) => {
      const { id, name, salePrice, prices } = row;
      const dish = figures.dishes.get(id);
      const elsewhere = others.map((channel) => optional(prices?.[channel.id]));
      const more = said.map(([, cell]) => cell(row));
      // A missing price is not zero: without one there is no margin and no result.
      if (!dish || salePrice === 0)
        return [name, '', ...elsewhere, number(dish?.cmv ?? 0), '', '', '', '', '', '', ...more];
      return [
        name,
        number(salePrice),
        ...elsewhere,
        ...[
          dish.cmv,
          dish.cmvPercentage,
          dish.variableCostValue,
          dish.contributionMargin,
          dish.contributionMarginPercentage,
          dish.fixedCostValue,
          dish.netProfit,
        ].map(number),
        ...more,
      ];
    }),
  ];
};

/** The channels for a sheet: none unless there are at least two. */
const severalOf = (all: readonly Channel[]): readonly Channel[] => (all.length < 2 ? [] : all);

const optional = (units: Units | null | undefined): string =>
  units === undefined || units === null ? '' : number(units);

const LINE_HEADINGS = ['Insumo', 'Quantidade', 'Unidade', 'Preço', 'Preço por', 'Custo'];

/** A row for each line of a recipe, behind the columns of its owner. */
const lineRows = (of: readonly string[], lines: readonly LineFigures[]): ExportTable =>
  lines.map((line) => [
    ...of,
    line.ingredientName,
    number(line.quantity),
    line.unit,
    number(line.unitPrice),
    line.componentUnit,
    number(line.cost),
  ]);

const recipes = ({ state, figures }: ExportSource): ExportTable => {
  const scoped = [...state.dishes.values()].some(({ lines }) => lines.some((line) => line.channels !== null));
  const all = mainFirst(state);
  const said = saidOf([PORTIONS], [...state.dishes.values()]);
  return [
    ['Prato', ...LINE_HEADINGS, ...(scoped ? ['Canais'] : []), ...said.map(([heading]) => heading)],
    ...[...state.dishes.values()].flatMap((dish) =>
      lineRows([dish.name], figures.dishes.get(dish.id)?.lines ?? []).map((row, i) => [
        ...row,
        ...(scoped ? [namesOfScope(all, dish.lines[i]?.channels ?? null)] : []),
        ...said.map(([, cell]) => cell(dish)),
      ]),
    ),
  ];
};

const preparations = ({ state }: ExportSource): ExportTable => {
  const costing = createCosting(state);
  const said = saidOf(SAID_OF_PREPARATION, [...state.preparations.values()]);
  return [
    ['Preparo', 'Rende', ...LINE_HEADINGS, ...said.map(([heading]) => heading)],
    ...[...state.preparations.values()].flatMap((preparation) => {
      const of = [preparation.name, batchField.typed(batchOf(preparation))];
      const lines = lineRows(of, lineFigures(preparation.lines, costing));
      const rows = lines.length > 0 ? lines : [[...of, ...LINE_HEADINGS.map(() => '')]];
      // The owner's fields stand only in the first of its rows.
      return rows.map((row, i) => [...row, ...said.map(([, cell]) => (i === 0 ? cell(preparation) : ''))]);
    }),
  ];
};

const figures = ({
  figures: { dashboard, breakEven, revenue: year },
  currentMix = null,
}: ExportSource): ExportTable => [
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
  ...(currentMix ? weighted(currentMix) : []),
];

/** The break-even point and other figures weighted by sales. */
const weighted = (mix: MixBody): ExportTable => {
  const of = (value: number): string => number(unitsFromNumber(value) ?? 0);
  return [
    ['Ponto de equilíbrio pelo que você vende', of(mix.break_even), 'R$'],
    ['Resultado por mês pelo que você vende', of(mix.result), 'R$'],
    ['CMV pelo que você vende', of(mix.cmv), '%'],
    ['Margem de contribuição pelo que você vende', of(mix.contribution_margin), '%'],
    ['Margem de segurança pelo que você vende', of(mix.safety_margin), '%'],
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
} as const satisfies Record<string, (shown: ExportSource) => ExportTable>;

export type TableName = keyof typeof TABLES;
