import type { Outcome } from './acting.ts';
import styles from './parts.module.css';

/** What came of an act, said where it was done. */
export function OutcomeNote({ of }: { readonly of: Outcome | undefined }) {
  if (of === undefined) return null;
  return of.kind === 'done' ? (
    <p className={styles['good']} role="status">
      {of.text}
    </p>
  ) : (
    <p className={styles['bad']} role="alert">
      {of.text}
    </p>
  );
}
