import type { ReactNode } from 'react';
import styles from './empty-note.module.css';

interface EmptyNoteProps {
  /** A sentence that says what is missing: 'Nenhum insumo cadastrado ainda.' */
  readonly text: string;
  /** A sentence of advice. */
  readonly advice?: ReactNode;
  readonly action?: ReactNode;
}

/** The content of an empty list; never shown after a failed load. */
export function EmptyNote({ text, advice, action }: EmptyNoteProps) {
  return (
    <div className={`${styles['note']} stack from-left gap-4 pad-block-24 pad-inline-24 rounded`}>
      <p className="weight-560">{text}</p>
      {advice !== undefined && <p className="soft">{advice}</p>}
      {action}
    </div>
  );
}
