import { observer } from 'mobx-react-lite';
import { useAuth } from '#web/stores/root-store.tsx';
import { ActionButton, BackToStart } from '#web/ui/action.tsx';
import { QuietPage } from '#web/ui/quiet-page.tsx';
import { useTitle } from '#web/ui/page-title.tsx';

/** A placeholder for a personal page while the session is unknown, which is not the same as signed out. */
export const SessionUnknown = observer(function SessionUnknown({ title }: { readonly title: string }) {
  useTitle(title);
  const session = useAuth();
  return (
    <QuietPage title={title}>
      <p role="alert">O Prumo não respondeu. Seus dados estão guardados. Confira a conexão e tente de novo.</p>
      <ActionButton busy={session.isFetching} busyLabel="Tentando…" onClick={() => void session.fetchUser()}>
        Tentar de novo
      </ActionButton>
      <BackToStart />
    </QuietPage>
  );
});
