import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { PageBar } from '#web/ui/page-bar.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { HomeLink } from '#web/ui/wordmark.tsx';
import styles from './reading-page.module.css';
import { SiteFooter } from './site-footer.tsx';
import site from './site-page.module.css';

interface ReadingPageProps {
  readonly title: string;
  /** What the page is about, in a sentence under its title. */
  readonly lead: ReactNode;
  /** Stays in view beside the text where there is room. */
  readonly aside: ReactNode;
  readonly children: ReactNode;
}

/** A page to read: one column on a phone, what one looks for beside the text on a wide screen. */
export function ReadingPage({ title, lead, aside, children }: ReadingPageProps) {
  return (
    <div className={site['page']}>
      <PageBar>
        <HomeLink />
      </PageBar>
      <main>
        <div className={styles['head']}>
          <PageTitle className={styles['title']}>{title}</PageTitle>
          <p className={styles['lead']}>{lead}</p>
        </div>
        <div className={styles['columns']}>
          <div className={styles['aside']}>{aside}</div>
          <div className={styles['text']}>{children}</div>
        </div>
        <Link to="/" className={styles['back']}>
          Voltar ao início
        </Link>
      </main>
      <SiteFooter />
    </div>
  );
}
