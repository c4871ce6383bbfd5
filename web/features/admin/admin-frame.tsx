import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { useSession } from '#web/stores/root-store.tsx';
import { PageTitle, useTitle } from '#web/ui/page-title.tsx';
import { SchemeToggle } from '#web/ui/page-bar.tsx';
import { HomeLink } from '#web/ui/wordmark.tsx';
import styles from './admin-frame.module.css';

const PAGES = [
  ['/admin', 'Pessoas'],
  ['/admin/audit', 'Auditoria'],
  ['/status', 'Status'],
  ['/test', 'Testes'],
] as const;

/** The page of a person counts as part of the list of people. */
function ariaCurrent(pagePath: string, path: string): 'page' | 'true' | undefined {
  if (path === pagePath) return 'page';
  return pagePath === '/admin' && path.startsWith('/admin/people/') ? 'true' : undefined;
}

const LINK_CLASS = `${styles['way']} inline-row touch no-padding pad-inline-8 bare-button rounded-small soft no-underline hover-ink hover-sunken`;

interface AdminFrameProps {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly children: ReactNode;
}

/** The header and navigation of every page of the administration. */
export function AdminFrame({ title, lead, children }: AdminFrameProps) {
  useTitle(title);
  const session = useSession();
  const [path] = useLocation();
  return (
    <div className={`${styles['page']} to-centre`}>
      <header className={`${styles['bar']} row wrap between across-24`}>
        <HomeLink />
        <nav className={`${styles['nav']} flex between shrinks line-below`} aria-label="Administração">
          {PAGES.map(([to, name]) => (
            <Link
              key={to}
              to={to}
              className={`${styles['place']} inline-row in-centre touch-48 no-padding pad-inline-8 bare-button soft no-underline hover-ink`}
              aria-current={ariaCurrent(to, path)}
            >
              {name}
            </Link>
          ))}
        </nav>
        <div className={`${styles['ways']} row`}>
          <SchemeToggle />
          <Link to="/dashboard" className={LINK_CLASS}>
            Painel
          </Link>
          <button type="button" className={LINK_CLASS} onClick={() => void session.logout()}>
            Sair
          </button>
        </div>
      </header>
      <main className={`${styles['main']} stack one-column gap-20`}>
        <div>
          <PageTitle className={`${styles['title']} weight-660 tight breaks`}>{title}</PageTitle>
          {lead !== undefined && <p className={`${styles['lead']} soft`}>{lead}</p>}
        </div>
        {children}
      </main>
    </div>
  );
}

/** Two panels side by side where the screen is wide enough. */
export const TwoColumns = ({ children }: { readonly children: ReactNode }) => (
  <div className={`${styles['acts']} stack one-column gap-20`}>{children}</div>
);
