import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { Link } from 'wouter';
import { useAuth } from '#web/stores/root-store.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { SaveWithGoogle } from './save-with-google.tsx';
import { TransferQuestion } from './transfer-question.tsx';

/** Calls `ask` now and whenever the page becomes visible: somebody may have requested the guest's access since. */
function askWhenSeen(ask: () => void): () => void {
  const stopped = new AbortController();
  const seen = (): void => (document.visibilityState === 'visible' ? ask() : undefined);
  seen();
  document.addEventListener('visibilitychange', seen, { signal: stopped.signal });
  return () => stopped.abort();
}

/** A friendly banner above every tab that suggests an account to a guest. */
export const GuestInvitation = observer(function GuestInvitation() {
  const session = useAuth();
  const { isGuest, user } = session;
  useEffect(() => (isGuest ? askWhenSeen(() => void session.fetchUser()) : undefined), [isGuest, session]);
  if (!isGuest) return null;
  const asked = user?.transfer_asked;
  if (asked) return <TransferQuestion asked={asked} />;
  return (
    <Banner
      label="Sem conta"
      words={<strong>Você está usando o Prumo sem conta neste aparelho.</strong>}
      more="Entre com o Google para abrir seus números em qualquer lugar e não depender deste navegador."
    >
      <SaveWithGoogle label="Entrar com Google" tone="quiet" />
      <Link to="/account" className="inline-row touch ink">
        Ver meu código
      </Link>
    </Banner>
  );
});
