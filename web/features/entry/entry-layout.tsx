import type { ReactNode } from 'react';
import { useStores } from '#web/stores/root-store.tsx';
import styles from './entry-layout.module.css';

interface EntryLayoutProps {
  /** What adds: beside the list where there is room; on a phone above it while it is empty, then at the lower edge. */
  readonly entry: ReactNode;
  readonly hasRows: boolean;
  /** Below the form, on a phone below the list. */
  readonly tip?: ReactNode;
  readonly children: ReactNode;
}

export function EntryLayout({ entry, hasRows, tip, children }: EntryLayoutProps) {
  if (useStores().business.isPast) return <div className={styles['list']}>{children}</div>;
  return (
    <div className={`${styles['layout']} ${hasRows ? styles['hasRows'] : ''}`}>
      <div className={styles['entry']}>{entry}</div>
      {tip !== undefined && <div className={styles['tip']}>{tip}</div>}
      <div className={styles['list']}>{children}</div>
    </div>
  );
}
