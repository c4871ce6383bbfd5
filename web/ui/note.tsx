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
