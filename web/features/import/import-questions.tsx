import { Button } from '@mantine/core';
import { observer } from 'mobx-react-lite';
import { useId } from 'react';
import { formatCount } from '#domain/format.ts';
import { Pill, Pills } from '#web/ui/pill.tsx';
import { useGradualRows } from '../entry/searchable-list.tsx';
import { NEW_INGREDIENT } from '../fields/new-ingredient.ts';
import type { ImportDraft } from './import-draft.ts';
import type { ImportQuestion } from '../fields/import-kind.ts';
import styles from './import.module.css';

interface ImportQuestionsProps {
  readonly draft: ImportDraft;
  readonly questions: readonly ImportQuestion[];
}

/** The number of questions on screen; answering one brings up the next. */
const MAX_QUESTIONS = 30;

/** Questions to the owner. Rows that wait for an answer are left out of the import; the others can be imported. */
export const ImportQuestions = observer(function ImportQuestions({ draft, questions }: ImportQuestionsProps) {
  const openQuestions = questions.filter(
    ({ answer, problem, hasDefault }) => !hasDefault && (answer === '' || problem !== undefined),
  );
  const unknownComponents = openQuestions.filter(({ key }) => key.startsWith('unknown:'));
  const openSet = new Set(openQuestions);
  const visible = [...openQuestions, ...questions.filter((question) => !openSet.has(question))].slice(0, MAX_QUESTIONS);
  const renderedQuestions = useGradualRows(questionsInOrder(questions, visible), 5);
  if (questions.length === 0) return null;
  return (
    <section
      className="stack from-left gap-12 pad-block-16 pad-inline-16 edge-strong rounded on-surface"
      aria-label="Perguntas sobre a planilha"
    >
      <h3 className="text-16 weight-620">
        {openQuestions.length === 0
          ? questions.some(({ key, hasDefault }) => hasDefault || draft.answerTo(key) !== '')
            ? 'Suas respostas'
            : 'Suas respostas, como da última vez'
          : openQuestions.length === 1
            ? 'Falta responder 1 pergunta'
            : `Falta responder ${formatCount(openQuestions.length)} perguntas`}
      </h3>
      {unknownComponents.length > 1 && (
        <Button
          variant="default"
          onClick={() => draft.answer(Object.fromEntries(unknownComponents.map(({ key }) => [key, NEW_INGREDIENT])))}
        >
          Incluir os {formatCount(unknownComponents.length)} que faltam como insumos, sem preço
        </Button>
      )}
      {renderedQuestions.map((question) => (
        <QuestionLine key={question.key} draft={draft} question={question} />
      ))}
      {visible.length < questions.length && (
        <p className="soft">E mais {formatCount(questions.length - visible.length)}, que aparecem depois destas.</p>
      )}
    </section>
  );
});

/** The questions stay in the order of the file, so that nothing moves under a finger. */
const questionsInOrder = (
  all: readonly ImportQuestion[],
  visible: readonly ImportQuestion[],
): readonly ImportQuestion[] => all.filter((question) => visible.includes(question));

const QuestionLine = observer(function QuestionLine({
  draft,
  question: { key, sentence, options, answer, problem },
}: {
  readonly draft: ImportDraft;
  readonly question: ImportQuestion;
}) {
  const id = useId();
  const currentAnswer = draft.answerTo(key) === '' ? answer : draft.answerTo(key);
  if (options.length > 0)
    return (
      <div className="stack wide shrinks gap-8">
        <p aria-hidden="true">{sentence}</p>
        <Pills label={sentence}>
          {options.map(({ value, label }) => (
            <Pill key={value} isOn={currentAnswer === value} onClick={() => draft.answer({ [key]: value })}>
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
