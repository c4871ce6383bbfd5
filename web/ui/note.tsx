import type { ReactNode } from 'react';
import styles from './note.module.css';

interface NoteProps {
  readonly role: 'alert' | 'status';
  /** A paragraph and its actions. */
  readonly children: ReactNode;
}

/** A problem in a line of its own, above the content that it is about. */
export const Note = ({ role, children }: NoteProps) => (
  <div className={`${styles['note']} row wrap gap-12 pad-block-12 pad-inline-16 rounded on-tomato-tint`} role={role}>
    {children}
  </div>
);

interface ProblemProps {
  /** The sentence about what went wrong; undefined or empty while nothing did. */
  readonly text: string | undefined;
  readonly className?: string;
}

/** The problem of a form or of a request, announced when it appears. */
export const Problem = ({ text, className = 'tomato' }: ProblemProps) =>
  text !== undefined &&
  text !== '' && (
    <p role="alert" className={className}>
      {text}
    </p>
  );

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
    <div className={`${styles['empty']} stack from-left gap-4 pad-block-24 pad-inline-24 rounded`}>
      <p className="weight-560">{text}</p>
      {advice !== undefined && <p className="soft">{advice}</p>}
      {action}
    </div>
  );
}
