import { observer } from 'mobx-react-lite';
import { SCALE } from '#domain/decimal.ts';
import { formatCount, formatDecimal, formatMoney } from '#domain/format.ts';
import type { DashboardView } from '#web/stores/business/dashboard-view.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { SimpleMean } from '../mix/weighted-value.tsx';
import { weightedMixOf } from '../mix/sentences.ts';
import { NO_BREAK_EVEN, type BreakEvenStatus, statusOf } from '../mix/break-even-status.ts';
import styles from './break-even.module.css';

/** The break-even point, the distance to it, and how far the average month is above or below it. */
export const Status = observer(function Status({ view }: { readonly view: DashboardView }) {
  const status = statusOf(view);
  const weightedMix = weightedMixOf(useStores().business);
  return (
    <Panel>
      {weightedMix && (
        <p>
          <SimpleMean />
        </p>
      )}
      {status.kind !== 'margin_does_not_cover' && <Targets view={view} />}
      {(status.kind === 'above' || status.kind === 'below') && <ProgressBar view={view} />}
      <Verdict status={status} />
    </Panel>
  );
});

/** The targets in reais, and in sales where the average ticket is known. */
const Targets = ({ view: { breakEven, figures } }: { readonly view: DashboardView }) => (
  <div className={`${styles['targets']} stack`}>
    <Target value={formatMoney(breakEven.revenue)} text="de faturamento no mês" />
    {figures.ticketMedio > 0 && (
      <Target value={formatCount(breakEven.sales)} text={breakEven.sales === 1 ? 'venda no mês' : 'vendas no mês'} />
    )}
  </div>
);

const Target = ({ value, text }: { readonly value: string; readonly text: string }) => (
  <p className="soft">
    <strong className={`numeral ${styles['value']} block ink weight-660`}>{value}</strong> {text}
  </p>
);

function ProgressBar({ view: { breakEven, figures } }: { readonly view: DashboardView }) {
  const percent = breakEven.progress / SCALE;
  const text = `${formatDecimal(breakEven.progress, 1)}%`;
  return (
    <div className="stack gap-8 mt-8">
      <div
        role="progressbar"
        aria-label="Caminho até o ponto de equilíbrio"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={text}
        className={`${styles['track']} on-sunken clips`}
      >
        <span className={`${styles['filled']} block`} style={{ width: `${percent}%` }} />
      </div>
      <div className={`${styles['ends']} flex wrap between gap-4 across-24 soft text-15`}>
        <span>
          Seu mês médio: <strong className="numeral">{formatMoney(figures.faturamentoMedio)}</strong>
        </span>
        <strong className="numeral">{text}</strong>
      </div>
    </div>
  );
}

function Verdict({ status }: { readonly status: BreakEvenStatus }) {
  switch (status.kind) {
    case 'nothing_to_cover':
      return <p className={styles['verdict']}>Nenhum custo fixo cadastrado: ainda não há o que cobrir.</p>;
    case 'margin_does_not_cover':
      return (
        <p className={`${styles['verdict']} ${styles['below']}`}>
          <strong>{NO_BREAK_EVEN}.</strong> Cada venda precisa deixar alguma coisa depois dos ingredientes e das taxas:
          confira os preços e as fichas técnicas dos pratos.
        </p>
      );
    case 'no_revenue':
      return (
        <p className={styles['verdict']}>Informe o faturamento de um mês para comparar com o ponto de equilíbrio.</p>
      );
    case 'above':
      return (
        <p className={`${styles['verdict']} ${styles['above']}`}>
          <strong>Acima do ponto de equilíbrio.</strong> Seu mês médio passa{' '}
          <span className="numeral">{formatMoney(status.distance)}</span> do necessário.
        </p>
      );
    case 'below':
      return (
        <p className={`${styles['verdict']} ${styles['below']}`}>
          <strong>Abaixo do ponto de equilíbrio.</strong> Faltam{' '}
          <span className="numeral">{formatMoney(status.distance)}</span> de faturamento por mês.
        </p>
      );
    default:
      return status satisfies never;
  }
}
