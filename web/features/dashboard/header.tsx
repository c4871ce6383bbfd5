import { when } from 'mobx';
import { observer } from 'mobx-react-lite';
import { Link } from 'wouter';
import { useStores } from '#web/stores/root-store.tsx';
import { SchemeToggle } from '#web/ui/scheme-toggle.tsx';
import { PlumbBob } from '#web/ui/wordmark.tsx';
import styles from './header.module.css';

/** A change on its way is waited for before signing out, but not for ever. */
const LAST_CHANGES_MS = 3_000;

export const Header = observer(function Header() {
  const { session, business } = useStores();
  const name = session.displayName;
  async function leave() {
    business.sendRemovals();
    await when(() => !business.unsaved, { timeout: LAST_CHANGES_MS }).catch(() => undefined);
    await session.logout();
  }
  return (
    <header className={styles['header']}>
      <div className={styles['who']}>
        <span className={styles['mark']}>
          <PlumbBob />
        </span>
        <span className={styles['greeting']}>{name === '' ? 'Olá!' : `Olá, ${name}`}</span>
      </div>
      <div className={styles['actions']}>
        <SchemeToggle />
        <Link to="/" className={styles['action']}>
          Início
        </Link>
        <button type="button" className={styles['action']} onClick={() => void leave()}>
          Sair
        </button>
      </div>
    </header>
  );
});
