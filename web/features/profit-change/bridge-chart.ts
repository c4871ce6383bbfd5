import { SCALE, type TenThousandths } from '#domain/decimal.ts';
import { formatDecimal } from '#domain/format.ts';
import { type ChartProps, roundAxis } from '#web/ui/chart.tsx';
import { unitsOf, type AmountFormat } from './amounts.ts';
import type { ProfitChange } from './answer.ts';
import { sentenceOf, shortName } from './cause-sentences.ts';

/** One bar of the bridge from zero to the total; each begins where the previous one ended. */
export interface BridgeStep {
  readonly name: string;
  readonly value: TenThousandths;
  readonly from: TenThousandths;
  readonly to: TenThousandths;
  readonly tone: 'helped' | 'harmed' | 'total';
}

/** The number of causes with bars of their own; the others share one. */
const DRAWN = 7;
const MAX_NAME_LENGTH = 18;
const COLOURS = { helped: '--chart-profit', harmed: '--chart-cmv', total: '--chart-fixed' } as const;

export function bridgeOf({ parts, difference }: ProfitChange): readonly BridgeStep[] {
  const drawn = parts.length <= DRAWN + 1 ? parts : parts.slice(0, DRAWN);
  const others = parts.slice(drawn.length);
  const rest = others.reduce((sum, { value }) => sum + unitsOf(value), 0);
  let end = 0;
  const stepTo = (name: string, value: TenThousandths): BridgeStep => {
    const from = end;
    end += value;
    return { name, value, from, to: end, tone: value < 0 ? 'harmed' : 'helped' };
  };
  const whole = unitsOf(difference);
  return [
    ...drawn.map((part) => stepTo(shortened(shortName(part)), unitsOf(part.value))),
    ...(others.length > 0 ? [stepTo(`Outras ${others.length} causas`, rest)] : []),
    { name: 'No total', value: whole, from: 0, to: whole, tone: 'total' },
  ];
}

/** @param subject 'o lucro', 'o resultado de “Pizza Marguerita”' */
export function bridgeChart(change: ProfitChange, writing: AmountFormat, subject: string): ChartProps {
  const steps = bridgeOf(change);
  const points = steps.flatMap(({ from, to }) => [from, to]);
  const axis = roundAxis(Math.min(...points, 0) / SCALE, Math.max(...points, 0) / SCALE);
  return {
    type: 'rangeBar',
    height: steps.length * 46 + 48,
    sentence: sentence(change, writing, subject),
    colours: steps.map(({ tone }) => COLOURS[tone]),
    series: [
      {
        name: 'Efeito',
        data: steps.map(({ name, value, from, to }, index) => ({
          // The name may be truncated where space is scarce, the amount may not.
          x: `${writing.short(value)}\u00A0 ${name}${distinct(index)}`,
          y: [Math.min(from, to) / SCALE, Math.max(from, to) / SCALE],
        })),
      },
    ],
    options: {
      plotOptions: { bar: { horizontal: true, distributed: true, barHeight: '56%', borderRadius: 3 } },
      dataLabels: { enabled: false },
      legend: { show: false },
      grid: { padding: { left: 12, right: 12 }, xaxis: { lines: { show: true } }, yaxis: { lines: { show: false } } },
      fill: { opacity: 1 },
      xaxis: { ...axis, axisTicks: { show: false }, labels: { formatter: (value) => axisText(Number(value)) } },
      yaxis: { labels: { maxWidth: 176, style: { fontSize: '12px' } } },
      states: { hover: { filter: { type: 'none' } }, active: { filter: { type: 'none' } } },
    },
    table: {
      head: ['Causa', 'Efeito'],
      rows: [
        ...change.parts.map((part): readonly string[] => [sentenceOf(part), writing.effect(unitsOf(part.value))]),
        ['No total', writing.effect(unitsOf(change.difference))],
      ],
    },
  };
}

/**
 * Zero-width spaces make equal labels distinct, because bars with equal labels would be merged. Each label gets the
 * same number, because the space for labels is measured by the longest one.
 */
const distinct = (index: number): string =>
  index.toString(2).padStart(4, '0').replaceAll('0', '\u200B').replaceAll('1', '\u200C');

function sentence({ parts, difference, before, after }: ProfitChange, writing: AmountFormat, subject: string): string {
  const [first] = parts;
  const most = first ? ` O que mais pesou: ${shortName(first)}, ${writing.effect(unitsOf(first.value))}.` : '';
  const way = `de ${writing.value(unitsOf(before.value))} para ${writing.value(unitsOf(after.value))}`;
  return `De onde vem a mudança d${subject}, ${way} (${writing.effect(unitsOf(difference))}).${most}`;
}

const letters = new Intl.Segmenter('pt-BR');

function shortened(name: string): string {
  const all = Array.from(letters.segment(name), ({ segment }) => segment);
  return all.length <= MAX_NAME_LENGTH
    ? name
    : `${all
        .slice(0, MAX_NAME_LENGTH - 1)
        .join('')
        .trimEnd()}…`;
}

/** −0.2 → '−0,2', 1500 → '1,5 mil': a phone has no space for more. */
export function axisText(value: number): string {
  if (Math.abs(value) >= 1_000) return `${axisText(value / 1_000)} mil`;
  const units = Math.round(value * SCALE);
  return formatDecimal(units, 4).replace(/,?0+$/, '').replace('-', '−') || '0';
}
