import { Button } from '@mantine/core';
import { observer } from 'mobx-react-lite';
import { useId } from 'react';
import { count } from '#domain/format.ts';
import { Pill, Pills } from '#web/ui/pill.tsx';
import { useGradualRows } from '../entry/use-gradual-rows.ts';
import { NEW } from '../fields/new-ingredient.ts';
import type { ImportDraft } from './import-draft.ts';
import type { ImportQuestion } from '../fields/import-kind.ts';
import styles from './import.module.css';

interface ImportQuestionsProps {
  readonly draft: ImportDraft;
  readonly questions: readonly ImportQuestion[];
}

/** The number of questions shown at once; answering one brings up the next. */
const SHOWN = 30;

/** Questions to the owner. Rows that wait for an answer are left out of the import; the others can be imported. */
export const ImportQuestions = observer(function ImportQuestions({ draft, questions }: ImportQuestionsProps) {
  const open = questions.filter(
    ({ answer, problem, isSettled }) => !isSettled && (answer === '' || problem !== undefined),
  );
  const unknown = open.filter(({ key }) => key.startsWith('unknown:'));
  const first = new Set(open);
  const shown = [...open, ...questions.filter((question) => !first.has(question))].slice(0, SHOWN);
  const drawn = useGradualRows(questionsInOrder(questions, shown), 5);
  if (questions.length === 0) return null;
  return (
    <section
      className="stack from-left gap-12 pad-block-16 pad-inline-16 edge-strong rounded on-surface"
      aria-label="Perguntas sobre a planilha"
    >
      <h3 className="text-16 weight-620">
        {open.length === 0
          ? questions.some(({ key, isSettled }) => isSettled || draft.answerTo(key) !== '')
            ? 'Suas respostas'
            : 'Suas respostas, como da última vez'
          : open.length === 1
            ? 'Falta responder 1 pergunta'
            : `Falta responder ${count(open.length)} perguntas`}
      </h3>
      {unknown.length > 1 && (
        <Button
          variant="default"
          onClick={() => draft.answer(Object.fromEntries(unknown.map(({ key }) => [key, NEW])))}
        >
          Incluir os {count(unknown.length)} que faltam como insumos, sem preço
        </Button>
      )}
      {drawn.map((question) => (
        <QuestionLine key={question.key} draft={draft} question={question} />
      ))}
      {shown.length < questions.length && (
        <p className="soft">E mais {count(questions.length - shown.length)}, que aparecem depois destas.</p>
      )}
    </section>
  );
});

/** The questions stay in the order of the file, so that nothing moves under a finger. */
const questionsInOrder = (
  all: readonly ImportQuestion[],
  shown: readonly ImportQuestion[],
): readonly ImportQuestion[] => all.filter((question) => shown.includes(question));

const QuestionLine = observer(function QuestionLine({
  draft,
  question: { key, sentence, options, answer, problem },
}: {
  readonly draft: ImportDraft;
  readonly question: ImportQuestion;
}) {
  const id = useId();
  const given = draft.answerTo(key) === '' ? answer : draft.answerTo(key);
  if (options.length > 0)
    return (
      <div className="stack wide shrinks gap-8">
        <p aria-hidden="true">{sentence}</p>
        <Pills label={sentence}>
          {options.map(({ value, label }) => (
            <Pill key={value} isOn={given === value} onClick={() => draft.answer({ [key]: value })}>
              {label}
            </Pill>
          ))}
        </Pills>
      </div>
    );
  return (
    <div className="stack wide shrinks gap-8">
      <label htmlFor={id}>{sentence}</label>
      <input
        id={id}
        type="text"
        autoComplete="off"
        className={`${styles['answer']} touch no-padding pad-inline-10 field-box`}
        placeholder="50 g"
        value={draft.answerTo(key)}
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : `${id}-problem`}
        onChange={(event) => draft.answer({ [key]: event.currentTarget.value })}
      />
      {problem !== undefined && (
        <span id={`${id}-problem`} className="tomato">
          {problem}
        </span>
      )}
    </div>
  );
});
