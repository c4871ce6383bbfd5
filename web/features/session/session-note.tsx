import { observer } from 'mobx-react-lite';
import { useSession } from '#web/stores/root-store.tsx';
import type { LocalMarkers } from '#web/stores/local-markers.ts';
import { ActionButton } from '#web/ui/action.tsx';
import { Note } from '#web/ui/note.tsx';

/** A note on public pages for a person who was signed in here, while their session is unknown. */
export const SessionNote = observer(function SessionNote({ markers }: { readonly markers: LocalMarkers }) {
  const session = useSession();
  if (!session.isUnknown || !markers.wasSignedIn()) return null;
  return (
    <Note role="status">
      <p>Não deu para conferir se você já entrou neste navegador.</p>
      <ActionButton
        tone="quiet"
        busy={session.isFetching}
        busyLabel="Tentando…"
        onClick={() => void session.fetchUser()}
      >
        Tentar de novo
      </ActionButton>
    </Note>
  );
});
