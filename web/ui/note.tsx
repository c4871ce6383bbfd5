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
