import { observer } from 'mobx-react-lite';
import { useMemo } from 'react';
import { SCALE, type TenThousandths } from '#domain/decimal.ts';
import { formatDecimal, formatMoney } from '#domain/format.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { mapRemoteData, type RemoteData } from '#web/stores/data-loader.ts';
import { Chart, type ChartProps } from '#web/ui/chart.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { MONTHS } from '#contract/instants.ts';

/** The first letter of a month's name, because twelve names do not fit under a chart on a phone. */
export const monthInitial = (name: string): string => name.slice(0, 1);

/** The opacity of the bars, with a contrast of 3:1 both to the line across them and to the page. */
const BAR_OPACITY = 0.7;

/** A chart of the revenue of each month with the break-even point as a line. Hidden without revenue. */
export const RevenueChart = observer(function RevenueChart() {
  const { state, dashboard } = useStores().business;
  const months = MONTHS.map((_, index) => state.months.get(index + 1)?.value ?? 0);
  if (months.every((value) => value === 0)) return null;
  const breakEvenData = mapRemoteData(dashboard, ({ breakEven }) => breakEven.revenue);
  return (
    <Panel title="Mês a mês" hint={breakEvenHint(breakEvenData)}>
      <MonthBars
        months={months.join()}
        breakEven={breakEvenData.kind === 'known' ? breakEvenData.value : NO_BREAK_EVEN}
      />
    </Panel>
  );
});

/** The value by which the chart has no line, for an unknown break-even point. */
const NO_BREAK_EVEN: TenThousandths = 0;

function breakEvenHint(breakEvenData: RemoteData<TenThousandths>): string | undefined {
  if (breakEvenData.kind !== 'known') return undefined;
  return breakEvenData.value > 0
    ? `A linha é o ponto de equilíbrio: ${formatMoney(breakEvenData.value)}`
    : 'Sem ponto de equilíbrio ainda';
}

/** The chart itself. Its `months` are joined to one text, so that it renders again only after a change. */
function MonthBars({ months, breakEven }: { readonly months: string; readonly breakEven: TenThousandths }) {
  const props = useMemo(() => revenueChart(months.split(',').map(Number), breakEven), [months, breakEven]);
  return <Chart {...props} />;
}

function revenueChart(months: readonly TenThousandths[], breakEven: TenThousandths): ChartProps {
  const hasLine = breakEven > 0;
  const scale = axisScale(Math.max(...months, breakEven) / SCALE);
  const breakEvenSeries = { name: 'Ponto de equilíbrio', type: 'line', data: months.map(() => breakEven / SCALE) };
  return {
    type: 'line',
    height: 280,
    sentence: chartSentence(months, breakEven),
    colours: ['--chart-profit', '--ink'],
    series: [
      { name: 'Faturamento', type: 'column', data: months.map((value) => value / SCALE) },
      ...(hasLine ? [breakEvenSeries] : []),
    ],
    options: {
      stroke: { width: [0, 2], dashArray: [0, 6] },
      plotOptions: { bar: { columnWidth: '62%', borderRadius: 3 } },
      dataLabels: { enabled: false },
      legend: { show: hasLine, position: 'bottom', markers: { size: 6 } },
      markers: { size: 0 },
      grid: { padding: { left: 4, right: 4 } },
      fill: { opacity: [BAR_OPACITY, 1] },
      xaxis: {
        categories: MONTHS.map(monthInitial),
        axisTicks: { show: false },
        tooltip: { enabled: false },
        labels: { rotate: 0, hideOverlappingLabels: false },
      },
      yaxis: { min: 0, ...scale, labels: { formatter: axisText } },
      states: { hover: { filter: { type: 'none' } }, active: { filter: { type: 'none' } } },
    },
    table: {
      head: hasLine ? ['Mês', 'Faturamento', 'Acima ou abaixo'] : ['Mês', 'Faturamento'],
      rows: MONTHS.map((name, index) => rowOf(name, months[index] ?? 0, breakEven)),
    },
  };
}

/** The axis ends at the first round number above the maximum: 48 760 → five steps of 10 000. */
function axisScale(maximum: number): { max: number; tickAmount: number } {
  const power = 10 ** Math.floor(Math.log10(maximum));
  const step = [0.2, 0.25, 0.5, 1, 2].map((part) => part * power).find((size) => maximum / size <= 5.5) ?? 2 * power;
  const tickAmount = Math.ceil(maximum / step);
  return { max: tickAmount * step, tickAmount };
}

function rowOf(name: string, value: TenThousandths, breakEven: TenThousandths): readonly string[] {
  if (value === 0) return breakEven > 0 ? [name, '–', '–'] : [name, '–'];
  return breakEven > 0 ? [name, formatMoney(value), signedMoney(value - breakEven)] : [name, formatMoney(value)];
}

const signedMoney = (difference: TenThousandths): string =>
  difference > 0 ? `+${formatMoney(difference)}` : formatMoney(difference);

function chartSentence(months: readonly TenThousandths[], breakEven: TenThousandths): string {
  const filled = months.filter((value) => value > 0);
  if (breakEven === 0) return `Faturamento de ${filled.length} meses.`;
  const above = filled.filter((value) => value >= breakEven).length;
  return `Faturamento mês a mês: ${above} de ${filled.length} meses no ponto de equilíbrio de ${formatMoney(breakEven)} ou acima dele.`;
}

/** The chart's axis has room for one decimal place: 41250.5 is written '41,3 mil', and 41000 '41 mil'. */
function axisText(reais: number): string {
  if (reais < 1_000) return formatDecimal(Math.round(reais) * SCALE, 0);
  return `${formatDecimal(Math.round(reais / 100) * (SCALE / 10), reais % 1_000 === 0 ? 0 : 1)} mil`;
}
