import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { useAuth } from '#web/stores/auth.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { SchemeToggle } from '#web/ui/scheme-toggle.tsx';
import { useTitle } from '#web/ui/use-title.ts';
import { Wordmark } from '#web/ui/wordmark.tsx';
import styles from './admin-frame.module.css';

const PLACES = [
  ['/admin', 'Pessoas e pagamentos'],
  ['/admin/audit', 'Auditoria'],
  ['/status', 'Status'],
  ['/test', 'Testes'],
  ['/dashboard', 'Painel'],
] as const;

interface AdminFrameProps {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly children: ReactNode;
}

/** What stands around every page of the administration. */
export function AdminFrame({ title, lead, children }: AdminFrameProps) {
  useTitle(title);
  const session = useAuth();
  const [here] = useLocation();
  return (
    <div className={styles['page']}>
      <header className={styles['bar']}>
        <Link to="/" className={styles['home']} aria-label="Prumo, página inicial">
          <Wordmark />
        </Link>
        <nav className={styles['nav']} aria-label="Administração">
          {PLACES.map(([to, name]) => (
            <Link key={to} to={to} className={styles['link']} aria-current={here === to ? 'page' : undefined}>
              {name}
            </Link>
          ))}
          <button type="button" className={styles['link']} onClick={() => void session.logout()}>
            Sair
          </button>
        </nav>
        <SchemeToggle />
      </header>
      <main className={styles['main']}>
        <div>
          <PageTitle className={styles['title']}>{title}</PageTitle>
          {lead !== undefined && <p className={styles['lead']}>{lead}</p>}
        </div>
        {children}
      </main>
    </div>
  );
}
