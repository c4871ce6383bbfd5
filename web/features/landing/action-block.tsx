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

/**
 * What to do next, by who is there. While that is not known yet, the place of what a visitor is offered is kept by the
 * very same, unseen: how many lines it takes depends on the font and the width.
 */
export const ActionBlock = observer(function ActionBlock({ markers }: { readonly markers: LocalMarkers }) {
  const { isPending, user } = useAuth();
  return (
    <div className={styles['block']}>
      {isPending ? <Undecided /> : user === null ? <Visitor /> : <SignedIn user={user} markers={markers} />}
    </div>
  );
});

function Undecided() {
  return (
    <div className={styles['undecided']}>
      <div className={styles['unseen']} aria-hidden inert>
        <Visitor />
      </div>
      {LOADING}
    </div>
  );
}

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
