import type { ReactNode } from 'react';
import { PageTitle } from './page-title.tsx';
import styles from './plain-page.module.css';
import { HomeLink } from './wordmark.tsx';

/** A page with a single purpose, such as signing in or an error. The title takes the focus on navigation. */
export function PlainPage({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className={`${styles['page']} stack`}>
      <header>
        <HomeLink />
      </header>
      <main className={`${styles['main']} stack from-left one-column wide gap-16 to-centre`}>
        <PageTitle className={`${styles['title']} weight-660 tight`}>{title}</PageTitle>
        {children}
      </main>
    </div>
  );
}
