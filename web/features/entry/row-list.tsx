import type { ReactNode } from 'react';
import styles from './row-list.module.css';

/** In characters: what fits beside a number on a narrow phone in two or three lines. */
const FITS = 32;

/** A name that has a line to itself where there is little room: beside a number it would stand in a column of single words. */
export const isLongName = (name: string): boolean => name.length > FITS;

/** A card with one line per thing. */
export function RowList({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <ul className="list card clips" aria-label={label}>
      {children}
    </ul>
  );
}

interface RowContentProps {
  readonly name: string;
  readonly detail?: ReactNode;
  readonly value: string;
  /** Under the value. */
  readonly share?: string | undefined;
  /** How much of the whole this is, in percent, drawn; the same is said in `share`. */
  readonly bar?: number | undefined;
}

/** Name at the left, number at the right. */
export function RowContent({ name, detail, value, share, bar }: RowContentProps) {
  return (
    <span className="row wrap gap-2 across-16">
      <span className={`${styles['words']} stack shrinks ${isLongName(name) ? styles['isLong'] : ''}`}>
        <span className={`${styles['name']} breaks`}>{name}</span>
        {detail !== undefined && <span className={`${styles['detail']} faint text-14 tabular`}>{detail}</span>}
      </span>
      <span className="stack rigid from-right push-right fits text-end">
        <span className="tabular weight-560">{value}</span>
        {share !== undefined && <span className={`${styles['detail']} faint text-14 tabular`}>{share}</span>}
      </span>
      {bar !== undefined && (
        <span className={`${styles['track']} mt-4`} aria-hidden="true">
          <span className={`${styles['bar']} block`} style={{ width: `${bar}%` }} />
        </span>
      )}
    </span>
  );
}
