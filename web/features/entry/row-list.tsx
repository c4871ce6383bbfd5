import type { ReactNode } from 'react';
import styles from './row-list.module.css';

/** The number of characters that fit beside a number on a narrow phone in two or three lines. */
const FITS = 32;

/** Tells whether a name has its own line on a narrow screen: beside a number it would be a column of single words. */
export const isLongName = (name: string): boolean => name.length > FITS;

/** A card with one row per item. */
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
  /** A text under the value. */
  readonly textBelowValue?: string | undefined;
  /** The percentage that the bar shows; `share` says the same in words. */
  readonly bar?: number | undefined;
}

/** The content of a row: name at the left, number at the right. */
export function RowContent({ name, detail, value, textBelowValue, bar }: RowContentProps) {
  return (
    <span className="row wrap gap-2 across-16">
      <span className={`${styles['words']} stack shrinks ${isLongName(name) ? styles['isLong'] : ''}`}>
        <span className={`${styles['name']} breaks`}>{name}</span>
        {detail !== undefined && <span className={`${styles['detail']} faint text-14 tabular`}>{detail}</span>}
      </span>
      <span className="stack rigid from-right push-right fits text-end">
        <span className="tabular weight-560">{value}</span>
        {textBelowValue !== undefined && (
          <span className={`${styles['detail']} faint text-14 tabular`}>{textBelowValue}</span>
        )}
      </span>
      {bar !== undefined && (
        <span className={`${styles['track']} mt-4`} aria-hidden="true">
          <span className={`${styles['bar']} block`} style={{ width: `${bar}%` }} />
        </span>
      )}
    </span>
  );
}
