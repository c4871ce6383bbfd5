import { linesIn } from '#domain/business/channel/channels.ts';
import { MONTHS } from '#contract/instants.ts';
import type { Channel, Dish } from '#domain/business/state.ts';
import { fromTenThousandths, SCALE, type TenThousandths } from '#domain/decimal.ts';
import { type BusinessFigures, sharedCostsOf } from '#domain/figures/business-figures.ts';
import { costOfLines } from '#domain/figures/cost.ts';
import { dishFigures } from '#domain/figures/dish-figures.ts';
import type { ChannelFigures, DishFigures, UnboundedDishFigures } from '#domain/figures/dish-result.ts';
import { sumOf } from '#domain/fraction.ts';
import {
  flooredFormula,
  cappedFormula,
  type WorkbookContext,
  fieldCells,
  formulaCell,
  amountCell,
  withDefault,
  FIRST_ROW,
  numberOrNull,
  fractionNumber,
  lineWithUnitCost,
  roundedFormula,
  type RowOf,
  settingAddress,
  listSpan,
  type WorkbookCell,
} from './workbook-cells.ts';
import { dishFieldsWithoutOwnInput } from '../fields/fields-without-own-input.ts';
import type { ColumnKey } from '../files/workbook-layout.ts';

/**
 * The rows of the sheet of dishes. Every figure is a formula together with its value as the product computes it;
 * `Elsewhere` columns repeat for each channel but the main one.
 */
export function dishRows(context: WorkbookContext): readonly RowOf<'Pratos'>[] {
  const { state, costing, numberOf } = context;
  const sharedCosts = sharedCostsOf(state);
  return [...state.dishes.values()].map((dish) => {
    const { figures, unbounded } = dishFigures(dish, costing, sharedCosts);
    const otherChannels = context.channels.filter(({ isMain }) => !isMain);
    const otherCells = otherChannels.map((channel, otherChannelIndex) =>
      channelCells(context, dish, { channel, otherChannelIndex, figures }),
    );
    const price = dishAddress(context, dish, 'price');
    const recipe = dishAddress(context, dish, 'recipe');
    const mainFormulas = formulasOf(context, dish, {
      price,
      recipe,
      variablePercentage: resultAddress(context, 'variablePercentage'),
    });
    return {
      name: dish.name,
      sameNameNumber: numberOf(dish.id),
      price: fromTenThousandths(dish.salePrice),
      portions: dish.portions ?? 1,
      loss: numberOrNull(dish.loss),
      category: dish.category,
      method: dish.method,
      ...fieldCells(dishFieldsWithoutOwnInput, dish),
      priceElsewhere: otherChannels.map(({ id }) => numberOrNull(dish.prices?.[id])),
      recipe: recipeCell(context, dish, context.main),
      cmv: amountCell(cappedFormula(mainFormulas.cmv), figures.cmv),
      displayedCmvPercentage: amountCell(
        mainFormulas.displayedPercentageOfPrice(mainFormulas.cmv, cappedFormula),
        figures.cmvPercentage,
      ),
      variableCost: amountCell(mainFormulas.variableCost, figures.variableCostValue),
      margin: amountCell(flooredFormula(mainFormulas.margin), figures.contributionMargin),
      displayedMarginPercentage: amountCell(
        mainFormulas.displayedPercentageOfPrice(mainFormulas.margin, flooredFormula),
        figures.contributionMarginPercentage,
      ),
      fixedCost: amountCell(cappedFormula(mainFormulas.fixedCost), figures.fixedCostValue),
      profit: amountCell(mainFormulas.profit, figures.netProfit),
      exactCmvPercentage: formulaCell(
        mainFormulas.exactPercentageOfPrice(mainFormulas.cmv),
        exactPercentage(unbounded.cmv, unbounded),
      ),
      exactMarginPercentage: formulaCell(
        mainFormulas.exactPercentageOfPrice(mainFormulas.margin),
        exactPercentage(unbounded.contributionMargin, unbounded),
      ),
      recipeElsewhere: otherCells.map((cells) => cells.recipe),
      cmvElsewhere: otherCells.map((cells) => cells.cmv),
      marginElsewhere: otherCells.map((cells) => cells.margin),
      profitElsewhere: otherCells.map((cells) => cells.profit),
    };
  });
}

const dishAddress = (
  { addressOf, rowOf }: WorkbookContext,
  { id }: Dish,
  key: ColumnKey<'Pratos'>,
  repetition = 0,
): string => addressOf('Pratos', key, rowOf(id), repetition);

/** The percentage of the price, not rounded. */
const exactPercentage = (amount: bigint, { salePrice }: UnboundedDishFigures): number =>
  salePrice === 0n ? 0 : fractionNumber({ n: amount * 100n, d: salePrice });

/** The exact cost of a dish's recipe lines in a channel: the sum of their rows in the sheet of recipes (Fichas). */
function recipeCell(context: WorkbookContext, dish: Dish, channel: Channel | undefined): WorkbookCell {
  const value =
    costOfLines(linesIn(dish.lines, channel?.id).map((line) => lineWithUnitCost(context, line))).approximate / SCALE;
  const span = context.spanOf(dish.id);
  if (!span) return formulaCell('0', value);
  const exact = context.range('Fichas', 'exact', span);
  if (!channel) return formulaCell(`SUM(${exact})`, value);
  const inChannelFlags = context.range('Fichas', 'inChannel', span, context.channels.indexOf(channel));
  return formulaCell(`SUMPRODUCT(${exact},${inChannelFlags})`, value);
}

interface OtherChannel {
  readonly channel: Channel;
  /** The index among the channels that are not the main one. */
  readonly otherChannelIndex: number;
  readonly figures: DishFigures;
}

function channelCells(context: WorkbookContext, dish: Dish, { channel, otherChannelIndex, figures }: OtherChannel) {
  const channelFigures: ChannelFigures | undefined = figures.channels.find(({ channelId }) => channelId === channel.id);
  const price = withDefault(
    dishAddress(context, dish, 'priceElsewhere', otherChannelIndex),
    dishAddress(context, dish, 'price'),
  );
  const recipe = dishAddress(context, dish, 'recipeElsewhere', otherChannelIndex);
  const formulas = formulasOf(context, dish, {
    price,
    recipe,
    variablePercentage: context.addressOf('Canais', 'variablePercentage', context.rowOf(channel.id)),
  });
  return {
    recipe: recipeCell(context, dish, channel),
    cmv: amountCell(cappedFormula(formulas.cmv), channelFigures?.cmv ?? 0),
    margin: amountCell(flooredFormula(formulas.margin), channelFigures?.contributionMargin ?? 0),
    profit: amountCell(formulas.profit, channelFigures?.netProfit ?? 0),
  };
}

/** The addresses of cells that the formulas of a dish refer to. */
interface DishReferences {
  readonly price: string;
  readonly recipe: string;
  readonly variablePercentage: string;
}

/**
 * Formulas for the cost and margins of one portion. They use each other's results rounded; only displayed cells are
 * limited to the largest figure.
 */
function formulasOf(context: WorkbookContext, dish: Dish, { price, recipe, variablePercentage }: DishReferences) {
  const loss = withDefault(dishAddress(context, dish, 'loss'), settingAddress(context, 'productionLoss'));
  const [revenue, fixedCosts] = [resultAddress(context, 'averageRevenue'), resultAddress(context, 'fixedCosts')];
  const cmv = roundedFormula(`${recipe}*(100+${loss})/100/${dishAddress(context, dish, 'portions')}`);
  const variableCost = roundedFormula(`${price}*${variablePercentage}/100`);
  const margin = `IF(${price}=0,0,${price}-${cmv}-${variableCost})`;
  const fixedCost = `IF(${revenue}=0,0,${roundedFormula(`${price}*${fixedCosts}/${revenue}`)})`;
  return {
    cmv,
    variableCost,
    margin,
    fixedCost,
    profit: flooredFormula(`${margin}-${fixedCost}`),
    exactPercentageOfPrice: (amount: string): string => `IF(${price}=0,0,${amount}/${price}*100)`,
    displayedPercentageOfPrice: (amount: string, withLimit: (formula: string) => string): string =>
      `IF(${price}=0,0,${withLimit(roundedFormula(`${amount}/${price}*100`))})`,
  };
}

/** The rows of the sheet of revenue, one for each month of the year. */
export const monthRows = ({ state, addressOf }: WorkbookContext): readonly RowOf<'Faturamento'>[] =>
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

/** The rows of the sheet of channels, with the sum of the variable costs that are paid in each. */
export const channelRows = ({ state, channels, range, numberOf }: WorkbookContext): readonly RowOf<'Canais'>[] => {
  const variablePercentages = new Map(
    sharedCostsOf(state).channels.map(({ id, variablePercentage }) => [id, variablePercentage]),
  );
  const costs = listSpan(state.variableCosts.size);
  return channels.map(({ id, name, isMain }, channelIndex) => ({
    name,
    sameNameNumber: numberOf(id),
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

const resultAddress = ({ addressOf }: WorkbookContext, key: ResultKey): string =>
  addressOf('Resultado', 'value', FIRST_ROW + RESULT_KEYS.indexOf(key));

/**
 * Percent: a mean margin this close to zero counts as zero, because floating-point sums of amounts that cancel out
 * leave a remainder.
 */
const NEAR_ZERO = '0.000000001';
/** The largest integer count, as a text for formulas. */
const MAX_COUNT = String(Number.MAX_SAFE_INTEGER);

/** The rows of the sheet of results (Resultado): the figures of the business as a whole. */
export function resultRows(
  context: WorkbookContext,
  { dashboard, revenue, breakEven }: Pick<BusinessFigures, 'dashboard' | 'revenue' | 'breakEven'>,
): readonly RowOf<'Resultado'>[] {
  const { state, range, main, addressOf } = context;
  const address = (key: ResultKey): string => resultAddress(context, key);
  const months = listSpan(MONTHS.length);
  const monthSum = (key: ColumnKey<'Faturamento'>): string => `SUM(${range('Faturamento', key, months)})`;
  const meanCmv = meanFormula(context, 'exactCmvPercentage');
  const meanMarginFormula = meanFormula(context, 'exactMarginPercentage');
  const amount = (formula: string, value: TenThousandths): WorkbookCell => amountCell(formula, value);
  const exactBreakEven = roundedFormula(`${address('fixedCosts')}*100/${address('exactMargin')}`);
  const ifMarginPositive = (formula: string): string => `IF(${address('exactMargin')}>${NEAR_ZERO},${formula},0)`;
  const ifBreakEvenExists = (formula: string): string => `IF(${address('breakEven')}=0,0,${formula})`;
  const ticket = settingAddress(context, 'statedTicket');
  const [value, orders] = [monthSum('valueWithOrders'), monthSum('ordersWithValue')];
  const filledMonths = monthSum('isFilled');
  const perMonth = (formula: string): string =>
    `IF(${filledMonths}=0,0,${roundedFormula(`${formula}/${filledMonths}`)})`;
  const fixedCostPercentage = `IF(${address('averageRevenue')}=0,0,${roundedFormula(`${address('fixedCosts')}*100/${address('averageRevenue')}`)})`;
  const variablePercentage = main
    ? addressOf('Canais', 'variablePercentage', context.rowOf(main.id))
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
      cappedFormula(roundedFormula(`${address('averageRevenue')}*${address('variablePercentage')}/100`)),
      dashboard.custosVariaveisValor,
    ),
    cmv: amount(cappedFormula(roundedFormula(meanCmv)), dashboard.cmvMedio),
    margin: amount(flooredFormula(roundedFormula(meanMarginFormula)), dashboard.margemContribuicao),
    exactMargin: formulaCell(meanMarginFormula, meanMargin(context)),
    profit: amount(
      flooredFormula(`100-${fixedCostPercentage}-${address('variablePercentage')}-${roundedFormula(meanCmv)}`),
      dashboard.lucroMedio,
    ),
    ticket: amount(
      `IF(${orders}>0,${roundedFormula(`${value}/${orders}`)},${withDefault(ticket, '0')})`,
      dashboard.ticketMedio,
    ),
    breakEven: amount(ifMarginPositive(cappedFormula(exactBreakEven)), breakEven.revenue),
    breakEvenSales: formulaCell(
      ifMarginPositive(
        `IF(${orders}>0,${roundedUpFormula(`${exactBreakEven}*${orders}/${value}`)},IF(${withDefault(ticket, '0')}>0,${roundedUpFormula(`${exactBreakEven}/${ticket}`)},0))`,
      ),
      breakEven.sales,
    ),
    progress: amount(
      ifBreakEvenExists(`MIN(100,${roundedFormula(`${address('averageRevenue')}/${exactBreakEven}*100`)})`),
      breakEven.progress,
    ),
    performance: amount(
      ifBreakEvenExists(cappedFormula(roundedFormula(`(${address('averageRevenue')}/${exactBreakEven}-1)*100`))),
      breakEven.performance,
    ),
    surplus: amount(
      ifBreakEvenExists(flooredFormula(`${address('averageRevenue')}-${exactBreakEven}`)),
      breakEven.surplus,
    ),
  };
  return RESULT_KEYS.map((key) => ({ name: RESULTS[key][0], value: cells[key], unit: RESULTS[key][1] }));
}

/** The formula of the mean of a column over all dishes. */
function meanFormula({ state, range }: WorkbookContext, key: 'exactCmvPercentage' | 'exactMarginPercentage'): string {
  const dishes = listSpan(state.dishes.size);
  const count = `COUNT(${range('Pratos', 'price', dishes)})`;
  return `IF(${count}=0,0,SUM(${range('Pratos', key, dishes)})/${count})`;
}

const roundedUpFormula = (formula: string): string => `MIN(ROUNDUP(ROUND(${formula},8),0),${MAX_COUNT})`;

/** The mean margin in percent over all dishes; a dish without a price counts as 0. */
function meanMargin({ state, costing }: WorkbookContext): number {
  const sharedCosts = sharedCostsOf(state);
  const margins = [...state.dishes.values()].flatMap((dish) => {
    const { contributionMargin: n, salePrice: d } = dishFigures(dish, costing, sharedCosts).unbounded;
    return d === 0n ? [] : [{ n: n * 100n, d }];
  });
  const { n, d } = sumOf(margins);
  return fractionNumber({ n, d: d * BigInt(Math.max(state.dishes.size, 1)) });
}
