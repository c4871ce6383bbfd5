import type { ReactNode } from 'react';
import styles from './hints.module.css';

/** Says that a name is there already. Allowed, but seldom meant. */
export function EqualNameHint({ children }: { readonly children: ReactNode }) {
  return <div role="status">{children !== undefined && <p className={styles['hint']}>{children}</p>}</div>;
}

interface SuggestionsProps {
  readonly label: string;
  readonly names: readonly string[];
  readonly onPick: (name: string) => void;
}

/** Names that most kitchens need: one tap instead of typing. */
export function Suggestions({ label, names, onPick }: SuggestionsProps) {
  if (names.length === 0) return null;
  return (
    <div role="group" aria-label={label} className={styles['suggestions']}>
      {names.map((name) => (
        <button key={name} type="button" className={styles['suggestion']} onClick={() => onPick(name)}>
          {name}
        </button>
      ))}
    </div>
  );
}
