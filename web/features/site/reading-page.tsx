import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { HomeLink } from '#web/ui/home-link.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import styles from './reading-page.module.css';
import { SitePage } from './site-page.tsx';

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
    <SitePage mark={<HomeLink />}>
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
    </SitePage>
  );
}
