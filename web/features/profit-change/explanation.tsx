import { dayOf } from '#contract/instants.ts';
import { useMemo } from 'react';
import { ActionButton } from '#web/ui/action.tsx';
import { Chart } from '#web/ui/chart.tsx';
import { EmptyNote } from '#web/ui/note.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { shortDate } from '../past/as-of.ts';
import { formatDay } from '#web/ui/instants.ts';
import {
  POINTS_FORMAT,
  REAIS_FORMAT,
  MONTHLY_REAIS_FORMAT,
  displayedChange,
  toAmount,
  type AmountFormat,
} from './amounts.ts';
import type { ProfitChange } from './answer.ts';
import { bridgeChart } from './bridge-chart.ts';
import { Causes } from './causes.tsx';
import styles from './profit-change.module.css';

interface ExplanationProps {
  readonly change: ProfitChange;
  readonly onStartChange: (day: string) => void;
}

/** Half a cent, in ten-thousandths of a real: a smaller error does not affect the last displayed digit. */
const VISIBLE_ERROR = 50;

const FORMATS = { profit: POINTS_FORMAT, dish: REAIS_FORMAT, result: MONTHLY_REAIS_FORMAT } as const;

/** The change in one sentence, its causes from the largest on, and the bridge between the two figures. */
export function Explanation({ change: exactChange, onStartChange }: ExplanationProps) {
  const format = FORMATS[exactChange.figure];
  const change = useMemo(() => displayedChange(exactChange, format.precision), [exactChange, format]);
  const subject = subjectOf(change);
  const chart = useMemo(() => bridgeChart(change, format, subject), [change, format, subject]);
  const hasParts = change.parts.length > 0;
  const { first_at: startedAt } = change;
  if (startedAt !== null && Date.parse(change.before.at) < Date.parse(startedAt))
    return <EarlyPeriodNote firstDay={dayOf(startedAt)} onStartChange={onStartChange} />;
  return (
    <div className="stack shrinks gap-24">
      <Verdict change={change} format={format} />
      <IncompleteNote change={change} />
      {hasParts && (
        <div className={`${styles['panels']} stack at-top one-column gap-24`}>
          <Panel title="O que pesou" hint="Do maior efeito para o menor. Toque para ver o que foi feito.">
            <Causes change={change} format={format} />
            {!change.exact && toAmount(change.error) >= VISIBLE_ERROR && (
              <p className="faint text-14">
                Cada parte é aproximada: pode estar até {format.size(toAmount(change.error))} fora. A soma está certa.
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

/** Names the figure within a sentence: 'o resultado de “Pizza”'. */
const subjectOf = ({ figure, dish }: ProfitChange): string =>
  figure === 'profit' ? 'o lucro médio estimado' : dish ? `o resultado de “${dish.name}”` : 'o resultado do mês';

function Verdict({ change, format }: { readonly change: ProfitChange; readonly format: AmountFormat }) {
  const difference = toAmount(change.difference);
  const size = format.size(difference);
  const subject = {
    profit: 'Seu lucro médio estimado',
    dish: `O resultado de “${change.dish?.name}”`,
    result: 'Seu resultado do mês',
  }[change.figure];
  const tone = difference === 0 ? 'same' : difference < 0 ? 'worse' : 'better';
  const changeText = {
    same: 'ficou igual',
    worse: `caiu ${size}`,
    better: `subiu ${size}`,
  }[tone];
  return (
    <div className="stack gap-8 soft" role="status">
      <p className={`${styles['headline']} ink weight-600 tight`}>
        {subject} <strong className={{ same: 'ink', worse: 'tomato', better: 'basil' }[tone]}>{changeText}</strong>
      </p>
      <p>
        <FigureOnDay figure={change.before} format={format} />
        <span aria-hidden> → </span>
        <span className="visually-hidden">; depois, </span>
        <FigureOnDay figure={change.after} format={format} />
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

const FigureOnDay = ({
  figure,
  format,
}: {
  readonly figure: ProfitChange['before'];
  readonly format: Pick<AmountFormat, 'value'>;
}) => (
  <span className={`${styles['end']} unbroken`}>
    <strong className="numeral">{format.value(toAmount(figure.value))}</strong> em {formatDay(figure.at)}
  </span>
);

/** The notice for a period that begins before the business did: the first day from which a comparison is possible. */
const EarlyPeriodNote = ({
  firstDay,
  onStartChange,
}: Pick<ExplanationProps, 'onStartChange'> & { readonly firstDay: string }) => (
  <EmptyNote
    text={`Seu negócio começou no Prumo em ${shortDate(firstDay)}: antes disso não há com o que comparar.`}
    advice="A comparação precisa de duas datas de então para cá: na primeira já deve haver custos, faturamento e pratos com preço."
    action={
      <ActionButton tone="quiet" onClick={() => onStartChange(firstDay)}>
        Comparar desde esse dia
      </ActionButton>
    }
  />
);

/** Notes about the limits of the figures. */
function IncompleteNote({ change: { before, after } }: Pick<ExplanationProps, 'change'>) {
  const incomplete = [before, after].filter((figure) => !figure.complete).map((figure) => formatDay(figure.at));
  if (incomplete.length === 0) return null;
  return (
    <div className="stack gap-8 pad-block-12 pad-inline-16 rounded on-honey-tint ink text-15">
      <p>Em {incomplete.join(' e em ')} ainda faltava cadastrar alguma coisa: leia a mudança com esse desconto.</p>
    </div>
  );
}
