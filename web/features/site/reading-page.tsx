import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { PageBar } from '#web/ui/page-bar.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { HomeLink } from '#web/ui/wordmark.tsx';
import styles from './reading-page.module.css';
import { SiteFooter } from './site-footer.tsx';
import site from './site.module.css';

interface ReadingPageProps {
  readonly title: string;
  /** A sentence under the title about the page. */
  readonly lead: ReactNode;
  /** Content that stays in view beside the text where there is space. */
  readonly aside: ReactNode;
  readonly children: ReactNode;
}

/** A page of text: one column on a phone, with a side column on a wide screen. */
export function ReadingPage({ title, lead, aside, children }: ReadingPageProps) {
  return (
    <div className={`${site['page']} to-centre no-padding pad-inline-20`}>
      <PageBar>
        <HomeLink />
      </PageBar>
      <main>
        <div className={`${styles['head']} stack gap-12`}>
          <PageTitle className={`${styles['title']} weight-680`}>{title}</PageTitle>
          <p className={`${styles['lead']} soft text-17`}>{lead}</p>
        </div>
        <div className={`${styles['columns']} stack`}>
          <div className={`${styles['aside']} shrinks`}>{aside}</div>
          <div className="shrinks">{children}</div>
        </div>
        <Link to="/" className={`${styles['back']} inline-row touch weight-560`}>
          Voltar ao início
        </Link>
      </main>
      <SiteFooter />
    </div>
  );
}
