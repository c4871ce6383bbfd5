import { ArrowDown, ArrowUp } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import type { TenThousandths } from '#domain/decimal.ts';
import type { DashboardFigures } from '#domain/figures/business-figures.ts';
import { roundToCents } from '#domain/figures/displayed-dish.ts';
import type { MixFigures } from '#domain/figures/mix.ts';
import { money, percentage } from '#domain/format.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { partOf } from '../entry/share.ts';
import { signedMoney } from '../consequences/wording.ts';
import { pointsBetween } from '../profit-change/amounts.ts';
import { UnpricedNote } from '../recipes/unpriced-note.tsx';
import styles from './effect.module.css';
import { changesIn, PLAN_ID, type Plan } from './plan.ts';

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
  const [was, is] = [business.figures, plan.figures];
  const sold = soldRows(was.mix, is.mix);
  const simple = rowsOf(was.dashboard, is.dashboard);
  const rows = [
    ...(sold.length === 0 ? simple : simple.map((row) => ({ ...row, label: `${row.label}, média simples` }))),
    ...sold,
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
          Ver o plano: {changesIn(plan.moves.length)}
        </a>
      )}
      <p className="visually-hidden" role="status">
        {plan.isEmpty ? '' : spoken(rows)}
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

function rowsOf(was: DashboardFigures, is: DashboardFigures): readonly EffectRow[] {
  const perMonth = partOf(is.faturamentoMedio, is.lucroMedio);
  return [
    {
      ...inPercent('Lucro estimado', was.lucroMedio, is.lucroMedio, 'more'),
      note: is.faturamentoMedio > 0 ? `${money(perMonth)} por mês` : undefined,
    },
    inPercent('Margem média', was.margemContribuicao, is.margemContribuicao, 'more'),
    inPercent('CMV médio', was.cmvMedio, is.cmvMedio, 'less'),
    breakEvenRow(was, is),
  ];
}

/** The figures weighted by sales, where they are loaded; before and after use the same sales. */
function soldRows(was: MixFigures | null, is: MixFigures | null): readonly EffectRow[] {
  if (!was || !is) return [];
  return [
    inReais('Resultado por mês, pelo que você vende', was.result, is.result, 'more'),
    ...(was.breakEven > 0 && is.breakEven > 0
      ? [inReais('Ponto de equilíbrio, pelo que você vende', was.breakEven, is.breakEven, 'less')]
      : []),
  ];
}

function inReais(label: string, was: TenThousandths, is: TenThousandths, better: 'more' | 'less'): EffectRow {
  const [from, to] = [money(was), money(is)];
  if (from === to) return { label, from, to, change: undefined };
  const isUp = is > was;
  const text = signedMoney(roundToCents(is) - roundToCents(was));
  return { label, from, to, change: { text, isUp, isBetter: isUp === (better === 'more') } };
}

function inPercent(label: string, was: TenThousandths, is: TenThousandths, better: 'more' | 'less'): EffectRow {
  const [from, to] = [percentage(was), percentage(is)];
  if (from === to) return { label, from, to, change: undefined };
  const isUp = is > was;
  const text = `${isUp ? '+' : '−'}${pointsBetween(was, is)}`;
  return { label, from, to, change: { text, isUp, isBetter: isUp === (better === 'more') } };
}

function breakEvenRow(was: DashboardFigures, is: DashboardFigures): EffectRow {
  const label = 'Ponto de equilíbrio';
  const [from, to] = [breakEvenOf(was), breakEvenOf(is)];
  if (from === to) return { label, from, to, change: undefined };
  if (was.pontoEquilibrio === 0 || is.pontoEquilibrio === 0) {
    const isThere = is.pontoEquilibrio > 0;
    return {
      label,
      from,
      to,
      change: { text: isThere ? 'passa a existir' : 'some', isUp: !isThere, isBetter: isThere },
    };
  }
  return inReais(label, was.pontoEquilibrio, is.pontoEquilibrio, 'less');
}

/** Without a margin there is no break-even point. */
const breakEvenOf = ({ pontoEquilibrio, custosFixos }: DashboardFigures): string =>
  pontoEquilibrio === 0 && custosFixos > 0 ? 'não há' : money(pontoEquilibrio);

const spoken = (rows: readonly EffectRow[]): string =>
  rows
    .filter(({ change }) => change !== undefined)
    .map(({ label, from, to }) => `${label}: de ${from} para ${to}`)
    .join('; ');
