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

/** One figure whose course is drawn. */
export interface Measure<Figures> {
  readonly name: string;
  /** What it says, in the words of the counter. */
  readonly hint: string;
  readonly colour: `--${string}`;
  readonly of: (figures: Figures) => number | null;
  readonly format: (units: Units) => string;
  /** The least that is shown of it: differences are those of what is shown. */
  readonly step: Units;
  /** How a difference is told: percentages differ by points. */
  readonly difference: (units: Units) => string;
  /** Changes of what move it; left out: of anything. */
  readonly movedBy?: readonly About[];
  /** Is it counted by what is sold? */
  readonly isWeighted?: boolean;
  /** Is it a mean over all dishes alike? Where there is the same by what is sold, it says so. */
  readonly isSimpleMean?: boolean;
  /** Is more of it better, for the owner? undefined: neither. */
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

/** What the figures by what was sold are moved by, besides the costs of the house: its sales, and over which months they are looked at. */
const SOLD: readonly About[] = ['sales', 'business', 'ingredient', 'preparation', 'dish'];

/** Only in a history in which something was sold; before that they have no value. */
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

/** A figure at one moment of its course, with what happened then. In reais or percent. */
export type MeasuredPoint = Omit<HistoryPoint<never>, 'figures'> & { readonly value: number | null };

/** What is drawn of one figure. */
export interface Course {
  readonly measure: Omit<Measure<never>, 'of'>;
  readonly points: readonly MeasuredPoint[];
}

/** The courses of a history, without those of which nothing is known in it. */
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
    // What moved this figure, and not what else was done on the same day.
    marks: point.marks.filter(({ about }) => !measure.movedBy || measure.movedBy.includes(about)),
    value: figures === null ? null : measure.of(figures),
  })),
});
