import { observer } from 'mobx-react-lite';
import { useAuth } from '#web/stores/auth.tsx';
import type { LocalMarkers } from '#web/stores/local-markers.ts';
import { useSite } from '#web/stores/site.tsx';
import { ActionLink } from '#web/ui/action.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import styles from './action-block.module.css';

const LOADING = <Spinner label="Carregando..." />;

// Most people who see the first page have no account: what only others need comes when they are there.
const SignedIn = onDemand(async () => (await import('./signed-in.tsx')).SignedIn, LOADING);

/** What to do next, by who is there. Its height is kept while that is not known yet. */
export const ActionBlock = observer(function ActionBlock({ markers }: { readonly markers: LocalMarkers }) {
  const { isPending, user } = useAuth();
  return (
    <div className={styles['block']}>
      {isPending ? LOADING : user === null ? <Visitor /> : <SignedIn user={user} markers={markers} />}
    </div>
  );
});

function Visitor() {
  const { shortPrice } = useSite();
  return (
    <>
      <ActionLink to="/payment/direct">Quero meu acesso por {shortPrice} via Pix</ActionLink>
      <div className={styles['row']}>
        <ActionLink tone="quiet" to="/login">
          Fazer Login
        </ActionLink>
        <ActionLink tone="plain" to="/dashboard">
          Ver uma demonstração
        </ActionLink>
      </div>
    </>
  );
}
