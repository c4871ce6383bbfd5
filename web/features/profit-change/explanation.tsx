import { dayOf } from '#contract/instants.ts';
import { useMemo } from 'react';
import { ActionButton } from '#web/ui/action.tsx';
import { Chart } from '#web/ui/chart.tsx';
import { EmptyNote } from '#web/ui/empty-note.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { shortDate } from '../past/as-of.ts';
import { day } from '#web/ui/instants.ts';
import { IN_POINTS, IN_REAIS, IN_REAIS_A_MONTH, displayedChange, unitsOf, type AmountFormat } from './amounts.ts';
import type { ProfitChange } from './answer.ts';
import { bridgeChart } from './bridge-chart.ts';
import { Causes } from './causes.tsx';
import styles from './profit-change.module.css';

interface ExplanationProps {
  readonly change: ProfitChange;
  readonly onSince: (day: string) => void;
}

/** Half a cent, in units: a smaller difference does not affect the last displayed digit. */
const SEEN = 50;

const WRITING = { profit: IN_POINTS, dish: IN_REAIS, result: IN_REAIS_A_MONTH } as const;

/** The change in one sentence, its causes from the largest on, and the bridge between the two figures. */
export function Explanation({ change: exact, onSince }: ExplanationProps) {
  const writing = WRITING[exact.figure];
  const change = useMemo(() => displayedChange(exact, writing.step), [exact, writing]);
  const subject = subjectOf(change);
  const chart = useMemo(() => bridgeChart(change, writing, subject), [change, writing, subject]);
  const hasParts = change.parts.length > 0;
  const { first_at: began } = change;
  if (began !== null && Date.parse(change.before.at) < Date.parse(began))
    return <BeforeBeginning firstDay={dayOf(began)} onSince={onSince} />;
  return (
    <div className="stack shrinks gap-24">
      <Verdict change={change} writing={writing} />
      <Reservations change={change} />
      {hasParts && (
        <div className={`${styles['panels']} stack at-top one-column gap-24`}>
          <Panel title="O que pesou" hint="Do maior efeito para o menor. Toque para ver o que foi feito.">
            <Causes change={change} writing={writing} />
            {!change.exact && unitsOf(change.error) >= SEEN && (
              <p className="faint text-14">
                Cada parte é aproximada: pode estar até {writing.size(unitsOf(change.error))} fora. A soma está certa.
              </p>
            )}
          </Panel>
          <Panel title="De um número ao outro" hint="Cada barra começa onde a anterior parou.">
            <Chart {...chart} />
          </Panel>
        </div>
      )}
    </div>
  );
}

/** 'o resultado de “Pizza”' */
const subjectOf = ({ figure, dish }: ProfitChange): string =>
  figure === 'profit' ? 'o lucro médio estimado' : dish ? `o resultado de “${dish.name}”` : 'o resultado do mês';

function Verdict({ change, writing }: { readonly change: ProfitChange; readonly writing: AmountFormat }) {
  const difference = unitsOf(change.difference);
  const size = writing.size(difference);
  const what = {
    profit: 'Seu lucro médio estimado',
    dish: `O resultado de “${change.dish?.name}”`,
    result: 'Seu resultado do mês',
  }[change.figure];
  const tone = difference === 0 ? 'same' : difference < 0 ? 'worse' : 'better';
  const words = {
    same: 'ficou igual',
    worse: `caiu ${size}`,
    better: `subiu ${size}`,
  }[tone];
  return (
    <div className="stack gap-8 soft" role="status">
      <p className={`${styles['headline']} ink weight-600 tight`}>
        {what} <strong className={{ same: 'ink', worse: 'tomato', better: 'basil' }[tone]}>{words}</strong>
      </p>
      <p className={styles['ends']}>
        <End end={change.before} writing={writing} />
        <span aria-hidden> → </span>
        <span className="visually-hidden">; depois, </span>
        <End end={change.after} writing={writing} />
      </p>
      {difference === 0 && change.parts.length > 0 && <p>Houve mudanças, mas uma compensou a outra.</p>}
      {change.parts.length === 0 && (
        <p>
          Nada do que entra nesta conta mudou entre essas datas: custos,{' '}
          {change.figure === 'result' ? 'vendas' : 'faturamento'}, preços e fichas são os mesmos.
        </p>
      )}
    </div>
  );
}

const End = ({
  end,
  writing,
}: {
  readonly end: ProfitChange['before'];
  readonly writing: Pick<AmountFormat, 'value'>;
}) => (
  <span className={`${styles['end']} unbroken`}>
    <strong className="numeral">{writing.value(unitsOf(end.value))}</strong> em {day(end.at)}
  </span>
);

/** The notice for a period that begins before the business did: the first day from which a comparison is possible. */
const BeforeBeginning = ({ firstDay, onSince }: Pick<ExplanationProps, 'onSince'> & { readonly firstDay: string }) => (
  <EmptyNote
    text={`Seu negócio começou no Prumo em ${shortDate(firstDay)}: antes disso não há com o que comparar.`}
    advice="A comparação precisa de duas datas de então para cá: na primeira já deve haver custos, faturamento e pratos com preço."
    action={
      <ActionButton tone="quiet" onClick={() => onSince(firstDay)}>
        Comparar desde esse dia
      </ActionButton>
    }
  />
);

/** Notes about the limits of the figures. */
function Reservations({ change: { before, after } }: Pick<ExplanationProps, 'change'>) {
  const incomplete = [before, after].filter((end) => !end.complete).map((end) => day(end.at));
  if (incomplete.length === 0) return null;
  return (
    <div className="stack gap-8 pad-block-12 pad-inline-16 rounded on-honey-tint ink text-15">
      <p>Em {incomplete.join(' e em ')} ainda faltava cadastrar alguma coisa: leia a mudança com esse desconto.</p>
    </div>
  );
}
