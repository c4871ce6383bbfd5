import { type FieldTypes, keysOf, type FieldTable } from '#domain/business/field.ts';
import {
  dishFieldsWithoutOwnInput,
  ingredientFieldsWithoutOwnInput,
  preparationFieldsWithoutOwnInput,
} from '../fields/fields-without-own-input.ts';
import { variableCostFields } from '#domain/business/variable-cost/fields.ts';
import { fixedCostFields } from '#domain/business/fixed-cost/fields.ts';

type Repetition = 'channel' | 'elsewhere' | 'conversion';

interface Column {
  readonly heading: string;
  readonly is: 'text' | 'number' | 'formula';
  readonly times?: Repetition;
}

export interface RepeatedColumn extends Column {
  readonly times: Repetition;
}

const text = (heading: string): Column => ({ heading, is: 'text' });
const number = (heading: string): Column => ({ heading, is: 'number' });
const formula = (heading: string): Column => ({ heading, is: 'formula' });
/** The columns of a field table. */
const columnsOf = <T extends FieldTypes<T>>(table: FieldTable<T>) =>
  Object.fromEntries(
    keysOf(table).map((key) => [
      key,
      table[key].spec.is === 'amount' ? number(table[key].label) : text(table[key].label),
    ]),
  ) as { readonly [Key in keyof T]: Column };
const { name: fixedCostName, ...ofFixedCost } = columnsOf(fixedCostFields);
const { name: variableCostName, ...ofVariableCost } = columnsOf(variableCostFields);
const repeated = (times: Repetition, column: Column): RepeatedColumn => ({ ...column, times });

/**
 * The layout of our workbook: its sheets and their columns from the left, with headings in row 1. Both the writer and
 * the reader use this table, so nothing in such a file has to be guessed.
 * - A `formula` follows from other cells and is not read.
 * - `Nº` is empty where a name is unique in its list; equal names, as names are compared, count from 1. A line or a
 * sale refers to a name and its `Nº`.
 * - Numbers are reais, percentages and integer counts as on screen. An empty cell is an unset value.
 * - A column with `times` is repeated: once for each channel, in the order of the sheet Canais; once for each channel
 * except the main one; or as often as the longest list of conversions requires.
 * - `scope` is `todos` or `alguns`; with `alguns`, the channel columns are 1 in the scope and 0 elsewhere.
 */
export const LAYOUT = {
  Ajustes: { name: text('Ajuste'), value: number('Valor') },
  Insumos: {
    name: text('Nome'),
    sameNameNumber: number('Nº'),
    unit: text('Unidade'),
    /** A formula for ingredients with a pack. */
    price: number('Preço'),
    packPrice: number('Preço da embalagem'),
    packQuantity: number('Quantidade na embalagem'),
    packUnit: text('Unidade da embalagem'),
    label: text('Nome da embalagem'),
    /** The factor from the pack's unit to the ingredient's. */
    packFactor: number('1 da embalagem na unidade'),
    yield: number('Rendimento (%)'),
    free: text('De graça'),
    ...columnsOf(ingredientFieldsWithoutOwnInput),
    cost: formula('Custo por unidade, com rendimento'),
    conversionUnit: repeated('conversion', text('1 de')),
    conversionQuantity: repeated('conversion', number('é igual a')),
    conversionEquals: repeated('conversion', text('de')),
  },
  Preparos: {
    name: text('Nome'),
    sameNameNumber: number('Nº'),
    yieldQuantity: number('Rende'),
    yieldUnit: text('Unidade'),
    method: text('Modo de preparo'),
    ...columnsOf(preparationFieldsWithoutOwnInput),
    batchCost: formula('Custo da receita'),
    unitCost: formula('Custo por unidade'),
    /** The exact cost, not rounded: other formulas use it. */
    exactBatchCost: formula('Custo da receita, exato'),
    cost: formula('Custo por unidade, exato'),
    conversionUnit: repeated('conversion', text('1 de')),
    conversionQuantity: repeated('conversion', number('é igual a')),
    conversionEquals: repeated('conversion', text('de')),
  },
  Fichas: {
    /** The owner of the line: `prato` or `preparo`. */
    recipeKind: text('Ficha de'),
    name: text('Nome'),
    sameNameNumber: number('Nº'),
    /** The component of the line: `insumo` or `preparo`. */
    kind: text('Leva'),
    component: text('O quê'),
    componentNumber: number('Nº do que leva'),
    quantity: number('Quantidade'),
    unit: text('Unidade'),
    /** The factor from the line's unit to the component's; 0 if the units do not convert. */
    factor: number('1 da unidade na do custo'),
    rate: formula('Custo por unidade'),
    cost: formula('Custo'),
    exact: formula('Custo, exato'),
    scope: text('Canais'),
    inChannel: repeated('channel', number('Vai')),
  },
  Pratos: {
    name: text('Nome'),
    sameNameNumber: number('Nº'),
    price: number('Preço de venda'),
    portions: number('Porções'),
    loss: number('Perda (%)'),
    category: text('Categoria'),
    method: text('Modo de preparo'),
    ...columnsOf(dishFieldsWithoutOwnInput),
    priceElsewhere: repeated('elsewhere', number('Preço')),
    recipe: formula('Custo da receita'),
    cmv: formula('CMV'),
    displayedCmvPercentage: formula('CMV (%)'),
    variableCost: formula('Custos variáveis'),
    margin: formula('Margem de contribuição'),
    displayedMarginPercentage: formula('Margem de contribuição (%)'),
    fixedCost: formula('Custos fixos'),
    profit: formula('Resultado final'),
    exactCmvPercentage: formula('CMV (%), exato'),
    exactMarginPercentage: formula('Margem (%), exata'),
    recipeElsewhere: repeated('elsewhere', formula('Custo da receita')),
    cmvElsewhere: repeated('elsewhere', formula('CMV')),
    marginElsewhere: repeated('elsewhere', formula('Margem de contribuição')),
    profitElsewhere: repeated('elsewhere', formula('Resultado final')),
  },
  'Custos fixos': { name: fixedCostName, sameNameNumber: number('Nº'), ...ofFixedCost },
  'Custos variáveis': {
    name: variableCostName,
    sameNameNumber: number('Nº'),
    ...ofVariableCost,
    scope: text('Canais'),
    inChannel: repeated('channel', number('Pago')),
  },
  Faturamento: {
    month: text('Mês'),
    value: number('Faturamento'),
    orders: number('Pedidos'),
    isFilled: formula('Tem faturamento'),
    valueWithOrders: formula('Faturamento com pedidos'),
    ordersWithValue: formula('Pedidos com faturamento'),
  },
  Canais: {
    name: text('Nome'),
    sameNameNumber: number('Nº'),
    isMain: text('Principal'),
    variablePercentage: formula('Taxas (%)'),
  },
  Vendas: {
    month: text('Mês'),
    channel: text('Canal'),
    channelNumber: number('Nº do canal'),
    dish: text('Prato'),
    dishNumber: number('Nº do prato'),
    quantity: number('Quantidade'),
    revenue: number('Faturamento'),
    /** `sim` for a removed dish, of which only the name is known. */
    isRemoved: text('Prato removido'),
  },
  Fornecedores: { name: text('Nome'), sameNameNumber: number('Nº'), cnpj: text('CNPJ') },
  /** A row for each line; the values of the purchase are repeated in each. */
  Compras: {
    /** The number of the purchase, counted from 1: rows with the same number are one purchase. */
    purchase: number('Compra'),
    /** YYYY-MM-DD */
    date: text('Data'),
    supplier: text('Fornecedor'),
    supplierNumber: number('Nº do fornecedor'),
    number: text('Número da nota'),
    freight: number('Frete da compra'),
    discount: number('Desconto da compra'),
    /** `manual` or `quick`. */
    source: text('Lançada por'),
    isUnconfirmed: text('Não confirmada'),
    /**
     * The current name of the ingredient; for a removed one, or a line that is no ingredient, the name on the purchase.
     */
    item: text('O quê'),
    itemNumber: number('Nº do insumo'),
    /** `insumo`, `outro` (no ingredient) or `removido` (a removed ingredient). */
    kind: text('É'),
    packs: number('Embalagens'),
    packQuantity: number('Quantidade na embalagem'),
    packUnit: text('Unidade da embalagem'),
    total: number('Total'),
    code: text('Código'),
    gtin: text('GTIN'),
    billedUnit: text('Unidade da nota'),
    description: text('Descrição'),
    cfop: text('CFOP'),
  },
  Estoque: { month: text('Mês'), value: number('Valor no fim do mês') },
  Resultado: { name: text('Indicador'), value: formula('Valor'), unit: text('Em') },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Column>>>>;

/** The rows of the sheet Ajustes, in this order. */
export const SETTINGS = {
  productionLoss: 'Perda na produção (%)',
  mixMonths: 'Meses de vendas que contam',
  profitGoal: 'Quanto quero tirar por mês',
  statedTicket: 'Ticket médio informado',
  priceRule: 'Preço pelas compras',
  /** `YYYY-MM` of the oldest exported month, where older ones exceeded the row limit. */
  salesFrom: 'Vendas nesta planilha, só desde',
} as const;

/** The values of the price rule. */
export const PRICE_RULES = { last: 'última compra', mean_of_three: 'média das três últimas' } as const;

/** The custom property that marks a file as our workbook, and its version. */
export const FORMAT = { property: 'PrumoFormato', version: 1 } as const;

/** The limit of rows in all sheets together, headings included. */
export const MAX_WORKBOOK_ROWS = 120_000;

export type SheetName = keyof typeof LAYOUT;
export type ColumnKey<Name extends SheetName> = keyof (typeof LAYOUT)[Name];

/** The numbers of repetitions of the columns with `times`. */
export type Counts = Readonly<Record<Repetition, number>>;

interface PlacedColumn extends Column {
  readonly key: string;
  /** The index of the first repetition, from 0. */
  readonly index: number;
  readonly count: number;
}

/** The columns of a sheet from the left. */
export function placedColumns(sheet: SheetName, counts: Counts): readonly PlacedColumn[] {
  let index = 0;
  return Object.entries<Column>(LAYOUT[sheet]).map(([key, column]) => {
    const count = column.times ? counts[column.times] : 1;
    index += count;
    return { ...column, key, count, index: index - count };
  });
}
