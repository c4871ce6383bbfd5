import { linesIn } from '#domain/business/channel/channels.ts';
import { MONTHS } from '#contract/month-names.ts';
import type { Channel, Dish } from '#domain/business/state.ts';
import { numberFromUnits, SCALE, type Units } from '#domain/decimal.ts';
import { type BusinessFigures, costBase } from '#domain/figures/business-figures.ts';
import { costOfLines } from '#domain/figures/cost.ts';
import { dishFigures } from '#domain/figures/dish-figures.ts';
import type { ChannelFigures, DishFigures, ExactDish } from '#domain/figures/dish-result.ts';
import { sumOf } from '#domain/fraction.ts';
import {
  atLeast,
  atMost,
  type Book,
  cellsOf,
  computed,
  figure,
  filled,
  FIRST_ROW,
  optional,
  plain,
  ratedLine,
  rounded,
  type RowOf,
  settingAt,
  wholeList,
  type WorkbookCell,
} from './workbook-cells.ts';
import { furtherOfDish } from '../fields/further-fields.ts';
import type { ColumnKey } from '../files/workbook-layout.ts';

/** The rows of dishes, one per channel, with figures. */
export function dishRows(book: Book): readonly RowOf<'Pratos'>[] {
  const { state, costing, noOf } = book;
  const base = costBase(state);
  return [...state.dishes.values()].map((dish) => {
    const { figures, exact } = dishFigures(dish, costing, base);
    const others = book.channels.filter(({ isMain }) => !isMain);
    const elsewhere = others.map((channel, nth) => inChannel(book, dish, { channel, nth, figures }));
    const price = cellOf(book, dish, 'price');
    const recipe = cellOf(book, dish, 'recipe');
    const main = formulasOf(book, dish, { price, recipe, rates: result(book, 'variablePercentage') });
    return {
      name: dish.name,
      no: noOf(dish.id),
      price: numberFromUnits(dish.salePrice),
      portions: dish.portions ?? 1,
      loss: optional(dish.loss),
      category: dish.category,
      method: dish.method,
      ...cellsOf(furtherOfDish, dish),
      priceElsewhere: others.map(({ id }) => optional(dish.prices?.[id])),
      recipe: recipeCell(book, dish, book.main),
      cmv: figure(atMost(main.cmv), figures.cmv),
      cmvPercentage: figure(main.ofPrice(main.cmv, atMost), figures.cmvPercentage),
      variable: figure(main.variable, figures.variableCostValue),
      margin: figure(atLeast(main.margin), figures.contributionMargin),
      marginPercentage: figure(main.ofPrice(main.margin, atLeast), figures.contributionMarginPercentage),
      fixed: figure(atMost(main.fixed), figures.fixedCostValue),
      profit: figure(main.profit, figures.netProfit),
      cmvShare: computed(main.share(main.cmv), shareOf(exact.cmv, exact)),
      marginShare: computed(main.share(main.margin), shareOf(exact.contributionMargin, exact)),
      recipeElsewhere: elsewhere.map((each) => each.recipe),
      cmvElsewhere: elsewhere.map((each) => each.cmv),
      marginElsewhere: elsewhere.map((each) => each.margin),
      profitElsewhere: elsewhere.map((each) => each.profit),
    };
  });
}

const cellOf = ({ at, rowOf }: Book, { id }: Dish, key: ColumnKey<'Pratos'>, nth = 0): string =>
  at('Pratos', key, rowOf(id), nth);

/** The percentage of the price, not rounded. */
const shareOf = (amount: bigint, { salePrice }: ExactDish): number =>
  salePrice === 0n ? 0 : plain({ n: amount * 100n, d: salePrice });

/** The exact cost of the lines in a channel. */
function recipeCell(book: Book, dish: Dish, channel: Channel | undefined): WorkbookCell {
  const value = costOfLines(linesIn(dish.lines, channel?.id).map((line) => ratedLine(book, line))).near / SCALE;
  const span = book.spanOf(dish.id);
  if (!span) return computed('0', value);
  const exact = book.range('Fichas', 'exact', span);
  if (!channel) return computed(`SUM(${exact})`, value);
  const counts = book.range('Fichas', 'inChannel', span, book.channels.indexOf(channel));
  return computed(`SUMPRODUCT(${exact},${counts})`, value);
}

interface OtherChannel {
  readonly channel: Channel;
  /** The index among the channels that are not the main one. */
  readonly nth: number;
  readonly figures: DishFigures;
}

function inChannel(book: Book, dish: Dish, { channel, nth, figures }: OtherChannel) {
  const there: ChannelFigures | undefined = figures.channels.find(({ channelId }) => channelId === channel.id);
  const price = filled(cellOf(book, dish, 'priceElsewhere', nth), cellOf(book, dish, 'price'));
  const recipe = cellOf(book, dish, 'recipeElsewhere', nth);
  const of = formulasOf(book, dish, { price, recipe, rates: book.at('Canais', 'rates', book.rowOf(channel.id)) });
  return {
    recipe: recipeCell(book, dish, channel),
    cmv: figure(atMost(of.cmv), there?.cmv ?? 0),
    margin: figure(atLeast(of.margin), there?.contributionMargin ?? 0),
    profit: figure(of.profit, there?.netProfit ?? 0),
  };
}

interface Sale {
  readonly price: string;
  readonly recipe: string;
  readonly rates: string;
}

/**
 * The cost and margins of one portion. Formulas use each other's results rounded; the bound applies only to displayed
 * cells.
 */
function formulasOf(book: Book, dish: Dish, { price, recipe, rates }: Sale) {
  const loss = filled(cellOf(book, dish, 'loss'), settingAt(book, 'productionLoss'));
  const [revenue, fixedCosts] = [result(book, 'averageRevenue'), result(book, 'fixedCosts')];
  const cmv = rounded(`${recipe}*(100+${loss})/100/${cellOf(book, dish, 'portions')}`);
  const variable = rounded(`${price}*${rates}/100`);
  const margin = `IF(${price}=0,0,${price}-${cmv}-${variable})`;
  const fixed = `IF(${revenue}=0,0,${rounded(`${price}*${fixedCosts}/${revenue}`)})`;
  return {
    cmv,
    variable,
    margin,
    fixed,
    profit: atLeast(`${margin}-${fixed}`),
    share: (amount: string): string => `IF(${price}=0,0,${amount}/${price}*100)`,
    ofPrice: (amount: string, bounded: (formula: string) => string): string =>
      `IF(${price}=0,0,${bounded(rounded(`${amount}/${price}*100`))})`,
  };
}

export const monthRows = ({ state, at }: Book): readonly RowOf<'Faturamento'>[] =>
  MONTHS.map((month, index) => {
    const { value, orders } = state.months.get(index + 1) ?? {};
    const cell = (key: ColumnKey<'Faturamento'>): string => at('Faturamento', key, index + FIRST_ROW);
    const hasBoth = `IF(${cell('value')}>0,${cell('orders')},0)`;
    const isCounted = (value ?? 0) > 0 && (orders ?? 0) > 0;
    return {
      month,
      value: optional(value),
      orders: orders ?? null,
      isFilled: computed(`IF(${cell('value')}>0,1,0)`, (value ?? 0) > 0 ? 1 : 0),
      valueWithOrders: computed(
        `IF(${cell('ordersWithValue')}>0,${cell('value')},0)`,
        isCounted ? (optional(value) ?? 0) : 0,
      ),
      ordersWithValue: computed(`${hasBoth}+0`, isCounted ? (orders ?? 0) : 0),
    };
  });

export const channelRows = ({ state, channels, range, noOf }: Book): readonly RowOf<'Canais'>[] => {
  const rates = new Map(costBase(state).channels.map(({ id, variablePercentage }) => [id, variablePercentage]));
  const costs = wholeList(state.variableCosts.size);
  return channels.map(({ id, name, isMain }, nth) => ({
    name,
    no: noOf(id),
    isMain: isMain ? 'sim' : 'não',
    rates: figure(
      `SUMPRODUCT(${range('Custos variáveis', 'percentage', costs)},${range('Custos variáveis', 'inChannel', costs, nth)})`,
      Number(rates.get(id) ?? 0n),
    ),
  }));
};

/** The rows of the sheet Resultado, in this order. */
const RESULTS = {
  averageRevenue: ['Faturamento médio por mês', 'R$'],
  annualRevenue: ['Faturamento anual', 'R$'],
  fixedCosts: ['Custos fixos por mês', 'R$'],
  variablePercentage: ['Custos variáveis', '%'],
  variableValue: ['Custos variáveis por mês', 'R$'],
  cmv: ['CMV médio dos pratos', '%'],
  margin: ['Margem de contribuição média', '%'],
  exactMargin: ['Margem de contribuição média, exata', '%'],
  profit: ['Lucro médio estimado', '%'],
  ticket: ['Ticket médio', 'R$'],
  breakEven: ['Ponto de equilíbrio', 'R$'],
  breakEvenSales: ['Ponto de equilíbrio em vendas', 'vendas'],
  progress: ['Caminho até o ponto de equilíbrio', '%'],
  performance: ['Acima ou abaixo do ponto de equilíbrio', '%'],
  surplus: ['Faturamento médio menos o ponto de equilíbrio', 'R$'],
} as const;

type ResultKey = keyof typeof RESULTS;
const RESULT_KEYS = Object.keys(RESULTS) as readonly ResultKey[];

const result = ({ at }: Book, key: ResultKey): string => at('Resultado', 'value', FIRST_ROW + RESULT_KEYS.indexOf(key));

/**
 * Percent: a mean margin this close to zero counts as zero, because floating-point sums of amounts that cancel out
 * leave a remainder.
 */
const NEAR_ZERO = '0.000000001';
/** The bound of integer counts. */
const MOST = String(Number.MAX_SAFE_INTEGER);

export function resultRows(
  book: Book,
  { dashboard, revenue, breakEven }: Pick<BusinessFigures, 'dashboard' | 'revenue' | 'breakEven'>,
): readonly RowOf<'Resultado'>[] {
  const { state, range, main, at } = book;
  const of = (key: ResultKey): string => result(book, key);
  const months = wholeList(MONTHS.length);
  const month = (key: ColumnKey<'Faturamento'>): string => `SUM(${range('Faturamento', key, months)})`;
  const dishes = wholeList(state.dishes.size);
  const mean = (key: 'cmvShare' | 'marginShare'): string => {
    const count = `COUNT(${range('Pratos', 'price', dishes)})`;
    return `IF(${count}=0,0,SUM(${range('Pratos', key, dishes)})/${count})`;
  };
  const units = (formula: string, value: Units): WorkbookCell => figure(formula, value);
  const exactBreakEven = rounded(`${of('fixedCosts')}*100/${of('exactMargin')}`);
  const whereEarned = (formula: string): string => `IF(${of('exactMargin')}>${NEAR_ZERO},${formula},0)`;
  const fromBreakEven = (formula: string): string => `IF(${of('breakEven')}=0,0,${formula})`;
  const upwards = (formula: string): string => `MIN(ROUNDUP(ROUND(${formula},8),0),${MOST})`;
  const ticket = settingAt(book, 'statedTicket');
  const [value, orders, filledMonths] = [month('valueWithOrders'), month('ordersWithValue'), month('isFilled')];
  const ofMonths = (formula: string): string => `IF(${filledMonths}=0,0,${rounded(`${formula}/${filledMonths}`)})`;
  const fixedShare = `IF(${of('averageRevenue')}=0,0,${rounded(`${of('fixedCosts')}*100/${of('averageRevenue')}`)})`;
  const rates = main
    ? at('Canais', 'rates', book.rowOf(main.id))
    : `SUM(${range('Custos variáveis', 'percentage', wholeList(state.variableCosts.size))})`;
  const cells: Readonly<Record<ResultKey, WorkbookCell>> = {
    averageRevenue: units(ofMonths(month('value')), dashboard.faturamentoMedio),
    annualRevenue: units(ofMonths(`12*${month('value')}`), revenue.annual),
    fixedCosts: units(
      `SUM(${range('Custos fixos', 'value', wholeList(state.fixedCosts.size))})`,
      dashboard.custosFixos,
    ),
    variablePercentage: units(rates, dashboard.custosVariaveisPercentual),
    variableValue: units(
      atMost(rounded(`${of('averageRevenue')}*${of('variablePercentage')}/100`)),
      dashboard.custosVariaveisValor,
    ),
    cmv: units(atMost(rounded(mean('cmvShare'))), dashboard.cmvMedio),
    margin: units(atLeast(rounded(mean('marginShare'))), dashboard.margemContribuicao),
    exactMargin: computed(mean('marginShare'), meanMargin(book)),
    profit: units(
      atLeast(`100-${fixedShare}-${of('variablePercentage')}-${rounded(mean('cmvShare'))}`),
      dashboard.lucroMedio,
    ),
    ticket: units(`IF(${orders}>0,${rounded(`${value}/${orders}`)},${filled(ticket, '0')})`, dashboard.ticketMedio),
    breakEven: units(whereEarned(atMost(exactBreakEven)), breakEven.revenue),
    breakEvenSales: computed(
      whereEarned(
        `IF(${orders}>0,${upwards(`${exactBreakEven}*${orders}/${value}`)},IF(${filled(ticket, '0')}>0,${upwards(`${exactBreakEven}/${ticket}`)},0))`,
      ),
      breakEven.sales,
    ),
    progress: units(
      fromBreakEven(`MIN(100,${rounded(`${of('averageRevenue')}/${exactBreakEven}*100`)})`),
      breakEven.progress,
    ),
    performance: units(
      fromBreakEven(atMost(rounded(`(${of('averageRevenue')}/${exactBreakEven}-1)*100`))),
      breakEven.performance,
    ),
    surplus: units(fromBreakEven(atLeast(`${of('averageRevenue')}-${exactBreakEven}`)), breakEven.surplus),
  };
  return RESULT_KEYS.map((key) => ({ name: RESULTS[key][0], value: cells[key], unit: RESULTS[key][1] }));
}

/** The mean margin in percent over all dishes; a dish without a price counts as 0. */
function meanMargin({ state, costing }: Book): number {
  const base = costBase(state);
  const shares = [...state.dishes.values()].flatMap((dish) => {
    const { contributionMargin: n, salePrice: d } = dishFigures(dish, costing, base).exact;
    return d === 0n ? [] : [{ n: n * 100n, d }];
  });
  const { n, d } = sumOf(shares);
  return plain({ n, d: d * BigInt(Math.max(state.dishes.size, 1)) });
}
