import type { UserBody } from '#contract/user.ts';
import { useAuth } from '#web/stores/auth.tsx';
import { ActionLink } from '#web/ui/action.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { SaveWithGoogle } from '../guest/save-with-google.tsx';
import styles from './part.module.css';
import { SignOut } from '../guest/sign-out.tsx';

/** Who is using the product, and the ways on and out. */
export function Identity({ user }: { readonly user: UserBody }) {
  const { displayName } = useAuth();
  return (
    <Panel>
      {user.guest ? (
        <div className={styles['stack']}>
          <p className={styles['strong']}>Sem conta, neste aparelho</p>
          <p className={styles['text']}>
            Seus números estão ligados a este navegador. Entre com o Google para abri-los em qualquer lugar.
          </p>
        </div>
      ) : (
        <div className={styles['stack']}>
          <p className={styles['strong']}>{displayName}</p>
          {user.email !== null && user.email !== displayName && <p className={styles['text']}>{user.email}</p>}
        </div>
      )}
      <div className={styles['row']}>
        {user.guest && <SaveWithGoogle label="Entrar com Google" />}
        {user.access_granted && (
          <ActionLink tone="quiet" to="/dashboard">
            Ir para o painel
          </ActionLink>
        )}
        <SignOut />
      </div>
    </Panel>
  );
}
