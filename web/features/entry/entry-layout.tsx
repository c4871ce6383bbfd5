import type { ReactNode } from 'react';
import { useStores } from '#web/stores/root-store.tsx';
import styles from './entry-layout.module.css';

interface EntryLayoutProps {
  /** The form: beside the list on wide screens; on a phone above an empty list, else at the bottom edge. */
  readonly entry: ReactNode;
  readonly hasRows: boolean;
  /** Content below the form, on a phone below the list. */
  readonly tip?: ReactNode;
  readonly children: ReactNode;
}

export function EntryLayout({ entry, hasRows, tip, children }: EntryLayoutProps) {
  if (useStores().business.isPast)
    return <div className={`${styles['list']} stack from-top shrinks gap-16`}>{children}</div>;
  return (
    <div className={`${styles['layout']} stack shrinks gap-24 ${hasRows ? styles['hasRows'] : ''}`}>
      <div className={`${styles['entry']} stack from-top shrinks gap-16`}>{entry}</div>
      {tip !== undefined && <div className={`${styles['tip']} stack from-top shrinks gap-16`}>{tip}</div>}
      <div className={`${styles['list']} stack from-top shrinks gap-16`}>{children}</div>
    </div>
  );
}

/** Actions on a list as a whole, above it. */
export const ListTools = ({ children }: { readonly children: ReactNode }) => (
  <div className={`${styles['tools']} flex wrap`}>{children}</div>
);
