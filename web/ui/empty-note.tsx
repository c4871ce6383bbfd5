import type { ReactNode } from 'react';
import styles from './empty-note.module.css';

interface EmptyNoteProps {
  /** 'Nenhum insumo cadastrado ainda.' */
  readonly text: string;
  /** What to do about it, in a sentence. */
  readonly advice?: ReactNode;
  readonly action?: ReactNode;
}

/** What an empty list shows; never while its load has failed. */
export function EmptyNote({ text, advice, action }: EmptyNoteProps) {
  return (
    <div className={styles['note']}>
      <p className={styles['text']}>{text}</p>
      {advice !== undefined && <p className={styles['advice']}>{advice}</p>}
      {action}
    </div>
  );
}
