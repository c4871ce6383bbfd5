import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import styles from './rows.module.css';

interface RowText {
  readonly title?: string;
  /** A text without stress, where the row has no title. */
  readonly text?: string;
  readonly notes?: readonly string[];
  readonly problem?: string | null | undefined;
}

export interface AdminRow extends RowText {
  readonly id: string;
  /** A badge at the right. */
  readonly aside?: ReactNode;
  /** The address of a row that is a link. */
  readonly to?: string;
  /** A form about the row, below its text. */
  readonly form?: ReactNode;
}

export const RowText = ({ title, text, notes = [], problem }: RowText) => (
  <span className={`${styles['words']} stack shrinks breaks`}>
    {title !== undefined && <span className={`${styles['name']} weight-560`}>{title}</span>}
    {text !== undefined && <span>{text}</span>}
    {notes.map((note) => (
      <span key={note} className={`${styles['faint']} faint text-15`}>
        {note}
      </span>
    ))}
    {typeof problem === 'string' && <span className={styles['problem']}>{problem}</span>}
  </span>
);

interface RowsProps {
  readonly rows: readonly AdminRow[];
  readonly label?: string;
  /** Tells whether the list scrolls in a region of its own. */
  readonly isScrollable?: boolean;
  readonly isBusy?: boolean;
  /** Tells whether titles are too long to stand beside the badge on a phone. */
  readonly hasLongTitles?: boolean;
}

/** The one table of the administration. */
export function Rows({ rows, label, isScrollable = false, isBusy, hasLongTitles = false }: RowsProps) {
  const list = (
    <ul className={`${styles['list']} stack one-column list`} aria-label={isScrollable ? undefined : label}>
      {rows.map((row) => (
        <li key={row.id} className={row.form === undefined ? undefined : 'stack gap-12 pad-block-14'}>
          <RowContent
            row={row}
            className={`${styles['item']} ${hasLongTitles ? styles['late'] : ''} stack at-middle`}
          />
        </li>
      ))}
    </ul>
  );
  if (!isScrollable) return list;
  // A region without links is scrolled by keyboard only when it takes the focus itself.
  const tabIndex = rows.some(({ to }) => to !== undefined) ? undefined : 0;
  return (
    <div className={styles['scroll']} role="region" aria-label={label} aria-busy={isBusy} tabIndex={tabIndex}>
      {list}
    </div>
  );
}

function RowContent({ row, className }: { readonly row: AdminRow; readonly className: string }) {
  const { to, aside, form } = row;
  if (form !== undefined)
    return (
      <>
        <RowText {...row} />
        {form}
      </>
    );
  if (to === undefined)
    return (
      <div className={className}>
        <RowText {...row} />
        {aside}
      </div>
    );
  return (
    <Link to={to} className={`${className} ${styles['way']} same-colour no-underline hover-sunken focus-within-edge`}>
      <RowText {...row} />
      {aside}
      <ChevronRight size={18} aria-hidden className={`${styles['chevron']} faint`} />
    </Link>
  );
}

interface BadgeProps {
  readonly isGood: boolean;
  readonly children: string;
}

export const Badge = ({ isGood, children }: BadgeProps) => (
  <span className={`${styles['label']} unbroken rounded-full text-13 weight-600 ${isGood ? 'basil' : 'tomato'}`}>
    {children}
  </span>
);

export const AccessBadge = ({ isGranted }: { readonly isGranted: boolean }) => (
  <Badge isGood={isGranted}>{isGranted ? 'LIBERADO' : 'PENDENTE'}</Badge>
);

interface NameValueListProps {
  readonly namesWithValues: readonly (readonly [name: string, value: string])[];
  readonly areProblems?: boolean;
}

/** A list of names with their values at the right. */
export const NameValueList = ({ namesWithValues, areProblems = false }: NameValueListProps) => (
  <ul className={`${styles['list']} stack one-column list`}>
    {namesWithValues.map(([name, value]) => (
      <li key={name} className={`${styles['pair']} flex wrap between at-baseline gap-2 across-24 pad-block-14`}>
        <span className={areProblems ? undefined : 'soft'}>{name}</span>
        <span className={areProblems ? styles['problem'] : undefined}>{value}</span>
      </li>
    ))}
  </ul>
);

interface FiguresProps {
  readonly figures: readonly (readonly [name: string, value: ReactNode, size?: 'small'])[];
}

export const Figures = ({ figures }: FiguresProps) => (
  <dl className={`${styles['figures']} stack gap-16 across-24 no-margin`}>
    {figures.map(([name, value, size]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd className={size && styles[size]}>{value}</dd>
      </div>
    ))}
  </dl>
);
