import { linesIn } from '#domain/business/channel/channels.ts';
import { MONTHS } from '#contract/month-names.ts';
import type { Channel, Dish } from '#domain/business/state.ts';
import { fromTenThousandths, SCALE, type TenThousandths } from '#domain/decimal.ts';
import { type BusinessFigures, costBase } from '#domain/figures/business-figures.ts';
import { costOfLines } from '#domain/figures/cost.ts';
import { dishFigures } from '#domain/figures/dish-figures.ts';
import type { ChannelFigures, DishFigures, ExactDish } from '#domain/figures/dish-result.ts';
import { sumOf } from '#domain/fraction.ts';
import {
  capBelow,
  capAbove,
  type Book,
  fieldCells,
  formulaCell,
  amountCell,
  withDefault,
  FIRST_ROW,
  numberOrNull,
  fractionNumber,
  ratedLine,
  round,
  type RowOf,
  settingAddress,
  listSpan,
  type WorkbookCell,
} from './workbook-cells.ts';
import { otherFieldsOfDish } from '../fields/other-fields.ts';
import type { ColumnKey } from '../files/workbook-layout.ts';

/** The rows of dishes, one per channel, with figures. */
export function dishRows(book: Book): readonly RowOf<'Pratos'>[] {
  const { state, costing, numberOf } = book;
  const base = costBase(state);
  return [...state.dishes.values()].map((dish) => {
    const { figures, exact } = dishFigures(dish, costing, base);
    const otherChannels = book.channels.filter(({ isMain }) => !isMain);
    const otherCells = otherChannels.map((channel, otherChannelIndex) =>
      channelCells(book, dish, { channel, otherChannelIndex, figures }),
    );
    const price = dishAddress(book, dish, 'price');
    const recipe = dishAddress(book, dish, 'recipe');
    const mainFormulas = formulasOf(book, dish, {
      price,
      recipe,
      variablePercentage: resultAddress(book, 'variablePercentage'),
    });
    return {
      name: dish.name,
      nameNumber: numberOf(dish.id),
      price: fromTenThousandths(dish.salePrice),
      portions: dish.portions ?? 1,
      loss: numberOrNull(dish.loss),
      category: dish.category,
      method: dish.method,
      ...fieldCells(otherFieldsOfDish, dish),
      priceElsewhere: otherChannels.map(({ id }) => numberOrNull(dish.prices?.[id])),
      recipe: recipeCell(book, dish, book.main),
      cmv: amountCell(capAbove(mainFormulas.cmv), figures.cmv),
      displayedCmvPercentage: amountCell(
        mainFormulas.displayedPercentageOfPrice(mainFormulas.cmv, capAbove),
        figures.cmvPercentage,
      ),
      variableCost: amountCell(mainFormulas.variableCost, figures.variableCostValue),
      margin: amountCell(capBelow(mainFormulas.margin), figures.contributionMargin),
      displayedMarginPercentage: amountCell(
        mainFormulas.displayedPercentageOfPrice(mainFormulas.margin, capBelow),
        figures.contributionMarginPercentage,
      ),
      fixedCost: amountCell(capAbove(mainFormulas.fixedCost), figures.fixedCostValue),
      profit: amountCell(mainFormulas.profit, figures.netProfit),
      exactCmvPercentage: formulaCell(
        mainFormulas.exactPercentageOfPrice(mainFormulas.cmv),
        exactPercentage(exact.cmv, exact),
      ),
      exactMarginPercentage: formulaCell(
        mainFormulas.exactPercentageOfPrice(mainFormulas.margin),
        exactPercentage(exact.contributionMargin, exact),
      ),
      recipeElsewhere: otherCells.map((cells) => cells.recipe),
      cmvElsewhere: otherCells.map((cells) => cells.cmv),
      marginElsewhere: otherCells.map((cells) => cells.margin),
      profitElsewhere: otherCells.map((cells) => cells.profit),
    };
  });
}

const dishAddress = ({ addressOf, rowOf }: Book, { id }: Dish, key: ColumnKey<'Pratos'>, repetition = 0): string =>
  addressOf('Pratos', key, rowOf(id), repetition);

/** The percentage of the price, not rounded. */
const exactPercentage = (amount: bigint, { salePrice }: ExactDish): number =>
  salePrice === 0n ? 0 : fractionNumber({ n: amount * 100n, d: salePrice });

/** The exact cost of the lines in a channel. */
function recipeCell(book: Book, dish: Dish, channel: Channel | undefined): WorkbookCell {
  const value = costOfLines(linesIn(dish.lines, channel?.id).map((line) => ratedLine(book, line))).near / SCALE;
  const span = book.spanOf(dish.id);
  if (!span) return formulaCell('0', value);
  const exact = book.range('Fichas', 'exact', span);
  if (!channel) return formulaCell(`SUM(${exact})`, value);
  const inChannelFlags = book.range('Fichas', 'inChannel', span, book.channels.indexOf(channel));
  return formulaCell(`SUMPRODUCT(${exact},${inChannelFlags})`, value);
}

interface OtherChannel {
  readonly channel: Channel;
  /** The index among the channels that are not the main one. */
  readonly otherChannelIndex: number;
  readonly figures: DishFigures;
}

function channelCells(book: Book, dish: Dish, { channel, otherChannelIndex, figures }: OtherChannel) {
  const channelFigures: ChannelFigures | undefined = figures.channels.find(({ channelId }) => channelId === channel.id);
  const price = withDefault(
    dishAddress(book, dish, 'priceElsewhere', otherChannelIndex),
    dishAddress(book, dish, 'price'),
  );
  const recipe = dishAddress(book, dish, 'recipeElsewhere', otherChannelIndex);
  const formulas = formulasOf(book, dish, {
    price,
    recipe,
    variablePercentage: book.addressOf('Canais', 'variablePercentage', book.rowOf(channel.id)),
  });
  return {
    recipe: recipeCell(book, dish, channel),
    cmv: amountCell(capAbove(formulas.cmv), channelFigures?.cmv ?? 0),
    margin: amountCell(capBelow(formulas.margin), channelFigures?.contributionMargin ?? 0),
    profit: amountCell(formulas.profit, channelFigures?.netProfit ?? 0),
  };
}

interface DishReferences {
  readonly price: string;
  readonly recipe: string;
  readonly variablePercentage: string;
}

/**
 * The cost and margins of one portion. Formulas use each other's results rounded; the bound applies only to displayed
 * cells.
 */
function formulasOf(book: Book, dish: Dish, { price, recipe, variablePercentage }: DishReferences) {
  const loss = withDefault(dishAddress(book, dish, 'loss'), settingAddress(book, 'productionLoss'));
  const [revenue, fixedCosts] = [resultAddress(book, 'averageRevenue'), resultAddress(book, 'fixedCosts')];
  const cmv = round(`${recipe}*(100+${loss})/100/${dishAddress(book, dish, 'portions')}`);
  const variableCost = round(`${price}*${variablePercentage}/100`);
  const margin = `IF(${price}=0,0,${price}-${cmv}-${variableCost})`;
  const fixedCost = `IF(${revenue}=0,0,${round(`${price}*${fixedCosts}/${revenue}`)})`;
  return {
    cmv,
    variableCost,
    margin,
    fixedCost,
    profit: capBelow(`${margin}-${fixedCost}`),
    exactPercentageOfPrice: (amount: string): string => `IF(${price}=0,0,${amount}/${price}*100)`,
    displayedPercentageOfPrice: (amount: string, cap: (formula: string) => string): string =>
      `IF(${price}=0,0,${cap(round(`${amount}/${price}*100`))})`,
  };
}

export const monthRows = ({ state, addressOf }: Book): readonly RowOf<'Faturamento'>[] =>
  MONTHS.map((month, index) => {
    const { value, orders } = state.months.get(index + 1) ?? {};
    const cell = (key: ColumnKey<'Faturamento'>): string => addressOf('Faturamento', key, index + FIRST_ROW);
    const ordersIfValue = `IF(${cell('value')}>0,${cell('orders')},0)`;
    const hasBothValues = (value ?? 0) > 0 && (orders ?? 0) > 0;
    return {
      month,
      value: numberOrNull(value),
      orders: orders ?? null,
      isFilled: formulaCell(`IF(${cell('value')}>0,1,0)`, (value ?? 0) > 0 ? 1 : 0),
      valueWithOrders: formulaCell(
        `IF(${cell('ordersWithValue')}>0,${cell('value')},0)`,
        hasBothValues ? (numberOrNull(value) ?? 0) : 0,
      ),
      // Adding 0 makes a number of an empty cell.
      ordersWithValue: formulaCell(`${ordersIfValue}+0`, hasBothValues ? (orders ?? 0) : 0),
    };
  });

export const channelRows = ({ state, channels, range, numberOf }: Book): readonly RowOf<'Canais'>[] => {
  const variablePercentages = new Map(
    costBase(state).channels.map(({ id, variablePercentage }) => [id, variablePercentage]),
  );
  const costs = listSpan(state.variableCosts.size);
  return channels.map(({ id, name, isMain }, channelIndex) => ({
    name,
    nameNumber: numberOf(id),
    isMain: isMain ? 'sim' : 'não',
    variablePercentage: amountCell(
      `SUMPRODUCT(${range('Custos variáveis', 'percentage', costs)},${range('Custos variáveis', 'inChannel', costs, channelIndex)})`,
      Number(variablePercentages.get(id) ?? 0n),
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

const resultAddress = ({ addressOf }: Book, key: ResultKey): string =>
  addressOf('Resultado', 'value', FIRST_ROW + RESULT_KEYS.indexOf(key));

/**
 * Percent: a mean margin this close to zero counts as zero, because floating-point sums of amounts that cancel out
 * leave a remainder.
 */
const NEAR_ZERO = '0.000000001';
/** The largest integer count, as a text for formulas. */
const MAX_COUNT = String(Number.MAX_SAFE_INTEGER);

export function resultRows(
  book: Book,
  { dashboard, revenue, breakEven }: Pick<BusinessFigures, 'dashboard' | 'revenue' | 'breakEven'>,
): readonly RowOf<'Resultado'>[] {
  const { state, range, main, addressOf } = book;
  const address = (key: ResultKey): string => resultAddress(book, key);
  const months = listSpan(MONTHS.length);
  const monthSum = (key: ColumnKey<'Faturamento'>): string => `SUM(${range('Faturamento', key, months)})`;
  const dishes = listSpan(state.dishes.size);
  const meanFormula = (key: 'exactCmvPercentage' | 'exactMarginPercentage'): string => {
    const count = `COUNT(${range('Pratos', 'price', dishes)})`;
    return `IF(${count}=0,0,SUM(${range('Pratos', key, dishes)})/${count})`;
  };
  const amount = (formula: string, value: TenThousandths): WorkbookCell => amountCell(formula, value);
  const exactBreakEven = round(`${address('fixedCosts')}*100/${address('exactMargin')}`);
  const ifMarginPositive = (formula: string): string => `IF(${address('exactMargin')}>${NEAR_ZERO},${formula},0)`;
  const ifBreakEvenExists = (formula: string): string => `IF(${address('breakEven')}=0,0,${formula})`;
  const roundUp = (formula: string): string => `MIN(ROUNDUP(ROUND(${formula},8),0),${MAX_COUNT})`;
  const ticket = settingAddress(book, 'statedTicket');
  const [value, orders, filledMonths] = [
    monthSum('valueWithOrders'),
    monthSum('ordersWithValue'),
    monthSum('isFilled'),
  ];
  const perMonth = (formula: string): string => `IF(${filledMonths}=0,0,${round(`${formula}/${filledMonths}`)})`;
  const fixedCostPercentage = `IF(${address('averageRevenue')}=0,0,${round(`${address('fixedCosts')}*100/${address('averageRevenue')}`)})`;
  const variablePercentage = main
    ? addressOf('Canais', 'variablePercentage', book.rowOf(main.id))
    : `SUM(${range('Custos variáveis', 'percentage', listSpan(state.variableCosts.size))})`;
  const cells: Readonly<Record<ResultKey, WorkbookCell>> = {
    averageRevenue: amount(perMonth(monthSum('value')), dashboard.faturamentoMedio),
    annualRevenue: amount(perMonth(`12*${monthSum('value')}`), revenue.annual),
    fixedCosts: amount(
      `SUM(${range('Custos fixos', 'value', listSpan(state.fixedCosts.size))})`,
      dashboard.custosFixos,
    ),
    variablePercentage: amount(variablePercentage, dashboard.custosVariaveisPercentual),
    variableValue: amount(
      capAbove(round(`${address('averageRevenue')}*${address('variablePercentage')}/100`)),
      dashboard.custosVariaveisValor,
    ),
    cmv: amount(capAbove(round(meanFormula('exactCmvPercentage'))), dashboard.cmvMedio),
    margin: amount(capBelow(round(meanFormula('exactMarginPercentage'))), dashboard.margemContribuicao),
    exactMargin: formulaCell(meanFormula('exactMarginPercentage'), meanMargin(book)),
    profit: amount(
      capBelow(
        `100-${fixedCostPercentage}-${address('variablePercentage')}-${round(meanFormula('exactCmvPercentage'))}`,
      ),
      dashboard.lucroMedio,
    ),
    ticket: amount(`IF(${orders}>0,${round(`${value}/${orders}`)},${withDefault(ticket, '0')})`, dashboard.ticketMedio),
    breakEven: amount(ifMarginPositive(capAbove(exactBreakEven)), breakEven.revenue),
    breakEvenSales: formulaCell(
      ifMarginPositive(
        `IF(${orders}>0,${roundUp(`${exactBreakEven}*${orders}/${value}`)},IF(${withDefault(ticket, '0')}>0,${roundUp(`${exactBreakEven}/${ticket}`)},0))`,
      ),
      breakEven.sales,
    ),
    progress: amount(
      ifBreakEvenExists(`MIN(100,${round(`${address('averageRevenue')}/${exactBreakEven}*100`)})`),
      breakEven.progress,
    ),
    performance: amount(
      ifBreakEvenExists(capAbove(round(`(${address('averageRevenue')}/${exactBreakEven}-1)*100`))),
      breakEven.performance,
    ),
    surplus: amount(ifBreakEvenExists(capBelow(`${address('averageRevenue')}-${exactBreakEven}`)), breakEven.surplus),
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
  return fractionNumber({ n, d: d * BigInt(Math.max(state.dishes.size, 1)) });
}
