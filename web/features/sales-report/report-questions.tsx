import { Button } from '@mantine/core';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { formatCount } from '#domain/format.ts';
import { Panel } from '#web/ui/panel.tsx';
import type { ReportDraft } from './report-draft.ts';
import { totalsText } from './report-sentences.ts';
import styles from './sales-report.module.css';
import type { SignAnswer, SignQuestion } from './read-report.ts';

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
      {parts.map(({ name }, index) => (
        <label key={name} className="row touch gap-12 pointer">
          <input
            type="checkbox"
            className="tick"
            checked={draft.includedParts.includes(index)}
            onChange={(event) => draft.setPart(index, event.currentTarget.checked)}
          />
          <span>{name}</span>
        </label>
      ))}
    </fieldset>
  );
});

/** Asks for the meaning of a dot in quantities, where nothing else in the file shows it. */
export const MarkQuestion = observer(function MarkQuestion({ draft }: ReportQuestionsProps) {
  const { decimalMark, contents } = draft;
  const quantityText = contents?.ambiguousQuantity;
  if (quantityText === undefined) return null;
  return (
    <Panel
      title={`Na planilha, ${quantityText} é mil ou é com vírgula?`}
      tone={decimalMark === undefined ? 'warning' : 'plain'}
    >
      <div className="row wrap gap-8">
        <AnswerButton
          isPressed={decimalMark === '.'}
          onPress={() => draft.setDecimalMark('.')}
          label={`${quantityText.replace('.', ',')}, com vírgula`}
        />
        <AnswerButton
          isPressed={decimalMark === ','}
          onPress={() => draft.setDecimalMark(',')}
          label={`${quantityText.replace('.', '')}, mil`}
        />
      </div>
    </Panel>
  );
});

/** Asks about net values: the fee that an app keeps is part of the sales, so it must not be subtracted. */
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
        <AnswerButton
          isPressed={isWithoutFee === true}
          onPress={() => draft.setWithoutFee(true)}
          label="Sim, já sem ela"
        />
        <AnswerButton isPressed={isWithoutFee === false} onPress={() => draft.setWithoutFee(false)} label="Não" />
      </div>
    </Panel>
  );
});

/** The number of lines shown at first: a file may ask about thousands. */
const PAGE_SIZE = 10;

/** Lines with a negative quantity or value, but not both; they are left out until answered. */
export const SignQuestions = observer(function SignQuestions({ draft }: ReportQuestionsProps) {
  const { signQuestions = [], signQuestionCount = 0 } = draft.contents ?? {};
  const [limit, setLimit] = useState(PAGE_SIZE);
  if (signQuestionCount === 0) return null;
  const isOpen =
    draft.signAnswers[''] === undefined &&
    (signQuestions.length < signQuestionCount || signQuestions.some(({ answer }) => answer === undefined));
  return (
    <Panel
      title={
        signQuestionCount === 1 ? '1 linha é devolução?' : `${formatCount(signQuestionCount)} linhas são devoluções?`
      }
      hint={`Só a quantidade ou só o valor está negativo.${isOpen ? ' Enquanto você não disser, fica de fora.' : ''}`}
      tone={isOpen ? 'warning' : 'plain'}
    >
      <ul className="stack list">
        {signQuestions.slice(0, limit).map((question) => (
          <SignLine key={question.key} draft={draft} question={question} />
        ))}
      </ul>
      {signQuestionCount > 1 && (
        <div className="row wrap gap-8">
          {signQuestions.length > limit && (
            <Button variant="default" onClick={() => setLimit(limit + PAGE_SIZE)}>
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
          <AnswerButton
            key={answer}
            isPressed={question.answer === answer}
            onPress={() => draft.setSign(question.key, answer)}
            label={label}
            name={`${label}, na linha ${formatCount(line)}`}
          />
        ))}
      </div>
    </li>
  );
});

interface AnswerButtonProps {
  readonly label: string;
  /** The full answer for screen readers, without the visual context. */
  readonly name?: string;
  /** Tells whether it is the pressed one of several answers. */
  readonly isPressed?: boolean;
  readonly isProposal?: boolean;
  readonly onPress: () => void;
}

/** A plain button, because on a phone ten rows of three appear at once. */
export const AnswerButton = ({ label, name, isPressed, isProposal = isPressed, onPress }: AnswerButtonProps) => (
  <button
    type="button"
    className={`${styles['answer']} touch pad-block-8 pad-inline-16 rounded-small pointer same-font weight-560 ${isProposal ? styles['isProposal'] : ''}`}
    aria-pressed={isPressed}
    aria-label={name}
    onClick={onPress}
  >
    {label}
  </button>
);

/** Names a line of the file: 'Linha 3', 'Linha 3 de outubro.csv'. */
export const lineText = (part: string, line: number): string =>
  `Linha ${formatCount(line)}${part === '' ? '' : ` de ${part}`}`;

/** The number of cancelled sales, with a button that includes them. */
export const CancelledLines = observer(function CancelledLines({ draft }: ReportQuestionsProps) {
  const { contents, includesCancelled } = draft;
  if (!contents || (contents.rows.cancelled === 0 && !includesCancelled)) return null;
  const lines = contents.rows.cancelled;
  return (
    <div className="stack gap-12">
      <p className={styles['sentence']}>
        {includesCancelled
          ? 'O que foi cancelado, estornado, recusado ou devolvido também entra.'
          : `${lines === 1 ? '1 linha cancelada, estornada, recusada ou devolvida fica' : `${formatCount(lines)} linhas canceladas, estornadas, recusadas ou devolvidas ficam`} de fora: ${totalsText(contents.cancelled)}.`}
      </p>
      <div className="row wrap gap-8">
        <Button variant="default" size="compact-sm" onClick={() => draft.setIncludesCancelled(!includesCancelled)}>
          {includesCancelled ? 'Deixar de fora o que foi cancelado' : 'Trazer também o que foi cancelado'}
        </Button>
      </div>
    </div>
  );
});
