import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { Link } from 'wouter';
import { useSession } from '#web/stores/root-store.tsx';
import { Banner } from '#web/ui/panel.tsx';
import { SignInButton } from '../login/sign-in-button.tsx';
import { TransferQuestion } from './transfer-question.tsx';

/**
 * Calls back now and whenever the page becomes visible, because somebody may have requested the guest's access since.
 * @returns a function that stops it
 */
function callWhenVisible(callback: () => void): () => void {
  const controller = new AbortController();
  const callIfVisible = (): void => (document.visibilityState === 'visible' ? callback() : undefined);
  callIfVisible();
  document.addEventListener('visibilitychange', callIfVisible, { signal: controller.signal });
  return () => controller.abort();
}

/** A friendly banner above every tab that suggests an account to a guest. */
export const GuestInvitation = observer(function GuestInvitation() {
  const session = useSession();
  const { isGuest, user } = session;
  useEffect(() => (isGuest ? callWhenVisible(() => void session.fetchUser()) : undefined), [isGuest, session]);
  if (!isGuest) return null;
  const request = user?.transfer_asked;
  if (request) return <TransferQuestion request={request} />;
  return (
    <Banner
      label="Sem conta"
      words={<strong>Você está usando o Prumo sem conta neste aparelho.</strong>}
      more="Entre com o Google para abrir seus números em qualquer lugar e não depender deste navegador."
    >
      <SignInButton tone="quiet" returnTo="/dashboard">
        Entrar com Google
      </SignInButton>
      <Link to="/account" className="inline-row touch ink">
        Ver meu código
      </Link>
    </Banner>
  );
});
