import { type FieldTypes, keysOf, type Table } from '#domain/business/field.ts';
import { furtherOfDish, furtherOfIngredient, furtherOfPreparation } from '../fields/further-fields.ts';
import { variableCostFields } from '#domain/business/variable-cost/fields.ts';
import { fixedCostFields } from '#domain/business/fixed-cost/fields.ts';

type Times = 'channel' | 'elsewhere' | 'conversion';

interface Column {
  readonly heading: string;
  readonly is: 'text' | 'number' | 'formula';
  readonly times?: Times;
}

export interface RepeatedColumn extends Column {
  readonly times: Times;
}

const text = (heading: string): Column => ({ heading, is: 'text' });
const number = (heading: string): Column => ({ heading, is: 'number' });
const formula = (heading: string): Column => ({ heading, is: 'formula' });
/** The columns of a table of fields. */
const columnsOf = <T extends FieldTypes<T>>(table: Table<T>) =>
  Object.fromEntries(
    keysOf(table).map((key) => [
      key,
      table[key].spec.is === 'amount' ? number(table[key].label) : text(table[key].label),
    ]),
  ) as { readonly [Key in keyof T]: Column };
const { name: fixedCostName, ...ofFixedCost } = columnsOf(fixedCostFields);
const { name: variableCostName, ...ofVariableCost } = columnsOf(variableCostFields);
const each = (times: Times, column: Column): RepeatedColumn => ({ ...column, times });

/**
 * What stands where in our workbook: its sheets, and the columns of each from the left, under their headings in row 1. The
 * writer and the reader go by this table, so nothing in such a file has to be guessed.
 *
 * - A `formula` follows from other cells and is nothing to read.
 * - `Nº` is empty where a name is the only one of its list; equal names, as names are compared, count from 1. A line or a
 *   sale refers to a name and its `Nº`.
 * - Numbers are reais, percent and whole counts as the owner sees them. An empty cell is what nobody has said.
 * - A column with `times` stands several times side by side: once for each channel, in the order of the sheet Canais; once
 *   for each of them but the main one; or as often as the longest list of conversions has entries.
 * - `scope` is `todos` or `alguns`; with `alguns`, the columns of the channels have 1 where something counts and else 0.
 */
export const LAYOUT = {
  Ajustes: { name: text('Ajuste'), value: number('Valor') },
  Insumos: {
    name: text('Nome'),
    no: number('Nº'),
    unit: text('Unidade'),
    /** A formula where there is a pack. */
    price: number('Preço'),
    packPrice: number('Preço da embalagem'),
    packQuantity: number('Quantidade na embalagem'),
    packUnit: text('Unidade da embalagem'),
    label: text('Nome da embalagem'),
    /** What one of the pack's unit is in the ingredient's. */
    packFactor: number('1 da embalagem na unidade'),
    yield: number('Rendimento (%)'),
    free: text('De graça'),
    ...columnsOf(furtherOfIngredient),
    cost: formula('Custo por unidade, com rendimento'),
    conversionUnit: each('conversion', text('1 de')),
    conversionQuantity: each('conversion', number('é igual a')),
    conversionEquals: each('conversion', text('de')),
  },
  Preparos: {
    name: text('Nome'),
    no: number('Nº'),
    yieldQuantity: number('Rende'),
    yieldUnit: text('Unidade'),
    method: text('Modo de preparo'),
    ...columnsOf(furtherOfPreparation),
    batchCost: formula('Custo da receita'),
    unitCost: formula('Custo por unidade'),
    /** Not rounded, like all that is called exact: what other formulas go on with. */
    batch: formula('Custo da receita, exato'),
    cost: formula('Custo por unidade, exato'),
    conversionUnit: each('conversion', text('1 de')),
    conversionQuantity: each('conversion', number('é igual a')),
    conversionEquals: each('conversion', text('de')),
  },
  Fichas: {
    /** `prato` or `preparo`. */
    of: text('Ficha de'),
    name: text('Nome'),
    no: number('Nº'),
    /** `insumo` or `preparo`. */
    kind: text('Leva'),
    component: text('O quê'),
    componentNo: number('Nº do que leva'),
    quantity: number('Quantidade'),
    unit: text('Unidade'),
    /** What one of the line's unit is in the component's; 0 where it does not convert. */
    factor: number('1 da unidade na do custo'),
    rate: formula('Custo por unidade'),
    cost: formula('Custo'),
    exact: formula('Custo, exato'),
    scope: text('Canais'),
    inChannel: each('channel', number('Vai')),
  },
  Pratos: {
    name: text('Nome'),
    no: number('Nº'),
    price: number('Preço de venda'),
    portions: number('Porções'),
    loss: number('Perda (%)'),
    category: text('Categoria'),
    method: text('Modo de preparo'),
    ...columnsOf(furtherOfDish),
    priceElsewhere: each('elsewhere', number('Preço')),
    recipe: formula('Custo da receita'),
    cmv: formula('CMV'),
    cmvPercentage: formula('CMV (%)'),
    variable: formula('Custos variáveis'),
    margin: formula('Margem de contribuição'),
    marginPercentage: formula('Margem de contribuição (%)'),
    fixed: formula('Custos fixos'),
    profit: formula('Resultado final'),
    cmvShare: formula('CMV (%), exato'),
    marginShare: formula('Margem (%), exata'),
    recipeElsewhere: each('elsewhere', formula('Custo da receita')),
    cmvElsewhere: each('elsewhere', formula('CMV')),
    marginElsewhere: each('elsewhere', formula('Margem de contribuição')),
    profitElsewhere: each('elsewhere', formula('Resultado final')),
  },
  'Custos fixos': { name: fixedCostName, no: number('Nº'), ...ofFixedCost },
  'Custos variáveis': {
    name: variableCostName,
    no: number('Nº'),
    ...ofVariableCost,
    scope: text('Canais'),
    inChannel: each('channel', number('Pago')),
  },
  Faturamento: {
    month: text('Mês'),
    value: number('Faturamento'),
    orders: number('Pedidos'),
    isFilled: formula('Tem faturamento'),
    valueWithOrders: formula('Faturamento com pedidos'),
    ordersWithValue: formula('Pedidos com faturamento'),
  },
  Canais: { name: text('Nome'), no: number('Nº'), isMain: text('Principal'), rates: formula('Taxas (%)') },
  Vendas: {
    month: text('Mês'),
    channel: text('Canal'),
    channelNo: number('Nº do canal'),
    dish: text('Prato'),
    dishNo: number('Nº do prato'),
    quantity: number('Quantidade'),
    revenue: number('Faturamento'),
    /** `sim`: the dish is gone, and only its name is known. */
    isGone: text('Prato removido'),
  },
  Resultado: { name: text('Indicador'), value: formula('Valor'), unit: text('Em') },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Column>>>>;

/** The rows of the sheet Ajustes, in this order. */
export const SETTINGS = {
  productionLoss: 'Perda na produção (%)',
  mixMonths: 'Meses de vendas que contam',
  profitGoal: 'Quanto quero tirar por mês',
  statedTicket: 'Ticket médio informado',
  /** `YYYY-MM`, where older months did not fit. */
  salesFrom: 'Vendas nesta planilha, só desde',
} as const;

/** Of the file: whoever has it is a workbook of ours, in this form. */
export const FORMAT = { property: 'PrumoFormato', version: 1 } as const;

/** In all sheets together, headings included. */
export const MAX_WORKBOOK_ROWS = 120_000;

export type SheetName = keyof typeof LAYOUT;
export type ColumnKey<Name extends SheetName> = keyof (typeof LAYOUT)[Name];

/** How often the columns with `times` stand in a workbook. */
export type Counts = Readonly<Record<Times, number>>;

interface PlacedColumn extends Column {
  readonly key: string;
  /** Of the first one, from 0. */
  readonly place: number;
  readonly count: number;
}

/** The columns of a sheet from the left. */
export function placedColumns(sheet: SheetName, counts: Counts): readonly PlacedColumn[] {
  let place = 0;
  return Object.entries<Column>(LAYOUT[sheet]).map(([key, column]) => {
    const count = column.times ? counts[column.times] : 1;
    place += count;
    return { ...column, key, count, place: place - count };
  });
}
