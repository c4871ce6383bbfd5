import type { ReactNode } from 'react';
import styles from './figure.module.css';

interface FigureProps {
  /** What the number is: text, or a <Term> with its explanation. */
  readonly label: ReactNode;
  /** Formatted, e.g. money(units). */
  readonly value: string;
  /** The number in plain words: 'De cada R$ 100 vendidos, R$ 32 viram ingrediente.' */
  readonly sentence?: ReactNode;
  readonly tone?: 'plain' | 'good' | 'bad';
}

/** A big number and the sentence that says it in plain words. */
export function Figure({ label, value, sentence, tone = 'plain' }: FigureProps) {
  return (
    <div className={styles['figure']}>
      <div className={styles['label']}>{label}</div>
      <strong className={`numeral ${styles['value']} ${styles[tone]}`}>{value}</strong>
      {sentence !== undefined && <p className={styles['sentence']}>{sentence}</p>}
    </div>
  );
}
