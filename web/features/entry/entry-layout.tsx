import type { ReactNode } from 'react';
import { useStores } from '#web/stores/root-store.tsx';
import styles from './entry-layout.module.css';

interface EntryLayoutProps {
  /** What adds: first on a phone, beside the list and always in sight where there is room. */
  readonly entry: ReactNode;
  readonly children: ReactNode;
}

export function EntryLayout({ entry, children }: EntryLayoutProps) {
  if (useStores().business.isPast) return <div className={styles['list']}>{children}</div>;
  return (
    <div className={styles['layout']}>
      <div className={styles['entry']}>{entry}</div>
      <div className={styles['list']}>{children}</div>
    </div>
  );
}
