import { Button } from '@mantine/core';
import { observer } from 'mobx-react-lite';
import { useEffect, useId, useRef } from 'react';
import { Link } from 'wouter';
import { formatCount } from '#domain/format.ts';
import { offerUndo } from '../entry/announce-change.ts';
import { formatTime } from '#web/ui/instants.ts';
import { changeAddress } from '../navigation/addresses.ts';
import styles from './changes.module.css';
import type { ChangesList, ChangeEntry } from './changes-list.ts';

/** The number of sentences of one change that are shown; 'e mais 12' leads to the others. */
const MAX_SENTENCES = 3;

interface ChangeLineProps {
  readonly change: ChangeEntry;
  readonly list: ChangesList;
  /** Tells whether the address names this change, which is then scrolled into view, marked and shown in full. */
  readonly isMarked: boolean;
}

/** The sentences of one change, with a button that undoes it or the reason why it cannot be undone. */
export const ChangeLine = observer(function ChangeLine({ change, list, isMarked }: ChangeLineProps) {
  const sentenceId = useId();
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (!isMarked) return;
    item.current?.scrollIntoView({ block: 'center' });
    item.current?.focus({ preventScroll: true });
  }, [isMarked]);
  const { at: changedAt, sentences, more: moreCount } = change;
  const visibleSentences =
    isMarked || sentences.length + moreCount <= MAX_SENTENCES + 1 ? sentences : sentences.slice(0, MAX_SENTENCES);
  const hiddenCount = sentences.length - visibleSentences.length + moreCount;
  const classes = ['change', isMarked && 'marked', change.undone_by !== null && 'undone'];
  return (
    <li
      ref={item}
      className={classes.flatMap((name) => (name ? [styles[name]] : [])).join(' ')}
      {...(isMarked ? { tabIndex: -1, 'aria-current': true } : {})}
    >
      <time className={`${styles['when']} whole-row faint text-15 tabular`} dateTime={changedAt}>
        {formatTime(changedAt)}
      </time>
      <div className={`${styles['words']} stack shrinks gap-2 breaks`}>
        {change.undoes !== null && (
          <Link to={changeAddress(change.undoes)} className={`${styles['other']} inline-row gap-8 soft text-15`}>
            Desfez outra mudança
          </Link>
        )}
        {visibleSentences.map((sentence, i) => (
          <p key={`${i} ${sentence}`} id={i === 0 ? sentenceId : undefined}>
            {sentence}
          </p>
        ))}
        {hiddenCount > 0 && (
          <Link to={changeAddress(change.id)} className={`${styles['other']} inline-row gap-8 soft text-15`}>
            e mais {formatCount(hiddenCount)}
          </Link>
        )}
        <UndoStatus change={change} problem={list.problems.get(change.id)} />
      </div>
      {change.undoable && <UndoButton change={change} list={list} sentenceId={sentenceId} />}
    </li>
  );
});

function UndoStatus({ change, problem }: { readonly change: ChangeEntry; readonly problem: string | undefined }) {
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
    <p className={styles['reason']}>Não dá mais para desfazer: {lowerFirst(change.reason)}</p>
  );
}

interface UndoButtonProps {
  readonly change: ChangeEntry;
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
      loading={list.undoingId === change.id}
      disabled={list.undoingId !== null && list.undoingId !== change.id}
      onClick={() => void undo()}
    >
      {change.restores ? 'Restaurar' : 'Desfazer'}
    </Button>
  );
});

/** Lowers the first letter, for a sentence that continues after a colon. */
const lowerFirst = (sentence: string): string => sentence.charAt(0).toLowerCase() + sentence.slice(1);
