import { observer } from 'mobx-react-lite';
import { lazy, Suspense } from 'react';
import { useAuth } from '#web/stores/auth.tsx';
import type { LocalMarkers } from '#web/stores/local-markers.ts';
import { useSite } from '#web/stores/site.tsx';
import { ActionLink } from '#web/ui/action.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import styles from './action-block.module.css';

// Most people who see the first page have no account: what only others need comes when they are there.
const SignedIn = lazy(async () => ({ default: (await import('./signed-in.tsx')).SignedIn }));

const LOADING = <Spinner label="Carregando..." />;

/** What to do next, by who is there. Its height is kept while that is not known yet. */
export const ActionBlock = observer(function ActionBlock({ markers }: { readonly markers: LocalMarkers }) {
  const { isPending, user } = useAuth();
  return (
    <div className={styles['block']}>
      {isPending ? (
        LOADING
      ) : user === null ? (
        <Visitor />
      ) : (
        <Suspense fallback={LOADING}>
          <SignedIn user={user} markers={markers} />
        </Suspense>
      )}
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
