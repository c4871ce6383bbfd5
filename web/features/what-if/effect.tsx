import { ArrowDown, ArrowUp } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import type { TenThousandths } from '#domain/decimal.ts';
import type { DashboardFigures } from '#domain/figures/business-figures.ts';
import { roundToCents } from '#domain/figures/dish-result.ts';
import type { MixFigures } from '#domain/figures/mix.ts';
import { formatMoney, formatPercentage } from '#domain/format.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { partOf } from '../entry/share.ts';
import { signedMoney } from '../consequences/wording.ts';
import { pointsBetween } from '../profit-change/amounts.ts';
import { UnpricedNote } from '../recipes/unpriced-note.tsx';
import styles from './effect.module.css';
import { changesText, PLAN_ID, type Plan } from './plan.ts';

interface EffectRow {
  readonly label: string;
  readonly from: string;
  readonly to: string;
  /** The difference, and whether it is an improvement. Undefined without a change. */
  readonly change: { readonly text: string; readonly isUp: boolean; readonly isBetter: boolean } | undefined;
  readonly note?: string | undefined;
}

/** The main figures, today and simulated: unweighted and weighted by sales. */
export const Effect = observer(function Effect({ plan }: { readonly plan: Plan }) {
  const { business } = useStores();
  const [before, after] = [business.figures, plan.figures];
  const weighted = weightedRows(before.mix, after.mix);
  const unweighted = unweightedRows(before.dashboard, after.dashboard);
  const rows = [
    ...(weighted.length === 0
      ? unweighted
      : unweighted.map((row) => ({ ...row, label: `${row.label}, média simples` }))),
    ...weighted,
  ];
  return (
    <section className="shrinks card clips" aria-label="Efeito no negócio">
      <dl className={`${styles['rows']} stack ledger no-margin`}>
        {rows.map((row) => (
          <Row key={row.label} {...row} />
        ))}
      </dl>
      <UnpricedNote />
      {!plan.isEmpty && (
        <a href={`#${PLAN_ID}`} className={`${styles['toPlan']} stack centred touch line-above text-14`}>
          Ver o plano: {changesText(plan.amounts.length)}
        </a>
      )}
      <p className="visually-hidden" role="status">
        {plan.isEmpty ? '' : announcement(rows)}
      </p>
    </section>
  );
});

function Row({ label, from, to, change, note }: EffectRow) {
  const Arrow = change?.isUp ? ArrowUp : ArrowDown;
  return (
    <div className={`${styles['row']} stack from-top shrinks pad-block-8 pad-inline-12 on-surface`}>
      <dt className={`${styles['label']} faint text-13`}>{label}</dt>
      <dd className="stack no-margin">
        <strong className={`${styles['value']} tabular breaks text-18 weight-640`}>{to}</strong>
        <span className={`${styles['before']} faint`}>
          {change ? (
            <>
              <span className={`numeral ${styles['change']} weight-600 ${change.isBetter ? 'basil' : 'tomato'}`}>
                <Arrow size={14} strokeWidth={2.5} aria-hidden />
                {change.text}
                <span className="visually-hidden">{change.isBetter ? ' melhor' : ' pior'}</span>
              </span>{' '}
              <span className="numeral">hoje {from}</span>
            </>
          ) : (
            'como hoje'
          )}
        </span>
        {note !== undefined && <span className={`numeral ${styles['note']} hidden soft text-14`}>{note}</span>}
      </dd>
    </div>
  );
}

function unweightedRows(before: DashboardFigures, after: DashboardFigures): readonly EffectRow[] {
  const perMonth = partOf(after.faturamentoMedio, after.lucroMedio);
  return [
    {
      ...inPercent('Lucro estimado', before.lucroMedio, after.lucroMedio, 'more'),
      note: after.faturamentoMedio > 0 ? `${formatMoney(perMonth)} por mês` : undefined,
    },
    inPercent('Margem média', before.margemContribuicao, after.margemContribuicao, 'more'),
    inPercent('CMV médio', before.cmvMedio, after.cmvMedio, 'less'),
    breakEvenRow(before, after),
  ];
}

/** The figures weighted by sales, where they are loaded; before and after use the same sales. */
function weightedRows(before: MixFigures | null, after: MixFigures | null): readonly EffectRow[] {
  if (!before || !after) return [];
  return [
    inReais('Resultado por mês, pelo que você vende', before.result, after.result, 'more'),
    ...(before.breakEven > 0 && after.breakEven > 0
      ? [inReais('Ponto de equilíbrio, pelo que você vende', before.breakEven, after.breakEven, 'less')]
      : []),
  ];
}

function inReais(
  label: string,
  before: TenThousandths,
  after: TenThousandths,
  betterDirection: 'more' | 'less',
): EffectRow {
  const [from, to] = [formatMoney(before), formatMoney(after)];
  if (from === to) return { label, from, to, change: undefined };
  const isUp = after > before;
  const text = signedMoney(roundToCents(after) - roundToCents(before));
  return { label, from, to, change: { text, isUp, isBetter: isUp === (betterDirection === 'more') } };
}

function inPercent(label: string, before: TenThousandths, after: TenThousandths, better: 'more' | 'less'): EffectRow {
  const [from, to] = [formatPercentage(before), formatPercentage(after)];
  if (from === to) return { label, from, to, change: undefined };
  const isUp = after > before;
  const text = `${isUp ? '+' : '−'}${pointsBetween(before, after)}`;
  return { label, from, to, change: { text, isUp, isBetter: isUp === (better === 'more') } };
}

function breakEvenRow(before: DashboardFigures, after: DashboardFigures): EffectRow {
  const label = 'Ponto de equilíbrio';
  const [from, to] = [breakEvenText(before), breakEvenText(after)];
  if (from === to) return { label, from, to, change: undefined };
  if (before.pontoEquilibrio === 0 || after.pontoEquilibrio === 0) {
    const hasBreakEven = after.pontoEquilibrio > 0;
    return {
      label,
      from,
      to,
      change: { text: hasBreakEven ? 'passa a existir' : 'some', isUp: !hasBreakEven, isBetter: hasBreakEven },
    };
  }
  return inReais(label, before.pontoEquilibrio, after.pontoEquilibrio, 'less');
}

/** The text of the break-even point, which there is only with a margin. */
const breakEvenText = ({ pontoEquilibrio, custosFixos }: DashboardFigures): string =>
  pontoEquilibrio === 0 && custosFixos > 0 ? 'não há' : formatMoney(pontoEquilibrio);

const announcement = (rows: readonly EffectRow[]): string =>
  rows
    .filter(({ change }) => change !== undefined)
    .map(({ label, from, to }) => `${label}: de ${from} para ${to}`)
    .join('; ');
