import { SCALE, unitsFromWire } from '#domain/decimal.ts';
import { decimalPlaces } from '#domain/format.ts';
import type { ChartProps } from '#web/ui/chart.tsx';
import { shortDate } from '../past/as-of.ts';
import type { Course, MeasuredPoint } from './measures.ts';

/** The value axis, with round numbers below the minimum and above the maximum. */
export interface Scale {
  readonly min: number;
  readonly max: number;
  readonly tickAmount: number;
}

const STEPS = [1, 2, 2.5, 5, 10];
/** The approximate number of grid lines. */
const LINES = 3;

/** (33.9 … 38.9) → 32 … 40 in four steps of 2. The axis of values that are never negative does not go below zero. */
function scaleOf(values: readonly number[]): Scale {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const spread = most - least || Math.abs(most) * 0.2 || 1;
  const power = 10 ** Math.floor(Math.log10(spread / LINES));
  const step = (STEPS.find((each) => each * power * LINES >= spread) ?? 10) * power;
  const min = Math.floor((least - spread * 0.1) / step) * step;
  const max = Math.ceil((most + spread * 0.1) / step) * step;
  const begin = least >= 0 ? Math.max(0, min) : min;
  return { min: tidy(begin), max: tidy(max), tickAmount: Math.max(1, Math.round((max - begin) / step)) };
}

/** The number without the rounding error of binary fractions. */
const tidy = (value: number): number => Number(value.toPrecision(12));

interface Period {
  readonly from: string;
  readonly to: string;
}

const HEIGHT = 168;

/** A course as a step line: a value holds until the next one. */
export function drawingOf({ measure, points }: Course, { from, to }: Period): ChartProps {
  const steps = stepsOf(points, to);
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
      yaxis: { ...scaleOf(values), labels: { formatter: isPercent ? tickPercent : tickMoney } },
      states: { hover: { filter: { type: 'none' } }, active: { filter: { type: 'none' } } },
    },
    table: {
      head: ['Data', measure.name, 'O que mudou'],
      rows: turnsOf(points).map((point, index) => rowOf(point, index === 0 && point.marks.length === 0, measure)),
    },
  };
}

interface StepPoint {
  readonly x: number;
  readonly y: number | null;
  /** Whether an action changed the value at this point. */
  readonly isChange: boolean;
}

/** A value holds until it disappears or the period ends. */
function stepsOf(points: readonly MeasuredPoint[], to: string): readonly StepPoint[] {
  const steps: StepPoint[] = [];
  let before: number | null = null;
  for (const [index, { at, value, marks, more }] of points.entries()) {
    const x = Date.parse(at);
    if (value === null && before !== null) steps.push({ x, y: before, isChange: true });
    steps.push({
      x,
      y: value,
      isChange: index > 0 && value !== null && value !== before && (marks.length > 0 || more > 0),
    });
    before = value;
  }
  if (before !== null) steps.push({ x: Date.parse(to), y: before, isChange: false });
  return steps;
}

/** 'Custos fixos, de 21/11/2025 a 21/11/2026: de R$ 13.184,30 a R$ 14.972,65, com 9 mudanças.' */
function sentenceOf({ measure, points }: Course, { from, to }: Period): string {
  const known = points.filter((point) => point.value !== null);
  const changes = changesIn(points).length;
  const [first, last] = [known.at(0), known.at(-1)].map((point) => measure.format(unitsFromWire(point?.value ?? 0)));
  const course = first === last ? `${last}` : `de ${first} a ${last}`;
  const often = changes === 0 ? 'sem mudança' : `com ${changes} ${changes === 1 ? 'mudança' : 'mudanças'}`;
  return `${measure.name}, de ${shortDate(from)} a ${shortDate(to)}: ${course}, ${often}.`;
}

/** The first point and the points where the value changed. */
const turnsOf = (points: readonly MeasuredPoint[]): readonly MeasuredPoint[] =>
  points.filter((point, index) => point.value !== (points[index - 1]?.value ?? null));

/** The points where an action changed the value. */
export const changesIn = (points: readonly MeasuredPoint[]): readonly MeasuredPoint[] =>
  turnsOf(points).filter((point) => point !== points[0] && (point.marks.length > 0 || point.more > 0));

function rowOf(point: MeasuredPoint, isBefore: boolean, { format }: Course['measure']): readonly string[] {
  const value = point.value === null ? '–' : format(unitsFromWire(point.value));
  const told = point.marks.map(({ sentence }) => sentence).join(' ');
  const more = point.more > 0 ? ` E mais ${point.more}.` : '';
  return [isBefore ? `Antes, em ${shortDate(point.at)}` : shortDate(point.at), value, isBefore ? '' : `${told}${more}`];
}

const TICK = new Intl.DateTimeFormat('pt-BR', {
  timeZone: 'America/Sao_Paulo',
  day: '2-digit',
  month: '2-digit',
  year: '2-digit',
});
const tickDate = (at: number): string => TICK.format(at);

const tickPercent = (value: number): string =>
  `${decimalPlaces(Math.round(value * SCALE), Number.isInteger(value) ? 0 : 1)}%`;

/** 41250 → '41,3 mil', 38.5 → '38,50', 0.085 → '0,085'. */
function tickMoney(value: number): string {
  if (Math.abs(value) >= 1_000) {
    const thousands = value / 1_000;
    return `${decimalPlaces(Math.round(thousands * SCALE), Number.isInteger(thousands) ? 0 : 1)} mil`;
  }
  const decimals = Number.isInteger(value) ? 0 : Math.abs(value) < 1 ? 3 : 2;
  return decimalPlaces(Math.round(value * SCALE), decimals);
}
