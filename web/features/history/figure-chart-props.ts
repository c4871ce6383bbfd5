import { SCALE, requireTenThousandths } from '#domain/decimal.ts';
import { formatDecimal } from '#domain/format.ts';
import type { ChartProps } from '#web/ui/chart.tsx';
import { shortDate } from '../past/as-of.ts';
import type { FigureSeries, MeasuredPoint } from './measures.ts';

/** The value axis, with round numbers below the minimum and above the maximum. */
export interface ValueAxis {
  readonly min: number;
  readonly max: number;
  readonly tickAmount: number;
}

const ROUND_STEPS = [1, 2, 2.5, 5, 10];
/** The approximate number of grid lines. */
const GRID_LINES = 3;

/** The axis of values: 33.9 … 38.9 gives 32 … 40 in four steps of 2. It does not go below zero needlessly. */
function valueAxis(values: readonly number[]): ValueAxis {
  const [lowest, highest] = [Math.min(...values), Math.max(...values)];
  const spread = highest - lowest || Math.abs(highest) * 0.2 || 1;
  const power = 10 ** Math.floor(Math.log10(spread / GRID_LINES));
  const step = (ROUND_STEPS.find((candidate) => candidate * power * GRID_LINES >= spread) ?? 10) * power;
  const min = Math.floor((lowest - spread * 0.1) / step) * step;
  const max = Math.ceil((highest + spread * 0.1) / step) * step;
  const start = lowest >= 0 ? Math.max(0, min) : min;
  return {
    min: withoutRoundingError(start),
    max: withoutRoundingError(max),
    tickAmount: Math.max(1, Math.round((max - start) / step)),
  };
}

/** The number without the rounding error of binary fractions. */
const withoutRoundingError = (value: number): number => Number(value.toPrecision(12));

interface Period {
  readonly from: string;
  readonly to: string;
}

const HEIGHT = 168;

/** The props of a chart that shows a figure as a step line: a value holds until the next one. */
export function figureChartProps({ measure, points }: FigureSeries, { from, to }: Period): ChartProps {
  const steps = stepPoints(points, to);
  const values = steps.flatMap(({ y }) => (y === null ? [] : [y]));
  const isPercent = measure.format(SCALE).endsWith('%');
  return {
    type: 'line',
    height: HEIGHT,
    sentence: sentenceOf({ measure, points }, { from, to }),
    colours: [measure.colour],
    series: [{ name: measure.name, data: steps.map(({ x, y }) => ({ x, y })) }],
    options: {
      stroke: { curve: 'stepline', width: 2.5 },
      dataLabels: { enabled: false },
      legend: { show: false },
      markers: {
        size: 0,
        hover: { size: 0 },
        discrete: steps.flatMap(({ isChange }, index) =>
          isChange ? [{ seriesIndex: 0, dataPointIndex: index, size: 3, shape: 'circle' as const }] : [],
        ),
      },
      grid: { padding: { left: 14, right: 14, top: -12, bottom: -4 } },
      xaxis: {
        type: 'numeric',
        min: Date.parse(from),
        max: Date.parse(to),
        tickAmount: 3,
        axisTicks: { show: false },
        tooltip: { enabled: false },
        crosshairs: { show: false },
        labels: { rotate: 0, formatter: (x: string) => tickDate(Number(x)) },
      },
      yaxis: { ...valueAxis(values), labels: { formatter: isPercent ? tickPercent : tickMoney } },
      states: { hover: { filter: { type: 'none' } }, active: { filter: { type: 'none' } } },
    },
    table: {
      head: ['Data', measure.name, 'O que mudou'],
      rows: valueChanges(points).map((point, index) => rowOf(point, index === 0 && point.marks.length === 0, measure)),
    },
  };
}

interface StepPoint {
  readonly x: number;
  readonly y: number | null;
  /** Tells whether an action changed the value at this point. */
  readonly isChange: boolean;
}

/** A value holds until it disappears or the period ends. */
function stepPoints(points: readonly MeasuredPoint[], to: string): readonly StepPoint[] {
  const steps: StepPoint[] = [];
  let previous: number | null = null;
  for (const [index, { at, value, marks, more }] of points.entries()) {
    const x = Date.parse(at);
    if (value === null && previous !== null) steps.push({ x, y: previous, isChange: true });
    steps.push({
      x,
      y: value,
      isChange: index > 0 && value !== null && value !== previous && (marks.length > 0 || more > 0),
    });
    previous = value;
  }
  if (previous !== null) steps.push({ x: Date.parse(to), y: previous, isChange: false });
  return steps;
}

/**
 * The chart in words, for screen readers: 'Custos fixos, de 21/11/2025 a 21/11/2026: de R$ 13.184,30 a R$ 14.972,65,
 * com 9 mudanças.'
 */
function sentenceOf({ measure, points }: FigureSeries, { from, to }: Period): string {
  const knownPoints = points.filter((point) => point.value !== null);
  const changes = changePoints(points).length;
  const [first, last] = [knownPoints.at(0), knownPoints.at(-1)].map((point) =>
    measure.format(requireTenThousandths(point?.value ?? 0)),
  );
  const courseText = first === last ? `${last}` : `de ${first} a ${last}`;
  const changeText = changes === 0 ? 'sem mudança' : `com ${changes} ${changes === 1 ? 'mudança' : 'mudanças'}`;
  return `${measure.name}, de ${shortDate(from)} a ${shortDate(to)}: ${courseText}, ${changeText}.`;
}

/** The first point and the points where the value changed. */
const valueChanges = (points: readonly MeasuredPoint[]): readonly MeasuredPoint[] =>
  points.filter((point, index) => point.value !== (points[index - 1]?.value ?? null));

/** The points where an action changed the value. */
export const changePoints = (points: readonly MeasuredPoint[]): readonly MeasuredPoint[] =>
  valueChanges(points).filter((point) => point !== points[0] && (point.marks.length > 0 || point.more > 0));

function rowOf(point: MeasuredPoint, isInitial: boolean, { format }: FigureSeries['measure']): readonly string[] {
  const value = point.value === null ? '–' : format(requireTenThousandths(point.value));
  const causes = point.marks.map(({ sentence }) => sentence).join(' ');
  const more = point.more > 0 ? ` E mais ${point.more}.` : '';
  return [
    isInitial ? `Antes, em ${shortDate(point.at)}` : shortDate(point.at),
    value,
    isInitial ? '' : `${causes}${more}`,
  ];
}

const TICK = new Intl.DateTimeFormat('pt-BR', {
  timeZone: 'America/Sao_Paulo',
  day: '2-digit',
  month: '2-digit',
  year: '2-digit',
});
const tickDate = (moment: number): string => TICK.format(moment);

const tickPercent = (value: number): string =>
  `${formatDecimal(Math.round(value * SCALE), Number.isInteger(value) ? 0 : 1)}%`;

/** The label of an amount in reais on the axis: 41250 → '41,3 mil', 38.5 → '38,50', 0.085 → '0,085'. */
function tickMoney(value: number): string {
  if (Math.abs(value) >= 1_000) {
    const thousands = value / 1_000;
    return `${formatDecimal(Math.round(thousands * SCALE), Number.isInteger(thousands) ? 0 : 1)} mil`;
  }
  const decimals = Number.isInteger(value) ? 0 : Math.abs(value) < 1 ? 3 : 2;
  return formatDecimal(Math.round(value * SCALE), decimals);
}
