import { observer } from 'mobx-react-lite';
import { useSession } from '#web/stores/root-store.tsx';
import { ActionButton, BackToStart } from '#web/ui/action.tsx';
import { PlainPage } from '#web/ui/plain-page.tsx';
import { useTitle } from '#web/ui/page-title.tsx';

/** A placeholder for a personal page while the session is unknown, which is not the same as signed out. */
export const UnknownSessionPage = observer(function UnknownSessionPage({ title }: { readonly title: string }) {
  useTitle(title);
  const session = useSession();
  return (
    <PlainPage title={title}>
      <p role="alert">O Prumo não respondeu. Seus dados estão guardados. Confira a conexão e tente de novo.</p>
      <ActionButton busy={session.isFetching} busyLabel="Tentando…" onClick={() => void session.fetchUser()}>
        Tentar de novo
      </ActionButton>
      <BackToStart />
    </PlainPage>
  );
});
