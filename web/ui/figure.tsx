import { type ReactNode, useState } from 'react';
import styles from './section.module.css';

interface AnimatedNumberProps {
  /** The formatted value. */
  readonly value: string;
  readonly className?: string | undefined;
}

/** A number that animates when it changes, but not when it first appears. */
export function AnimatedNumber({ value, className = '' }: AnimatedNumberProps) {
  const [previous, setPrevious] = useState({ value, changes: 0 });
  if (previous.value !== value) setPrevious({ value, changes: previous.changes + 1 });
  return (
    // A new key restarts the animation.
    <strong key={previous.changes} className={`numeral ${className} ${previous.changes > 0 ? styles['changed'] : ''}`}>
      {value}
    </strong>
  );
}

interface FigureProps {
  /** The name of the number: text, or a <Term> with its explanation. */
  readonly label: ReactNode;
  /** The formatted value, e.g. money(units). */
  readonly value: string;
  /** The number in plain words: 'De cada R$ 100 vendidos, R$ 32 viram ingrediente.' */
  readonly sentence?: ReactNode;
  /** The way of counting, shown beside the number. */
  readonly kind?: ReactNode;
  /** The same figure counted in another way, in a line of its own below. */
  readonly alternative?: ReactNode;
  readonly tone?: 'plain' | 'good' | 'bad';
  /** A short mark beside the number, e.g. 'incompleto'. */
  readonly mark?: string | undefined;
}

/** The text colours of numbers by their meaning. */
export const TONES = { plain: 'ink', good: 'basil', bad: 'tomato', faint: 'faint' } as const;

/** A large number with a sentence in plain words. */
export function Figure({ label, value, sentence, kind, alternative, tone = 'plain', mark }: FigureProps) {
  return (
    <div className="stack from-top shrinks gap-4" data-explained>
      <div className="faint text-15">{label}</div>
      <div className={`row wrap gap-4 across-12`}>
        <AnimatedNumber value={value} className={`${styles['value']} wraps breaks ${TONES[tone]}`} />
        {mark !== undefined && <span className="chip on-tomato-tint tomato">{mark}</span>}
        {kind}
      </div>
      {alternative}
      {sentence !== undefined && <p className="soft text-15">{sentence}</p>}
    </div>
  );
}
