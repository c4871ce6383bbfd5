import { type ReactNode, useState } from 'react';
import styles from './figure.module.css';

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

interface FigureProps {
  /** What the number is: text, or a <Term> with its explanation. */
  readonly label: ReactNode;
  /** Formatted, e.g. money(units). */
  readonly value: string;
  /** The number in plain words: 'De cada R$ 100 vendidos, R$ 32 viram ingrediente.' */
  readonly sentence?: ReactNode;
  /** Which of several ways of counting it is; stands beside the number. */
  readonly kind?: ReactNode;
  /** The same figure, counted in another way: a line of its own below. */
  readonly beside?: ReactNode;
  readonly tone?: 'plain' | 'good' | 'bad';
  /** A short mark beside the number, e.g. 'incompleto'. */
  readonly mark?: string | undefined;
}

/** What a number's colour says of it. */
export const TONES = { plain: 'ink', good: 'basil', bad: 'tomato', faint: 'faint' } as const;

/** A big number and the sentence that says it in plain words. */
export function Figure({ label, value, sentence, kind, beside, tone = 'plain', mark }: FigureProps) {
  return (
    <div className="stack from-top shrinks gap-4" data-explained>
      <div className="faint text-15">{label}</div>
      <div className={`row wrap gap-4 across-12`}>
        <LiveNumber value={value} className={`${styles['value']} wraps breaks ${TONES[tone]}`} />
        {mark !== undefined && <span className="chip on-tomato-tint tomato">{mark}</span>}
        {kind}
      </div>
      {beside}
      {sentence !== undefined && <p className="soft text-15">{sentence}</p>}
    </div>
  );
}
