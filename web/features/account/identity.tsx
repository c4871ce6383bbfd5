import type { UserBody } from '#contract/account.ts';
import { useSession } from '#web/stores/root-store.tsx';
import { ActionLink } from '#web/ui/action.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { SignInButton } from '../login/sign-in-button.tsx';
import styles from './account.module.css';
import { SignOut } from '../guest/sign-out.tsx';

/** The signed-in person, with links to the dashboard and out of the session. */
export function Identity({ user }: { readonly user: UserBody }) {
  const { displayName } = useSession();
  return (
    <Panel>
      {user.guest ? (
        <div className="stack gap-4">
          <p className={`${styles['strong']} weight-600 breaks`}>Sem conta, neste aparelho</p>
          <p className="soft">
            Seus números estão ligados a este navegador. Entre com o Google para abri-los em qualquer lugar.
          </p>
        </div>
      ) : (
        <div className="stack gap-4">
          <p className={`${styles['strong']} weight-600 breaks`}>{displayName}</p>
          {user.email !== null && user.email !== displayName && <p className="soft">{user.email}</p>}
        </div>
      )}
      <div className="row wrap gap-8 across-20">
        {user.guest && <SignInButton returnTo="/dashboard">Entrar com Google</SignInButton>}
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
