import { observer } from 'mobx-react-lite';
import type { TenThousandths } from '#domain/decimal.ts';
import { formatMoney, formatPercentage } from '#domain/format.ts';
import { NO_BREAK_EVEN, statusOf } from '../mix/break-even-status.ts';
import type { DashboardView } from '#web/stores/business/dashboard-view.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { ExplainedTerm } from '../glossary/explained-term.tsx';
import { distanceSentence, type WeightedMix, weightedMixOf } from '../mix/sentences.ts';
import styles from './dashboard-tab.module.css';

/** The average month compared with the break-even point, in percent above or below it. */
export const BreakEvenPerformance = observer(function BreakEvenPerformance({ view }: { readonly view: DashboardView }) {
  const status = statusOf(view);
  const weightedMix = weightedMixOf(useStores().business);
  return (
    <Panel
      title="Desempenho"
      hint={
        <>
          Seu mês médio contra o <ExplainedTerm term="breakEven" name="ponto de equilíbrio" />
          {weightedMix && ', pela média simples'}
        </>
      }
    >
      {status.kind === 'nothing_to_cover' && (
        <p className="soft">Cadastre os custos fixos para comparar o seu mês com o ponto de equilíbrio.</p>
      )}
      {status.kind === 'margin_does_not_cover' && <p className="tomato weight-560">{NO_BREAK_EVEN}.</p>}
      {status.kind === 'no_revenue' && (
        <p className="soft">
          Informe o faturamento de um mês para comparar com os {formatMoney(view.breakEven.revenue)} do ponto de
          equilíbrio.
        </p>
      )}
      {(status.kind === 'above' || status.kind === 'below') && (
        <>
          <p className="soft">
            <strong className={`numeral ${styles['value']} block weight-660 ${styles[status.kind]}`}>
              {formatPercentage(status.percentage)}
            </strong>{' '}
            {status.kind === 'above' ? 'acima' : 'abaixo'} do ponto de equilíbrio
          </p>
          <p className="soft">
            {status.kind === 'above'
              ? `Seu mês médio passa ${formatMoney(status.distance)} do que precisa para empatar.`
              : `Faltam ${formatMoney(status.distance)} de faturamento por mês para empatar.`}
          </p>
          <Bars revenue={view.figures.faturamentoMedio} breakEven={view.breakEven.revenue} tone={status.kind} />
        </>
      )}
      {weightedMix && <WeightedDistance view={view} {...weightedMix} />}
    </Panel>
  );
});

/** The same comparison weighted by sales. */
function WeightedDistance({ view, mix, isOld }: WeightedMix & { readonly view: DashboardView }) {
  const sentence = distanceSentence(view, mix);
  if (sentence === undefined) return null;
  return (
    <p className={`${styles['sold']} soft`} aria-busy={isOld}>
      {isOld ? 'Recalculando pelo que você vende…' : sentence}
    </p>
  );
}

interface BarsProps {
  readonly revenue: TenThousandths;
  readonly breakEven: TenThousandths;
  readonly tone: 'above' | 'below';
}

function Bars({ revenue, breakEven, tone }: BarsProps) {
  const longest = Math.max(revenue, breakEven, 1);
  const bars = [
    { name: 'Faturamento médio', amount: revenue, className: styles[tone] },
    { name: 'Ponto de equilíbrio', amount: breakEven, className: styles['mark'] },
  ];
  return (
    <dl className="stack gap-16 no-margin">
      {bars.map(({ name, amount, className }) => (
        <div
          key={name}
          className={`${styles['bar']} stack wide-and-narrow gap-6 across-16 text-15 ${className}`}
          style={{ '--length': `${(amount / longest) * 100}%` }}
        >
          <dt className="soft">{name}</dt>
          <dd className="numeral no-margin ink weight-560">{formatMoney(amount)}</dd>
        </div>
      ))}
    </dl>
  );
}
