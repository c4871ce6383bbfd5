import type {
  About,
  BusinessFiguresThen,
  DishFiguresThen,
  HistoryBody,
  HistoryPoint,
  IngredientFiguresThen,
  PreparationFiguresThen,
} from '#contract/history.ts';
import type { Units } from '#domain/decimal.ts';
import { CENT, TENTH } from '#domain/figures/shown-dish.ts';
import { decimalPlaces, money, percentage, unitPrice } from '#domain/format.ts';

/** One figure whose course is charted. */
export interface Measure<Figures> {
  readonly name: string;
  /** An explanation in plain words. */
  readonly hint: string;
  readonly colour: `--${string}`;
  readonly of: (figures: Figures) => number | null;
  readonly format: (units: Units) => string;
  /** The smallest displayed step: differences are those of displayed values. */
  readonly step: Units;
  /** Formats a difference: percentages differ by points. */
  readonly difference: (units: Units) => string;
  /** The subjects whose changes affect it; any subject if left out. */
  readonly movedBy?: readonly About[];
  /** Whether it is weighted by sales. */
  readonly isWeighted?: boolean;
  /** Whether it is an unweighted mean over all dishes, and labelled so where a weighted one exists. */
  readonly isSimpleMean?: boolean;
  /** Whether a higher value is better for the owner; undefined if neither. */
  readonly moreIsBetter?: boolean;
}

const points = (units: Units): string =>
  `${decimalPlaces(units, 1)} ${Math.abs(units) === 10_000 ? 'ponto' : 'pontos'}`;
const PERCENT = { format: percentage, step: TENTH, difference: points };
const MONEY = { format: money, step: CENT, difference: money };
const PRICE = { format: unitPrice, step: 1, difference: unitPrice };

const BUSINESS: readonly Measure<BusinessFiguresThen>[] = [
  {
    ...PERCENT,
    isSimpleMean: true,
    name: 'Lucro estimado',
    hint: 'O que sobra de cada venda',
    colour: '--chart-profit',
    of: ({ lucroMedio }) => lucroMedio,
    movedBy: ['business', 'channel', 'fixed_cost', 'variable_cost', 'revenue', 'ingredient', 'preparation', 'dish'],
    moreIsBetter: true,
  },
  {
    ...PERCENT,
    isSimpleMean: true,
    name: 'CMV médio',
    hint: 'Quanto do preço vira ingrediente',
    colour: '--chart-cmv',
    of: ({ cmvMedio }) => cmvMedio,
    movedBy: ['ingredient', 'preparation', 'dish'],
    moreIsBetter: false,
  },
  {
    ...PERCENT,
    isSimpleMean: true,
    name: 'Margem de contribuição',
    hint: 'O que fica para as contas e o lucro',
    colour: '--chart-profit',
    of: ({ margemContribuicao }) => margemContribuicao,
    movedBy: ['ingredient', 'preparation', 'dish', 'variable_cost'],
    moreIsBetter: true,
  },
  {
    ...MONEY,
    name: 'Faturamento médio',
    hint: 'Por mês, na média dos meses informados',
    colour: '--chart-profit',
    of: ({ faturamentoMedio }) => faturamentoMedio,
    movedBy: ['revenue'],
    moreIsBetter: true,
  },
  {
    ...MONEY,
    name: 'Custos fixos',
    hint: 'Por mês, venda muito ou pouco',
    colour: '--chart-fixed',
    of: ({ custosFixos }) => custosFixos,
    movedBy: ['fixed_cost'],
    moreIsBetter: false,
  },
  {
    ...PERCENT,
    isSimpleMean: true,
    name: 'Custos variáveis',
    hint: 'O que cada venda leva em taxas',
    colour: '--chart-variable',
    of: ({ custosVariaveisPercentual }) => custosVariaveisPercentual,
    movedBy: ['variable_cost'],
    moreIsBetter: false,
  },
  {
    ...MONEY,
    isSimpleMean: true,
    name: 'Ponto de equilíbrio',
    hint: 'Vendendo isto no mês, você empata',
    colour: '--chart-fixed',
    of: ({ pontoEquilibrio }) => pontoEquilibrio,
    movedBy: ['fixed_cost', 'variable_cost', 'ingredient', 'preparation', 'dish'],
    moreIsBetter: false,
  },
];

/**
 * The subjects that affect figures weighted by sales, besides fixed and variable costs: the sales and the months of the
 * mix.
 */
const SOLD: readonly About[] = ['sales', 'business', 'ingredient', 'preparation', 'dish'];

/** Figures that have values only in a history with sales. */
const WEIGHTED: readonly Measure<BusinessFiguresThen>[] = [
  {
    ...MONEY,
    isWeighted: true,
    name: 'Resultado das vendas',
    hint: 'O que deixam por mês depois de pagar tudo',
    colour: '--chart-profit',
    of: ({ mix }) => mix?.result ?? null,
    movedBy: [...SOLD, 'fixed_cost', 'variable_cost'],
    moreIsBetter: true,
  },
  {
    ...PERCENT,
    isWeighted: true,
    name: 'Lucro das vendas',
    hint: 'O que sobra do que você vende',
    colour: '--chart-profit',
    of: ({ mix }) => mix?.profit ?? null,
    movedBy: [...SOLD, 'fixed_cost', 'variable_cost', 'revenue'],
    moreIsBetter: true,
  },
  {
    ...PERCENT,
    isWeighted: true,
    name: 'CMV das vendas',
    hint: 'Quanto delas vira ingrediente',
    colour: '--chart-cmv',
    of: ({ mix }) => mix?.cmv ?? null,
    movedBy: SOLD,
    moreIsBetter: false,
  },
  {
    ...PERCENT,
    isWeighted: true,
    name: 'Margem das vendas',
    hint: 'O que deixam para as contas e o lucro',
    colour: '--chart-profit',
    of: ({ mix }) => mix?.contribution_margin ?? null,
    movedBy: [...SOLD, 'variable_cost'],
    moreIsBetter: true,
  },
  {
    ...MONEY,
    isWeighted: true,
    name: 'Equilíbrio das vendas',
    hint: 'Vendendo isto no mês, você empata',
    colour: '--chart-fixed',
    of: ({ mix }) => mix?.break_even ?? null,
    movedBy: [...SOLD, 'fixed_cost', 'variable_cost'],
    moreIsBetter: false,
  },
];

const INGREDIENT: readonly Measure<IngredientFiguresThen>[] = [
  {
    ...PRICE,
    name: 'Preço de compra',
    hint: 'Por unidade de medida',
    colour: '--chart-cmv',
    of: ({ unit_price: price }) => price,
    moreIsBetter: false,
  },
];

const PREPARATION: readonly Measure<PreparationFiguresThen>[] = [
  {
    ...PRICE,
    name: 'Custo do preparo',
    hint: 'Por unidade do rendimento',
    colour: '--chart-cmv',
    of: ({ unit_cost: cost }) => cost,
    movedBy: ['ingredient', 'preparation'],
    moreIsBetter: false,
  },
];

const DISH: readonly Measure<DishFiguresThen>[] = [
  {
    ...MONEY,
    name: 'Custo do prato (CMV)',
    hint: 'Os ingredientes de uma porção, com a perda',
    colour: '--chart-cmv',
    of: ({ cmv }) => cmv,
    movedBy: ['ingredient', 'preparation', 'dish'],
    moreIsBetter: false,
  },
  {
    ...MONEY,
    name: 'Preço de venda',
    hint: 'O que o cliente paga',
    colour: '--chart-fixed',
    of: ({ sale_price: price }) => price,
    movedBy: ['dish'],
  },
  {
    ...PERCENT,
    name: 'Margem de contribuição',
    hint: 'Do preço, depois dos ingredientes e das taxas',
    colour: '--chart-profit',
    of: ({ contribution_margin_percentage: margin }) => margin,
    movedBy: ['ingredient', 'preparation', 'dish', 'variable_cost'],
    moreIsBetter: true,
  },
  {
    ...MONEY,
    name: 'Resultado por venda',
    hint: 'O que sobra depois de pagar tudo',
    colour: '--chart-profit',
    of: ({ net_profit: profit }) => profit,
    moreIsBetter: true,
  },
];

/** A figure at one moment of its course, in reais or percent, with the changes at that moment. */
export type MeasuredPoint = Omit<HistoryPoint<never>, 'figures'> & { readonly value: number | null };

/** The charted course of one figure. */
export interface Course {
  readonly measure: Omit<Measure<never>, 'of'>;
  readonly points: readonly MeasuredPoint[];
}

/** The courses of a history, without figures that never have a value. */
export function coursesOf(body: HistoryBody): readonly Course[] {
  const courses = allCoursesOf(body).filter(({ points: each }) => each.some(({ value }) => value !== null));
  const hasWeighted = courses.some(({ measure }) => measure.isWeighted);
  return courses.map(({ measure, points: each }) => ({
    measure:
      hasWeighted && measure.isSimpleMean ? { ...measure, hint: `${measure.hint}, pela média simples` } : measure,
    points: each,
  }));
}

function allCoursesOf(body: HistoryBody): readonly Course[] {
  switch (body.kind) {
    case 'business':
      return [...BUSINESS, ...WEIGHTED].map((measure) => courseOf(measure, body.points));
    case 'ingredient':
      return INGREDIENT.map((measure) => courseOf(measure, body.points));
    case 'preparation':
      return PREPARATION.map((measure) => courseOf(measure, body.points));
    case 'dish':
      return DISH.map((measure) => courseOf(measure, body.points));
    default:
      return body satisfies never;
  }
}

const courseOf = <Figures>(measure: Measure<Figures>, all: readonly HistoryPoint<Figures>[]): Course => ({
  measure,
  points: all.map(({ figures, ...point }) => ({
    ...point,
    // Only changes that affect this figure are marked, not others of the same day.
    marks: point.marks.filter(({ about }) => !measure.movedBy || measure.movedBy.includes(about)),
    value: figures === null ? null : measure.of(figures),
  })),
});
