import type { ReactNode } from 'react';
import { Link } from 'wouter';
import styles from './quiet-page.module.css';
import { Wordmark } from './wordmark.tsx';

/** A page with one thing on it: the way in, a dead end. The title takes the focus on navigation. */
export function QuietPage({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className={styles['page']}>
      <header className={styles['head']}>
        <Link to="/" className={styles['home']} aria-label="Prumo, página inicial">
          <Wordmark />
        </Link>
      </header>
      <main className={styles['main']}>
        <h1 className={styles['title']} tabIndex={-1} data-page-title>
          {title}
        </h1>
        {children}
      </main>
    </div>
  );
}
