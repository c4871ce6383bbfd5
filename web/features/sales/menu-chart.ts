import { requireTenThousandths } from '#domain/decimal.ts';
import { MENU_KINDS } from '#domain/figures/menu.ts';
import { count, money } from '#domain/format.ts';
import { type ChartProps, roundAxis } from '#web/ui/chart.tsx';
import { MENU_WORDS } from './menu-kinds.ts';
import type { Mix } from '../mix/sales-loader.ts';

/** A dish of a category, with its number in the chart. */
export interface MenuDish {
  readonly item: Mix['menu'][number];
  readonly name: string;
  /** The number, from 1. */
  readonly number: number;
  /** Whether its card reports a loss. */
  readonly losesMoney: boolean;
}

/** The thresholds between the kinds. */
export interface MenuLines {
  /** The least quantity of a popular dish: 70 % of an equal share. */
  readonly quantity: number;
  /** The least margin of a profitable dish, in reais: the mean weighted by sales. */
  readonly margin: number;
}

const POPULAR_SHARE = 0.7;

/** The lines in the chart; the server has decided the kinds with exact numbers. */
export function linesOf(dishes: readonly MenuDish[]): MenuLines {
  const all = dishes.reduce((sum, { item }) => sum + item.quantity, 0);
  const left = dishes.reduce((sum, { item }) => sum + item.quantity * item.margin, 0);
  return { quantity: (POPULAR_SHARE * all) / dishes.length, margin: all === 0 ? 0 : left / all };
}

/** A chart of quantity (across) and margin (up); the number in a dot refers to the list below. */
export function menuChart(category: string, dishes: readonly MenuDish[]): ChartProps {
  const lines = linesOf(dishes);
  const line = { borderColor: 'var(--ink-faint)', strokeDashArray: 4 };
  const kinds = MENU_KINDS.filter((kind) => dishes.some(({ item }) => item.kind === kind));
  const numbers = kinds.map((kind) => dishes.filter(({ item }) => item.kind === kind).map(({ number }) => number));
  return {
    type: 'scatter',
    height: 320,
    sentence: sentence(category, dishes),
    colours: kinds.map((kind) => MENU_WORDS[kind].colour),
    series: kinds.map((kind) => ({
      name: MENU_WORDS[kind].name,
      data: dishes.filter(({ item }) => item.kind === kind).map(({ item }) => [item.quantity, item.margin]),
    })),
    options: {
      // The number has a ring around it, so that it is legible on every colour.
      markers: {
        size: 11,
        strokeWidth: 3,
        fillOpacity: 1,
        colors: kinds.map(() => 'var(--surface)'),
        strokeColors: kinds.map((kind) => `var(${MENU_WORDS[kind].colour})`),
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
      annotations: { xaxis: [{ x: lines.quantity, ...line }], yaxis: [{ y: lines.margin, ...line }] },
      xaxis: {
        type: 'numeric',
        ...paddedAxis(dishes.map(({ item }) => item.quantity)),
        title: { text: 'Quantos saem', style: { fontWeight: 450 } },
        labels: { formatter: (value) => count(Math.round(Number(value))) },
      },
      yaxis: {
        ...paddedAxis(dishes.map(({ item }) => item.margin)),
        title: { text: 'Quanto cada um deixa (R$)', style: { fontWeight: 450 } },
        labels: { formatter: (value) => count(Math.round(value)).replace('-', '−') },
      },
      states: { hover: { filter: { type: 'none' } }, active: { filter: { type: 'none' } } },
    },
    table: {
      head: ['Prato', 'Saem', 'Cada um deixa', 'É'],
      rows: dishes.map(({ item, name, number, losesMoney }) => [
        `${number}. ${name}`,
        count(item.quantity),
        money(requireTenThousandths(item.margin)),
        `${MENU_WORDS[item.kind].name}${losesMoney ? ', mas dá prejuízo' : ''}`,
      ]),
    },
  };
}

/** An axis with a margin around the outermost dots. */
function paddedAxis(values: readonly number[]): ReturnType<typeof roundAxis> {
  const [least, most] = [Math.min(...values, 0), Math.max(...values, 0)];
  const room = (most - least || 1) * 0.08;
  return roundAxis(least < 0 ? least - room : 0, most + room);
}

function sentence(category: string, dishes: readonly MenuDish[]): string {
  const groups = MENU_KINDS.map((kind) => {
    const names = dishes.filter(({ item }) => item.kind === kind).map(({ name }) => name);
    return names.length === 0 ? undefined : `${MENU_WORDS[kind].name}: ${names.join(', ')}`;
  }).filter((group) => group !== undefined);
  return `Quanto sai e quanto deixa cada prato${category === '' ? '' : ` de ${category}`}. ${groups.join('. ')}.`;
}
