import { observer } from 'mobx-react-lite';
import { useAuth } from '#web/stores/auth.tsx';
import { ActionButton } from '#web/ui/action.tsx';
import { BackToStart } from '#web/ui/back-to-start.tsx';
import { QuietPage } from '#web/ui/quiet-page.tsx';
import { useTitle } from '#web/ui/use-title.ts';

/** In the place of a page that is somebody's, while it is not known who is there: not known is not signed out. */
export const SessionAway = observer(function SessionAway({ title }: { readonly title: string }) {
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
