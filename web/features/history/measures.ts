import type {
  ChangeArea,
  PastBusinessFigures,
  PastDishFigures,
  HistoryBody,
  HistoryPoint,
  PastIngredientFigures,
  PastPreparationFigures,
} from '#contract/history.ts';
import type { TenThousandths } from '#domain/decimal.ts';
import { CENT, TENTH } from '#domain/figures/dish-result.ts';
import { formatDecimal, formatMoney, formatPercentage, formatUnitPrice } from '#domain/format.ts';

/** A figure that is charted over time. */
export interface Measure<Figures> {
  readonly name: string;
  /** An explanation in plain words. */
  readonly hint: string;
  readonly colour: `--${string}`;
  readonly valueIn: (figures: Figures) => number | null;
  readonly format: (amount: TenThousandths) => string;
  /** The smallest displayed step: differences are those of displayed values. */
  readonly step: TenThousandths;
  /** Formats a difference: percentages differ by points. */
  readonly difference: (amount: TenThousandths) => string;
  /** The subjects whose changes affect the figure; all subjects if left out. */
  readonly affectedBy?: readonly ChangeArea[];
  /** Tells whether the figure is weighted by sales. */
  readonly isWeighted?: boolean;
  /** Tells whether the figure is an unweighted mean over all dishes, and labelled so where a weighted one exists. */
  readonly isSimpleMean?: boolean;
  /** Tells whether a higher value is better for the owner; undefined if neither. */
  readonly isMoreBetter?: boolean;
}

const pointsText = (amount: TenThousandths): string =>
  `${formatDecimal(amount, 1)} ${Math.abs(amount) === 10_000 ? 'ponto' : 'pontos'}`;
const PERCENT = { format: formatPercentage, step: TENTH, difference: pointsText };
const MONEY = { format: formatMoney, step: CENT, difference: formatMoney };
const PRICE = { format: formatUnitPrice, step: 1, difference: formatUnitPrice };

const BUSINESS: readonly Measure<PastBusinessFigures>[] = [
  {
    ...PERCENT,
    isSimpleMean: true,
    name: 'Lucro estimado',
    hint: 'O que sobra de cada venda',
    colour: '--chart-profit',
    valueIn: ({ lucroMedio }) => lucroMedio,
    affectedBy: ['business', 'channel', 'fixed_cost', 'variable_cost', 'revenue', 'ingredient', 'preparation', 'dish'],
    isMoreBetter: true,
  },
  {
    ...PERCENT,
    isSimpleMean: true,
    name: 'CMV médio',
    hint: 'Quanto do preço vira ingrediente',
    colour: '--chart-cmv',
    valueIn: ({ cmvMedio }) => cmvMedio,
    affectedBy: ['ingredient', 'preparation', 'dish'],
    isMoreBetter: false,
  },
  {
    ...PERCENT,
    isSimpleMean: true,
    name: 'Margem de contribuição',
    hint: 'O que fica para as contas e o lucro',
    colour: '--chart-profit',
    valueIn: ({ margemContribuicao }) => margemContribuicao,
    affectedBy: ['ingredient', 'preparation', 'dish', 'variable_cost'],
    isMoreBetter: true,
  },
  {
    ...MONEY,
    name: 'Faturamento médio',
    hint: 'Por mês, na média dos meses informados',
    colour: '--chart-profit',
    valueIn: ({ faturamentoMedio }) => faturamentoMedio,
    affectedBy: ['revenue'],
    isMoreBetter: true,
  },
  {
    ...MONEY,
    name: 'Custos fixos',
    hint: 'Por mês, venda muito ou pouco',
    colour: '--chart-fixed',
    valueIn: ({ custosFixos }) => custosFixos,
    affectedBy: ['fixed_cost'],
    isMoreBetter: false,
  },
  {
    ...PERCENT,
    isSimpleMean: true,
    name: 'Custos variáveis',
    hint: 'O que cada venda leva em taxas',
    colour: '--chart-variable',
    valueIn: ({ custosVariaveisPercentual }) => custosVariaveisPercentual,
    affectedBy: ['variable_cost'],
    isMoreBetter: false,
  },
  {
    ...MONEY,
    isSimpleMean: true,
    name: 'Ponto de equilíbrio',
    hint: 'Vendendo isto no mês, você empata',
    colour: '--chart-fixed',
    valueIn: ({ pontoEquilibrio }) => pontoEquilibrio,
    affectedBy: ['fixed_cost', 'variable_cost', 'ingredient', 'preparation', 'dish'],
    isMoreBetter: false,
  },
];

/**
 * The subjects that affect figures weighted by sales, besides fixed and variable costs: the sales and the months of the
 * mix.
 */
const SALES_SUBJECTS: readonly ChangeArea[] = ['sales', 'business', 'ingredient', 'preparation', 'dish'];

/** Figures that have values only in a history with sales. */
const WEIGHTED: readonly Measure<PastBusinessFigures>[] = [
  {
    ...MONEY,
    isWeighted: true,
    name: 'Resultado das vendas',
    hint: 'O que deixam por mês depois de pagar tudo',
    colour: '--chart-profit',
    valueIn: ({ mix }) => mix?.result ?? null,
    affectedBy: [...SALES_SUBJECTS, 'fixed_cost', 'variable_cost'],
    isMoreBetter: true,
  },
  {
    ...PERCENT,
    isWeighted: true,
    name: 'Lucro das vendas',
    hint: 'O que sobra do que você vende',
    colour: '--chart-profit',
    valueIn: ({ mix }) => mix?.profit ?? null,
    affectedBy: [...SALES_SUBJECTS, 'fixed_cost', 'variable_cost', 'revenue'],
    isMoreBetter: true,
  },
  {
    ...PERCENT,
    isWeighted: true,
    name: 'CMV das vendas',
    hint: 'Quanto delas vira ingrediente',
    colour: '--chart-cmv',
    valueIn: ({ mix }) => mix?.cmv ?? null,
    affectedBy: SALES_SUBJECTS,
    isMoreBetter: false,
  },
  {
    ...PERCENT,
    isWeighted: true,
    name: 'Margem das vendas',
    hint: 'O que deixam para as contas e o lucro',
    colour: '--chart-profit',
    valueIn: ({ mix }) => mix?.contribution_margin ?? null,
    affectedBy: [...SALES_SUBJECTS, 'variable_cost'],
    isMoreBetter: true,
  },
  {
    ...MONEY,
    isWeighted: true,
    name: 'Equilíbrio das vendas',
    hint: 'Vendendo isto no mês, você empata',
    colour: '--chart-fixed',
    valueIn: ({ mix }) => mix?.break_even ?? null,
    affectedBy: [...SALES_SUBJECTS, 'fixed_cost', 'variable_cost'],
    isMoreBetter: false,
  },
];

const INGREDIENT: readonly Measure<PastIngredientFigures>[] = [
  {
    ...PRICE,
    name: 'Preço de compra',
    hint: 'Por unidade de medida',
    colour: '--chart-cmv',
    valueIn: ({ unit_price: price }) => price,
    isMoreBetter: false,
  },
];

const PREPARATION: readonly Measure<PastPreparationFigures>[] = [
  {
    ...PRICE,
    name: 'Custo do preparo',
    hint: 'Por unidade do rendimento',
    colour: '--chart-cmv',
    valueIn: ({ unit_cost: cost }) => cost,
    affectedBy: ['ingredient', 'preparation'],
    isMoreBetter: false,
  },
];

const DISH: readonly Measure<PastDishFigures>[] = [
  {
    ...MONEY,
    name: 'Custo do prato (CMV)',
    hint: 'Os ingredientes de uma porção, com a perda',
    colour: '--chart-cmv',
    valueIn: ({ cmv }) => cmv,
    affectedBy: ['ingredient', 'preparation', 'dish'],
    isMoreBetter: false,
  },
  {
    ...MONEY,
    name: 'Preço de venda',
    hint: 'O que o cliente paga',
    colour: '--chart-fixed',
    valueIn: ({ sale_price: price }) => price,
    affectedBy: ['dish'],
  },
  {
    ...PERCENT,
    name: 'Margem de contribuição',
    hint: 'Do preço, depois dos ingredientes e das taxas',
    colour: '--chart-profit',
    valueIn: ({ contribution_margin_percentage: margin }) => margin,
    affectedBy: ['ingredient', 'preparation', 'dish', 'variable_cost'],
    isMoreBetter: true,
  },
  {
    ...MONEY,
    name: 'Resultado por venda',
    hint: 'O que sobra depois de pagar tudo',
    colour: '--chart-profit',
    valueIn: ({ net_profit: profit }) => profit,
    isMoreBetter: true,
  },
];

/** The value of a figure at one moment, in reais or percent, with the changes at that moment. */
export type MeasuredPoint = Omit<HistoryPoint<never>, 'figures'> & { readonly value: number | null };

/** The values of one figure over time. */
export interface FigureSeries {
  readonly measure: Omit<Measure<never>, 'of'>;
  readonly points: readonly MeasuredPoint[];
}

/** The series of a history, without figures that never have a value. */
export function seriesOf(body: HistoryBody): readonly FigureSeries[] {
  const allSeries = allSeriesOf(body).filter(({ points: seriesPoints }) =>
    seriesPoints.some(({ value }) => value !== null),
  );
  const hasWeighted = allSeries.some(({ measure }) => measure.isWeighted);
  return allSeries.map(({ measure, points: seriesPoints }) => ({
    measure:
      hasWeighted && measure.isSimpleMean ? { ...measure, hint: `${measure.hint}, pela média simples` } : measure,
    points: seriesPoints,
  }));
}

function allSeriesOf(body: HistoryBody): readonly FigureSeries[] {
  switch (body.kind) {
    case 'business':
      return [...BUSINESS, ...WEIGHTED].map((measure) => toSeries(measure, body.points));
    case 'ingredient':
      return INGREDIENT.map((measure) => toSeries(measure, body.points));
    case 'preparation':
      return PREPARATION.map((measure) => toSeries(measure, body.points));
    case 'dish':
      return DISH.map((measure) => toSeries(measure, body.points));
    default:
      return body satisfies never;
  }
}

const toSeries = <Figures>(measure: Measure<Figures>, all: readonly HistoryPoint<Figures>[]): FigureSeries => ({
  measure,
  points: all.map(({ figures, ...point }) => ({
    ...point,
    // Only changes that affect this figure are marked, not others of the same day.
    marks: point.marks.filter(({ about }) => !measure.affectedBy || measure.affectedBy.includes(about)),
    value: figures === null ? null : measure.valueIn(figures),
  })),
});
