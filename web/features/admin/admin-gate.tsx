import { observer } from 'mobx-react-lite';
import { type ReactNode, useEffect, useState } from 'react';
import { Link, Redirect, useLocation } from 'wouter';
import { createAdminClient } from '#web/api/admin-client.ts';
import type { AdminClient } from '#web/api/client.ts';
import { useAuth } from '#web/stores/root-store.tsx';
import { Loading } from '#web/stores/loading.ts';
import { ActionButton, ActionLink, BackToStart } from '#web/ui/action.tsx';
import { PageSpinner } from '#web/ui/spinner.tsx';
import { QuietPage } from '#web/ui/quiet-page.tsx';
import { SessionAway } from '../session/session-away.tsx';

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
  const [isLocked, setIsLocked] = useState(false);
  const [api] = useState(() =>
    createAdminClient({
      fetch: fetch.bind(globalThis),
      onLocked: () => setIsLocked(true),
      onSignedOut: () => session.expire(),
    }),
  );
  const [check] = useState(() => new Loading(() => api.call('checkAdmin', {})));
  const isAdmin = session.user?.is_admin === true;
  useEffect(() => {
    if (isAdmin) void check.load();
  }, [check, isAdmin]);

  if (session.isPending) return <PageSpinner label="Carregando..." />;
  if (session.isUnknown) return <SessionAway title={FAILURE} />;
  if (session.user === null) return signedOut === 'home' ? <Redirect to="/" replace /> : <Restricted />;
  if (!isAdmin) return <Denied />;
  const { view } = check;
  if (isLocked || (view.kind === 'known' && !view.value.password_verified))
    return <Redirect to="/admin-login" replace state={{ returnTo: here }} />;
  switch (view.kind) {
    case 'known':
      return <>{children(api)}</>;
    case 'refused':
      return <Denied />;
    case 'failed':
      return <Away onRetry={() => check.load()} />;
    case 'loading':
      return <PageSpinner label="Carregando..." />;
    default:
      return view satisfies never;
  }
});

const FAILURE = 'Erro ao carregar a administração';

const Restricted = () => (
  <QuietPage title="Acesso Restrito">
    <p>Esta área é de quem administra o Prumo. Entre com o seu e-mail de administrador para continuar.</p>
    <ActionLink to="/admin-login">Entrar na administração</ActionLink>
  </QuietPage>
);

const Denied = () => (
  <QuietPage title="Acesso Negado">
    <p>
      A sua conta não administra o Prumo. Se isto é um engano, <Link to="/contact">fale com o suporte</Link>.
    </p>
    <ActionLink to="/">Voltar ao início</ActionLink>
  </QuietPage>
);

const Away = ({ onRetry }: { readonly onRetry: () => unknown }) => (
  <QuietPage title={FAILURE}>
    <p role="alert">O Prumo não respondeu. Confira a conexão e tente de novo.</p>
    <ActionButton onClick={() => void onRetry()}>Tentar de novo</ActionButton>
    <BackToStart />
  </QuietPage>
);
