import { Button } from '@mantine/core';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { count } from '#domain/format.ts';
import { Panel } from '#web/ui/panel.tsx';
import type { ReportDraft } from './report-draft.ts';
import { totalsText } from './report-sentences.ts';
import styles from './sales-report.module.css';
import type { SignAnswer, SignQuestion } from './understand.ts';

interface ReportQuestionsProps {
  readonly draft: ReportDraft;
}

/** The choice among several sheets or files. */
export const ReportParts = observer(function ReportParts({ draft }: ReportQuestionsProps) {
  const { parts = [] } = draft.report ?? {};
  if (parts.length < 2) return null;
  return (
    <fieldset className="stack gap-12">
      <legend className={`${styles['label']} block weight-540`}>O que entra no relatório</legend>
      {parts.map(({ name }, place) => (
        <label key={name} className="row touch gap-12 pointer">
          <input
            type="checkbox"
            className="tick"
            checked={draft.parts.includes(place)}
            onChange={(event) => draft.setPart(place, event.currentTarget.checked)}
          />
          <span>{name}</span>
        </label>
      ))}
    </fieldset>
  );
});

/** The question what a dot in quantities means, where nothing else in the file shows it. */
export const MarkQuestion = observer(function MarkQuestion({ draft }: ReportQuestionsProps) {
  const { mark, understood } = draft;
  const written = understood?.unclearQuantity;
  if (written === undefined) return null;
  return (
    <Panel title={`Na planilha, ${written} é mil ou é com vírgula?`} tone={mark === undefined ? 'warning' : 'plain'}>
      <div className="row wrap gap-8">
        <Answer
          isGiven={mark === '.'}
          onGive={() => draft.setMark('.')}
          label={`${written.replace('.', ',')}, com vírgula`}
        />
        <Answer isGiven={mark === ','} onGive={() => draft.setMark(',')} label={`${written.replace('.', '')}, mil`} />
      </div>
    </Panel>
  );
});

/** The question about net values: the fee that an app keeps is part of the sales, so it must not be subtracted. */
export const FeeQuestion = observer(function FeeQuestion({ draft }: ReportQuestionsProps) {
  if (!draft.isNet) return null;
  const { isWithoutFee } = draft;
  return (
    <Panel title="Já sem a comissão do aplicativo?" tone={isWithoutFee === undefined ? 'warning' : 'plain'}>
      <p className={styles['sentence']}>
        O relatório só tem o valor líquido.
        {isWithoutFee === true && ' As quantidades entram e os valores ficam de fora: contam pelo preço do canal.'}
        {isWithoutFee === false && ' Os valores entram como estão.'}
      </p>
      <div className="row wrap gap-8">
        <Answer isGiven={isWithoutFee === true} onGive={() => draft.setWithoutFee(true)} label="Sim, já sem ela" />
        <Answer isGiven={isWithoutFee === false} onGive={() => draft.setWithoutFee(false)} label="Não" />
      </div>
    </Panel>
  );
});

/** The number of lines shown at first: a file may ask about thousands. */
const AT_ONCE = 10;

/** Lines with a negative quantity or value, but not both; they are left out until answered. */
export const SignQuestions = observer(function SignQuestions({ draft }: ReportQuestionsProps) {
  const { signs = [], signCount = 0 } = draft.understood ?? {};
  const [shown, setShown] = useState(AT_ONCE);
  if (signCount === 0) return null;
  const isOpen =
    draft.signs[''] === undefined && (signs.length < signCount || signs.some(({ answer }) => answer === undefined));
  return (
    <Panel
      title={signCount === 1 ? '1 linha é devolução?' : `${count(signCount)} linhas são devoluções?`}
      hint={`Só a quantidade ou só o valor está negativo.${isOpen ? ' Enquanto você não disser, fica de fora.' : ''}`}
      tone={isOpen ? 'warning' : 'plain'}
    >
      <ul className="stack list">
        {signs.slice(0, shown).map((each) => (
          <SignLine key={each.key} draft={draft} question={each} />
        ))}
      </ul>
      {signCount > 1 && (
        <div className="row wrap gap-8">
          {signs.length > shown && (
            <Button variant="default" onClick={() => setShown(shown + AT_ONCE)}>
              Mostrar mais
            </Button>
          )}
          <Button variant="default" onClick={() => draft.setSign('', 'return')}>
            Todas são devolução
          </Button>
          <Button variant="default" onClick={() => draft.setSign('', 'out')}>
            Deixar todas de fora
          </Button>
        </div>
      )}
    </Panel>
  );
});

const SIGN_ANSWERS = [
  ['return', 'Devolução'],
  ['out', 'Deixar de fora'],
] as const satisfies readonly (readonly [SignAnswer, string])[];

const SignLine = observer(function SignLine({
  draft,
  question,
}: ReportQuestionsProps & { readonly question: SignQuestion }) {
  const { part, line, product } = question;
  return (
    <li className={`${styles['name']} stack gap-8 pad-block-12`}>
      <span>
        {lineText(part, line)}, <strong>{product}</strong>{' '}
        <span className={`${styles['note']} soft text-15`}>{totalsText(question)}</span>
      </span>
      <div className="row wrap gap-8">
        {SIGN_ANSWERS.map(([answer, label]) => (
          <Answer
            key={answer}
            isGiven={question.answer === answer}
            onGive={() => draft.setSign(question.key, answer)}
            label={label}
            name={`${label}, na linha ${count(line)}`}
          />
        ))}
      </div>
    </li>
  );
});

interface AnswerProps {
  readonly label: string;
  /** The full answer for screen readers, without the visual context. */
  readonly name?: string;
  /** Whether it is the pressed one of several answers. */
  readonly isGiven?: boolean;
  readonly isProposal?: boolean;
  readonly onGive: () => void;
}

/** A plain button, because on a phone ten rows of three appear at once. */
export const Answer = ({ label, name, isGiven, isProposal = isGiven, onGive }: AnswerProps) => (
  <button
    type="button"
    className={`${styles['answer']} touch pad-block-8 pad-inline-16 rounded-small pointer same-font weight-560 ${isProposal ? styles['isProposal'] : ''}`}
    aria-pressed={isGiven}
    aria-label={name}
    onClick={onGive}
  >
    {label}
  </button>
);

/** 'Linha 3', 'Linha 3 de outubro.csv' */
export const lineText = (part: string, line: number): string =>
  `Linha ${count(line)}${part === '' ? '' : ` de ${part}`}`;

/** The number of cancelled sales, with a button that includes them. */
export const CancelledLines = observer(function CancelledLines({ draft }: ReportQuestionsProps) {
  const { understood, withCancelled } = draft;
  if (!understood || (understood.rows.cancelled === 0 && !withCancelled)) return null;
  const lines = understood.rows.cancelled;
  return (
    <div className="stack gap-12">
      <p className={styles['sentence']}>
        {withCancelled
          ? 'O que foi cancelado, estornado, recusado ou devolvido também entra.'
          : `${lines === 1 ? '1 linha cancelada, estornada, recusada ou devolvida fica' : `${count(lines)} linhas canceladas, estornadas, recusadas ou devolvidas ficam`} de fora: ${totalsText(understood.cancelled)}.`}
      </p>
      <div className="row wrap gap-8">
        <Button variant="default" size="compact-sm" onClick={() => draft.setWithCancelled(!withCancelled)}>
          {withCancelled ? 'Deixar de fora o que foi cancelado' : 'Trazer também o que foi cancelado'}
        </Button>
      </div>
    </div>
  );
});
