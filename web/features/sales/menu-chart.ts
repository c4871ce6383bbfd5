import { requireTenThousandths } from '#domain/decimal.ts';
import { MENU_KINDS, type MenuKind } from '#domain/figures/menu.ts';
import { formatCount, formatMoney } from '#domain/format.ts';
import { type ChartProps, roundAxis } from '#web/ui/chart.tsx';
import type { Mix } from '../mix/sales-loader.ts';

/** A dish of a category, with its number in the chart. */
export interface MenuDish {
  readonly item: Mix['menu'][number];
  readonly name: string;
  /** The number, from 1. */
  readonly number: number;
  /** Tells whether its card reports a loss. */
  readonly losesMoney: boolean;
}

/** The thresholds between the kinds. */
export interface KindThresholds {
  /** The least quantity of a popular dish: 70 % of an equal share. */
  readonly quantity: number;
  /** The least margin of a profitable dish, in reais: the mean weighted by sales. */
  readonly margin: number;
}

const POPULAR_SHARE = 0.7;

/** The lines in the chart; the server has decided the kinds with exact numbers. */
export function thresholdsOf(dishes: readonly MenuDish[]): KindThresholds {
  const totalQuantity = dishes.reduce((sum, { item }) => sum + item.quantity, 0);
  const totalMargin = dishes.reduce((sum, { item }) => sum + item.quantity * item.margin, 0);
  return {
    quantity: (POPULAR_SHARE * totalQuantity) / dishes.length,
    margin: totalQuantity === 0 ? 0 : totalMargin / totalQuantity,
  };
}

/** A chart of quantity (across) and margin (up); the number in a dot refers to the list below. */
export function menuChart(category: string, dishes: readonly MenuDish[]): ChartProps {
  const thresholds = thresholdsOf(dishes);
  const lineStyle = { borderColor: 'var(--ink-faint)', strokeDashArray: 4 };
  const kinds = MENU_KINDS.filter((kind) => dishes.some(({ item }) => item.kind === kind));
  const numbers = kinds.map((kind) => dishes.filter(({ item }) => item.kind === kind).map(({ number }) => number));
  return {
    type: 'scatter',
    height: 320,
    sentence: chartSentence(category, dishes),
    colours: kinds.map((kind) => KIND_TEXTS[kind].colour),
    series: kinds.map((kind) => ({
      name: KIND_TEXTS[kind].name,
      data: dishes.filter(({ item }) => item.kind === kind).map(({ item }) => [item.quantity, item.margin]),
    })),
    options: {
      // The number has a ring around it, so that it is legible on every colour.
      markers: {
        size: 11,
        strokeWidth: 3,
        fillOpacity: 1,
        colors: kinds.map(() => 'var(--surface)'),
        strokeColors: kinds.map((kind) => `var(${KIND_TEXTS[kind].colour})`),
        hover: { sizeOffset: 0 },
      },
      dataLabels: {
        enabled: true,
        offsetY: 1,
        formatter: (_value, { seriesIndex, dataPointIndex }: { seriesIndex: number; dataPointIndex: number }) =>
          String(numbers[seriesIndex]?.[dataPointIndex] ?? ''),
        style: { fontSize: '12px', fontWeight: 600, colors: ['var(--ink)'] },
        background: { enabled: false },
      },
      legend: { show: true, position: 'top', horizontalAlign: 'left', onItemClick: { toggleDataSeries: false } },
      annotations: {
        xaxis: [{ x: thresholds.quantity, ...lineStyle }],
        yaxis: [{ y: thresholds.margin, ...lineStyle }],
      },
      xaxis: {
        type: 'numeric',
        ...paddedAxis(dishes.map(({ item }) => item.quantity)),
        title: { text: 'Quantos saem', style: { fontWeight: 450 } },
        labels: { formatter: (value) => formatCount(Math.round(Number(value))) },
      },
      yaxis: {
        ...paddedAxis(dishes.map(({ item }) => item.margin)),
        title: { text: 'Quanto cada um deixa (R$)', style: { fontWeight: 450 } },
        labels: { formatter: (value) => formatCount(Math.round(value)).replace('-', '−') },
      },
      states: { hover: { filter: { type: 'none' } }, active: { filter: { type: 'none' } } },
    },
    table: {
      head: ['Prato', 'Saem', 'Cada um deixa', 'É'],
      rows: dishes.map(({ item, name, number, losesMoney }) => [
        `${number}. ${name}`,
        formatCount(item.quantity),
        formatMoney(requireTenThousandths(item.margin)),
        `${KIND_TEXTS[item.kind].name}${losesMoney ? ', mas dá prejuízo' : ''}`,
      ]),
    },
  };
}

/** An axis with a margin around the outermost dots. */
function paddedAxis(values: readonly number[]): ReturnType<typeof roundAxis> {
  const [minimum, maximum] = [Math.min(...values, 0), Math.max(...values, 0)];
  const padding = (maximum - minimum || 1) * 0.08;
  return roundAxis(minimum < 0 ? minimum - padding : 0, maximum + padding);
}

function chartSentence(category: string, dishes: readonly MenuDish[]): string {
  const groups = MENU_KINDS.map((kind) => {
    const names = dishes.filter(({ item }) => item.kind === kind).map(({ name }) => name);
    return names.length === 0 ? undefined : `${KIND_TEXTS[kind].name}: ${names.join(', ')}`;
  }).filter((group) => group !== undefined);
  return `Quanto sai e quanto deixa cada prato${category === '' ? '' : ` de ${category}`}. ${groups.join('. ')}.`;
}

interface KindTexts {
  readonly name: string;
  readonly advice: string;
  readonly colour: `--${string}`;
}

/** The name of each kind of dish, with advice. */
export const KIND_TEXTS: Readonly<Record<MenuKind, KindTexts>> = {
  star: { name: 'Estrela', advice: 'Mantenha como está e bem à vista.', colour: '--chart-profit' },
  plowhorse: {
    name: 'Burro de carga',
    advice: 'Vende muito e deixa pouco: suba um pouco o preço ou barateie a receita.',
    colour: '--chart-fixed',
  },
  puzzle: { name: 'Quebra-cabeça', advice: 'Deixa bem e sai pouco: ofereça mais.', colour: '--chart-variable' },
  dog: { name: 'Abacaxi', advice: 'Pouco e pouco: troque ou tire.', colour: '--chart-cmv' },
};

/**
 * The advice for a kind of dish, with a warning where the dish's card reports a loss: 'Deixa bem e sai pouco: ofereça
 * mais, mas dá prejuízo depois dos custos fixos.'
 */
export const adviceFor = (kind: MenuKind, losesMoney: boolean): string =>
  losesMoney
    ? `${KIND_TEXTS[kind].advice.replace(/\.$/, '')}, mas dá prejuízo depois dos custos fixos.`
    : KIND_TEXTS[kind].advice;
