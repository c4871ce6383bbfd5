import { History } from 'lucide-react';
import { when } from 'mobx';
import { observer } from 'mobx-react-lite';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { useStores } from '#web/stores/root-store.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { SchemeToggle } from '#web/ui/page-bar.tsx';
import { LogoIcon } from '#web/ui/wordmark.tsx';
import { CHANGES } from '../navigation/addresses.ts';
import { DateControl } from './date-control.tsx';
import { HeaderMenu } from './header-menu.tsx';
import styles from './header.module.css';

const LeaveDialog = onDemand(async () => (await import('../guest/leave-dialog.tsx')).LeaveDialog);

/** Milliseconds that signing out waits for pending changes. */
const SAVE_TIMEOUT_MS = 3_000;

const ACTION_CLASSES = `${styles['action']} inline-row touch no-padding pad-inline-10 bare-button rounded-small soft no-underline hover-sunken hover-ink`;

/** Links for administrators only. */
const ADMIN_LINKS = [
  ['/admin', 'Admin'],
  ['/status', 'Status'],
  ['/test', 'Testes'],
] as const;

/** The signed-in person, with links and the way to sign out. */
export const Header = observer(function Header() {
  const { session, business } = useStores();
  const name = session.displayName;
  async function signOut() {
    await when(() => !business.hasUnsavedChanges, { timeout: SAVE_TIMEOUT_MS }).catch(() => undefined);
    await session.logout();
  }
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  return (
    <HeaderFrame
      greeting={name === '' ? 'Olá!' : `Olá, ${name}`}
      signOutButton={
        <button
          type="button"
          className={ACTION_CLASSES}
          onClick={() => (session.isGuest ? setIsDialogOpen(true) : void signOut())}
        >
          Sair
        </button>
      }
      account={
        <Link to="/account" className={ACTION_CLASSES}>
          Minha conta
        </Link>
      }
    >
      {session.user?.is_admin === true && (
        <nav className={`${styles['admin']} flex`} aria-label="Administração">
          {ADMIN_LINKS.map(([to, label]) => (
            <Link key={to} to={to} className={ACTION_CLASSES}>
              {label}
            </Link>
          ))}
        </nav>
      )}
      {isDialogOpen && <LeaveDialog onStay={() => setIsDialogOpen(false)} onLeave={() => void signOut()} />}
    </HeaderFrame>
  );
});

/** The header of the demo. */
export const VisitorHeader = () => (
  <HeaderFrame
    greeting="Olá, visitante"
    account={
      <Link to="/login" className={ACTION_CLASSES}>
        Fazer Login
      </Link>
    }
  />
);

interface HeaderFrameProps {
  readonly greeting: string;
  /** The first item of the menu. */
  readonly account: ReactNode;
  /** The last item of the menu. */
  readonly signOutButton?: ReactNode;
  /** Content of the row, on a phone too. */
  readonly children?: ReactNode;
}

function HeaderFrame({ greeting, account, signOutButton, children }: HeaderFrameProps) {
  return (
    <header className={`${styles['header']} row between shrinks gap-4 line-below`}>
      <div className={`${styles['who']} row shrinks gap-12`}>
        <span className={`${styles['mark']} flex`}>
          <LogoIcon />
        </span>
        <span className={`${styles['greeting']} clips soft breaks`} title={greeting}>
          {greeting}
        </span>
      </div>
      <div className={`${styles['actions']} flex rigid`}>
        <DateControl className={ACTION_CLASSES} />
        <Link to={CHANGES} className={ACTION_CLASSES}>
          <History size={20} aria-hidden className={`${styles['sign']} rigid`} />
          <span className={styles['signText']}>Alterações</span>
        </Link>
        {children}
        <HeaderMenu>
          {account}
          <Link to="/" className={ACTION_CLASSES}>
            Início
          </Link>
          <SchemeToggle className={`${ACTION_CLASSES} ${styles['scheme']}`} textClassName={styles['schemeText']} />
          {signOutButton}
        </HeaderMenu>
      </div>
    </header>
  );
}
