import { observer } from 'mobx-react-lite';
import { SCALE, type TenThousandths } from '#domain/decimal.ts';
import { formatPercentage } from '#domain/format.ts';
import type { Slice } from '#domain/figures/business-figures.ts';
import type { DashboardView } from '#web/stores/business/dashboard-view.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { Chart } from '#web/ui/chart.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { ExplainedTerm } from '../glossary/explained-term.tsx';
import type { TermName } from '../glossary/glossary.ts';
import styles from './dashboard-tab.module.css';
import { weightedMixOf } from '../mix/sentences.ts';

const PARTS = {
  fixed: { name: 'Custos fixos', term: 'fixed', colour: '--chart-fixed' },
  variable: { name: 'Custos variáveis', term: 'variable', colour: '--chart-variable' },
  cmv: { name: 'CMV', term: 'cmv', colour: '--chart-cmv' },
  profit: { name: 'Lucro', term: 'profit', colour: '--chart-profit' },
} as const satisfies Record<Slice['key'], { name: string; term: TermName; colour: `--${string}` }>;

interface RevenueDistributionProps {
  readonly view: DashboardView;
}

/** The distribution of a month's revenue. Hidden without revenue, because there are no shares of zero. */
export const RevenueDistribution = observer(function RevenueDistribution({
  view: { figures, slices },
}: RevenueDistributionProps) {
  const weightedMix = weightedMixOf(useStores().business);
  if (figures.faturamentoMedio <= 0) return null;
  const parts = slices.map(({ key, percentage: share }) => ({ ...PARTS[key], key, share }));
  return (
    <Panel
      title="Para onde vai o dinheiro"
      hint={`Em % do faturamento médio do mês${weightedMix ? ', pela média simples' : ''}`}
    >
      <div className={`${styles['content']} flex wrap gap-16 across-24`}>
        <Chart
          type="donut"
          sentence={`Distribuição do faturamento: ${parts.map(({ name, share }) => `${name} ${formatPercentage(share)}`).join(', ')}.`}
          series={parts.map(({ share }) => share / SCALE)}
          colours={parts.map(({ colour }) => colour)}
          height={200}
          options={donutOptions(
            parts.map(({ name }) => name),
            figures.lucroMedio,
          )}
          table={{
            head: ['Parte', 'Do faturamento'],
            rows: parts.map(({ name, share }) => [name, formatPercentage(share)]),
          }}
        />
        <ul className={`${styles['legend']} stack list`}>
          {parts.map(({ key, name, term, colour, share }) => (
            <li key={key} className={`unbroken row touch gap-8 line-between text-15`}>
              <span
                className={`${styles['swatch']} rigid`}
                style={{ background: `var(${colour})` }}
                aria-hidden="true"
              />
              <ExplainedTerm term={term} name={name} />
              <strong className={`numeral push-right weight-600`}>{formatPercentage(share)}</strong>
            </li>
          ))}
        </ul>
      </div>
      {figures.lucroMedio < 0 && (
        <p className="tomato">
          As despesas passam do faturamento em {formatPercentage(-figures.lucroMedio)}: por isso não há fatia de lucro.
        </p>
      )}
    </Panel>
  );
});

/** The font size of the text inside the ring: smaller for a large loss, whose letters would not fit. */
const fontSizeOf = (text: string): string => (text.length > 7 ? '18px' : '26px');

/** Labels are our own fixed words, so text of users never reaches the chart. */
function donutOptions(labels: string[], profit: TenThousandths) {
  return {
    labels,
    legend: { show: false },
    dataLabels: { enabled: false },
    stroke: { width: 3 },
    states: { hover: { filter: { type: 'none' } }, active: { filter: { type: 'none' } } },
    plotOptions: {
      pie: {
        expandOnClick: false,
        donut: {
          size: '72%',
          labels: {
            show: true,
            name: { fontSize: '14px', offsetY: -6 },
            value: {
              fontSize: fontSizeOf(formatPercentage(Math.abs(profit))),
              fontWeight: 640,
              offsetY: 4,
              formatter: (share: string) => share,
            },
            total: {
              show: true,
              showAlways: true,
              label: profit < 0 ? 'Prejuízo' : 'Lucro',
              fontSize: '14px',
              formatter: () => formatPercentage(Math.abs(profit)),
            },
          },
        },
      },
    },
  };
}
