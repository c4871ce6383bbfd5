import type { ReactNode } from 'react';
import styles from './page-bar.module.css';
import { SchemeToggle } from './scheme-toggle.tsx';

/** Above the pages outside the dashboard: whose page it is, and light or dark. */
export const PageBar = ({ children }: { readonly children: ReactNode }) => (
  <header className={`${styles['bar']} row between`}>
    {children}
    <SchemeToggle />
  </header>
);
