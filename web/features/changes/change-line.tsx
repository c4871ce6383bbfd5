import { Button } from '@mantine/core';
import { observer } from 'mobx-react-lite';
import { useEffect, useId, useRef } from 'react';
import { Link } from 'wouter';
import { count } from '#domain/format.ts';
import { offerUndo } from '../entry/announce-change.ts';
import { time } from '#web/ui/instants.ts';
import { changeAddress } from '../places/addresses.ts';
import styles from './changes.module.css';
import type { ChangesList, ListedChange } from './changes-list.ts';

/** The number of sentences of one change that are read at a glance. */
const SAID = 3;

interface ChangeLineProps {
  readonly change: ListedChange;
  readonly list: ChangesList;
  /** Whether the address asks for this change: it is scrolled into view, marked and listed in full. */
  readonly isMarked: boolean;
}

/** The sentences of one change, with a button that undoes it or the reason why it cannot be undone. */
export const ChangeLine = observer(function ChangeLine({ change, list, isMarked }: ChangeLineProps) {
  const sentenceId = useId();
  const line = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (!isMarked) return;
    line.current?.scrollIntoView({ block: 'center' });
    line.current?.focus({ preventScroll: true });
  }, [isMarked]);
  const { at, sentences, more } = change;
  const said = isMarked || sentences.length + more <= SAID + 1 ? sentences : sentences.slice(0, SAID);
  const unsaid = sentences.length - said.length + more;
  const classes = ['change', isMarked && 'marked', change.undone_by !== null && 'undone'];
  return (
    <li
      ref={line}
      className={classes.flatMap((name) => (name ? [styles[name]] : [])).join(' ')}
      {...(isMarked ? { tabIndex: -1, 'aria-current': true } : {})}
    >
      <time className={`${styles['when']} whole-row faint text-15 tabular`} dateTime={at}>
        {time(at)}
      </time>
      <div className={`${styles['words']} stack shrinks gap-2 breaks`}>
        {change.undoes !== null && (
          <Link to={changeAddress(change.undoes)} className={`${styles['other']} inline-row gap-8 soft text-15`}>
            Desfez outra mudança
          </Link>
        )}
        {said.map((sentence, i) => (
          <p key={`${i} ${sentence}`} id={i === 0 ? sentenceId : undefined}>
            {sentence}
          </p>
        ))}
        {unsaid > 0 && (
          <Link to={changeAddress(change.id)} className={`${styles['other']} inline-row gap-8 soft text-15`}>
            e mais {count(unsaid)}
          </Link>
        )}
        <WhyNot change={change} problem={list.problems.get(change.id)} />
      </div>
      {change.undoable && <UndoButton change={change} list={list} sentenceId={sentenceId} />}
    </li>
  );
});

function WhyNot({ change, problem }: { readonly change: ListedChange; readonly problem: string | undefined }) {
  if (problem !== undefined)
    return (
      <p role="alert" className={styles['problem']}>
        {problem}
      </p>
    );
  if (change.undone_by !== null)
    return (
      <Link to={changeAddress(change.undone_by)} className={`${styles['other']} inline-row gap-8 soft text-15`}>
        Desfeita depois
      </Link>
    );
  // The opening of the business needs no reason for not being undoable.
  return change.reason === null || change.things.length === 0 ? null : (
    <p className={styles['reason']}>Não dá mais para desfazer: {lowered(change.reason)}</p>
  );
}

interface UndoButtonProps {
  readonly change: ListedChange;
  readonly list: ChangesList;
  /** The id of the element whose sentence says what would be undone. */
  readonly sentenceId: string;
}

const UndoButton = observer(function UndoButton({ change, list, sentenceId }: UndoButtonProps) {
  const buttonId = useId();
  async function undo() {
    const outcome = await list.undo(change);
    if (outcome.kind === 'saved') offerUndo(outcome, { text: change.restores ? 'Está de volta' : 'Desfeito' });
  }
  return (
    <Button
      id={buttonId}
      aria-labelledby={`${buttonId} ${sentenceId}`}
      variant="default"
      className={styles['undo'] ?? ''}
      loading={list.undoing === change.id}
      disabled={list.undoing !== null && list.undoing !== change.id}
      onClick={() => void undo()}
    >
      {change.restores ? 'Restaurar' : 'Desfazer'}
    </Button>
  );
});

/** A sentence as it continues after a colon; quoted names keep their letters. */
const lowered = (sentence: string): string => sentence.charAt(0).toLowerCase() + sentence.slice(1);
