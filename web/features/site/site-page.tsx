import type { ReactNode } from 'react';
import { PageBar } from '#web/ui/page-bar.tsx';
import { SiteFooter } from './site-footer.tsx';
import styles from './site-page.module.css';

interface SitePageProps {
  /** What stands at the left of its bar. */
  readonly mark: ReactNode;
  readonly children: ReactNode;
}

/** What stands around the pages that everybody may read. */
export const SitePage = ({ mark, children }: SitePageProps) => (
  <div className={styles['page']}>
    <PageBar>{mark}</PageBar>
    <main>{children}</main>
    <SiteFooter />
  </div>
);
