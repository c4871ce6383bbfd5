import { observer } from 'mobx-react-lite';
import { type ReactNode, useEffect, useState } from 'react';
import { Redirect, useLocation } from 'wouter';
import { createAdminClient } from '#web/api/admin-client.ts';
import type { AdminClient } from '#web/api/client.ts';
import { useAuth } from '#web/stores/auth.tsx';
import { ActionLink } from '#web/ui/action.tsx';
import { PageSpinner } from '#web/ui/page-spinner.tsx';
import { QuietPage } from '#web/ui/quiet-page.tsx';

interface AdminGateProps {
  /** What somebody sees who is not signed in. */
  readonly signedOut: 'restricted' | 'home';
  readonly children: (api: AdminClient) => ReactNode;
}

/**
 * The way into a page of the administration: signed in, on the list, and with the password given in this session. The
 * server asks for all three on every call; this only shows it before anything is asked.
 */
export const AdminGate = observer(function AdminGate({ signedOut, children }: AdminGateProps) {
  const session = useAuth();
  const [here] = useLocation();
  const [state, setState] = useState<'asking' | 'open' | 'locked' | 'away'>('asking');
  const [api] = useState(() =>
    createAdminClient({ fetch: fetch.bind(globalThis), onLocked: () => setState('locked') }),
  );
  const isAdmin = session.user?.is_admin === true;
  useEffect(() => {
    if (!isAdmin) return;
    api
      .call('checkAdmin', {})
      .then(({ password_verified: isVerified }) => setState(isVerified ? 'open' : 'locked'))
      .catch(() => setState((now) => (now === 'locked' ? now : 'away')));
  }, [api, isAdmin]);

  if (session.isPending) return <PageSpinner label="Carregando..." />;
  if (session.user === null) return signedOut === 'home' ? <Redirect to="/" replace /> : <Restricted />;
  if (!isAdmin) return <Denied />;
  if (state === 'locked') return <Redirect to="/admin-login" replace state={{ returnTo: here }} />;
  if (state === 'away') return <Away />;
  if (state === 'asking') return <PageSpinner label="Carregando..." />;
  return <>{children(api)}</>;
});

const Restricted = () => (
  <QuietPage title="Acesso Restrito">
    <p>Esta área é de quem administra o Prumo. Entre com o seu e-mail de administrador para continuar.</p>
    <ActionLink to="/admin-login">Entrar na administração</ActionLink>
  </QuietPage>
);

const Denied = () => (
  <QuietPage title="Acesso Negado">
    <p>A sua conta não administra o Prumo. Se isto é um engano, fale com o suporte.</p>
    <ActionLink to="/">Voltar ao início</ActionLink>
  </QuietPage>
);

const Away = () => (
  <QuietPage title="Administração fora do ar">
    <p role="alert">Não deu para falar com o servidor. Confira a internet e recarregue a página.</p>
    <ActionLink to="/">Voltar ao início</ActionLink>
  </QuietPage>
);
