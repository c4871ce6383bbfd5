import { useState } from 'react';
import styles from './live-number.module.css';

interface LiveNumberProps {
  /** Formatted. */
  readonly value: string;
  readonly className?: string | undefined;
}

/** A number that is seen to change: it settles into its place for a moment. The first one just stands there. */
export function LiveNumber({ value, className = '' }: LiveNumberProps) {
  const [seen, setSeen] = useState({ value, changes: 0 });
  if (seen.value !== value) setSeen({ value, changes: seen.changes + 1 });
  return (
    // A new key begins the motion again.
    <strong key={seen.changes} className={`numeral ${className} ${seen.changes > 0 ? styles['changed'] : ''}`}>
      {value}
    </strong>
  );
}
