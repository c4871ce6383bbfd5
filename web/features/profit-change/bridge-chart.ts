import { SCALE, type TenThousandths } from '#domain/decimal.ts';
import { formatDecimal } from '#domain/format.ts';
import { type ChartProps, roundAxis } from '#web/ui/chart.tsx';
import { toAmount, type AmountFormat } from './amounts.ts';
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
const MAX_CAUSES = 7;
const MAX_NAME_LENGTH = 18;
const COLOURS = { helped: '--chart-profit', harmed: '--chart-cmv', total: '--chart-fixed' } as const;

/** The bars of the largest causes, one for all others, and the total. */
export function bridgeSteps({ parts, difference }: ProfitChange): readonly BridgeStep[] {
  const largestParts = parts.length <= MAX_CAUSES + 1 ? parts : parts.slice(0, MAX_CAUSES);
  const others = parts.slice(largestParts.length);
  const othersTotal = others.reduce((sum, { value }) => sum + toAmount(value), 0);
  let end = 0;
  const nextStep = (name: string, value: TenThousandths): BridgeStep => {
    const from = end;
    end += value;
    return { name, value, from, to: end, tone: value < 0 ? 'harmed' : 'helped' };
  };
  const total = toAmount(difference);
  return [
    ...largestParts.map((part) => nextStep(truncated(shortName(part)), toAmount(part.value))),
    ...(others.length > 0 ? [nextStep(`Outras ${others.length} causas`, othersTotal)] : []),
    { name: 'No total', value: total, from: 0, to: total, tone: 'total' },
  ];
}

/** @param subject 'o lucro', 'o resultado de “Pizza Marguerita”' */
export function bridgeChart(change: ProfitChange, format: AmountFormat, subject: string): ChartProps {
  const steps = bridgeSteps(change);
  const points = steps.flatMap(({ from, to }) => [from, to]);
  const axis = roundAxis(Math.min(...points, 0) / SCALE, Math.max(...points, 0) / SCALE);
  return {
    type: 'rangeBar',
    height: steps.length * 46 + 48,
    sentence: chartSentence(change, format, subject),
    colours: steps.map(({ tone }) => COLOURS[tone]),
    series: [
      {
        name: 'Efeito',
        data: steps.map(({ name, value, from, to }, index) => ({
          // The name may be truncated where space is scarce, the amount may not.
          x: `${format.short(value)}\u00A0 ${name}${invisibleNumber(index)}`,
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
        ...change.parts.map((part): readonly string[] => [sentenceOf(part), format.effect(toAmount(part.value))]),
        ['No total', format.effect(toAmount(change.difference))],
      ],
    },
  };
}

/**
 * Zero-width spaces make equal labels distinct, because bars with equal labels would be merged. Each label gets the
 * same number, because the space for labels is measured by the longest one.
 */
const invisibleNumber = (index: number): string =>
  index.toString(2).padStart(4, '0').replaceAll('0', '\u200B').replaceAll('1', '\u200C');

function chartSentence(
  { parts, difference, before, after }: ProfitChange,
  format: AmountFormat,
  subject: string,
): string {
  const [first] = parts;
  const heaviestText = first ? ` O que mais pesou: ${shortName(first)}, ${format.effect(toAmount(first.value))}.` : '';
  const rangeText = `de ${format.value(toAmount(before.value))} para ${format.value(toAmount(after.value))}`;
  return `De onde vem a mudança d${subject}, ${rangeText} (${format.effect(toAmount(difference))}).${heaviestText}`;
}

const segmenter = new Intl.Segmenter('pt-BR');

function truncated(name: string): string {
  const letters = Array.from(segmenter.segment(name), ({ segment }) => segment);
  return letters.length <= MAX_NAME_LENGTH
    ? name
    : `${letters
        .slice(0, MAX_NAME_LENGTH - 1)
        .join('')
        .trimEnd()}…`;
}

/** −0.2 → '−0,2', 1500 → '1,5 mil': a phone has no space for more. */
export function axisText(value: number): string {
  if (Math.abs(value) >= 1_000) return `${axisText(value / 1_000)} mil`;
  const amount = Math.round(value * SCALE);
  return formatDecimal(amount, 4).replace(/,?0+$/, '').replace('-', '−') || '0';
}
