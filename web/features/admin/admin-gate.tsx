import { observer } from 'mobx-react-lite';
import { type ReactNode, useEffect, useState } from 'react';
import { Link, Redirect, useLocation } from 'wouter';
import { createAdminClient } from '#web/api/admin-client.ts';
import type { AdminClient } from '#web/api/client.ts';
import { useSession } from '#web/stores/root-store.tsx';
import { DataLoader } from '#web/stores/data-loader.ts';
import type { SessionStore } from '#web/stores/session-store.ts';
import { ActionButton, ActionLink, BackToStart } from '#web/ui/action.tsx';
import { PageSpinner } from '#web/ui/spinner.tsx';
import { PlainPage } from '#web/ui/plain-page.tsx';
import { UnknownSessionPage } from '../session/unknown-session-page.tsx';

const FAILURE = 'Erro ao carregar a administração';

interface WhenSessionLoadedProps {
  readonly children: (user: SessionStore['user']) => ReactNode;
}

/** Waits until it is known who is signed in. */
export const WhenSessionLoaded = observer(function WhenSessionLoaded({ children }: WhenSessionLoadedProps) {
  const session = useSession();
  if (session.isPending) return <PageSpinner label="Carregando..." />;
  if (session.isUnknown) return <UnknownSessionPage title={FAILURE} />;
  return <>{children(session.user)}</>;
});

interface AdminGateProps {
  /** The page for a visitor who is not signed in. */
  readonly signedOut: 'restricted' | 'home';
  readonly children: (api: AdminClient) => ReactNode;
}

/**
 * Opens a page of the administration to administrators who have given the password in this session. The server requires
 * the same for every call; the gate shows it before the page makes one.
 */
export const AdminGate = ({ signedOut, children }: AdminGateProps) => (
  <WhenSessionLoaded>
    {(user) => {
      if (user === null) return signedOut === 'home' ? <Redirect to="/" replace /> : <Restricted />;
      return user.is_admin ? <PasswordGate>{children}</PasswordGate> : <Denied />;
    }}
  </WhenSessionLoaded>
);

const PasswordGate = observer(function PasswordGate({ children }: Pick<AdminGateProps, 'children'>) {
  const session = useSession();
  const [path] = useLocation();
  const [isLocked, setIsLocked] = useState(false);
  const [api] = useState(() =>
    createAdminClient({
      fetch: fetch.bind(globalThis),
      onLocked: () => setIsLocked(true),
      onSignedOut: () => session.expire(),
    }),
  );
  const [check] = useState(() => new DataLoader(() => api.call('checkAdmin', {})));
  useEffect(() => void check.load(), [check]);
  const { data: view } = check;
  if (isLocked || (view.kind === 'known' && !view.value.password_verified))
    return <Redirect to="/admin-login" replace state={{ returnTo: path }} />;
  switch (view.kind) {
    case 'known':
      return <>{children(api)}</>;
    case 'refused':
      return <Denied />;
    case 'failed':
      return <Unavailable onRetry={() => check.load()} />;
    case 'loading':
      return <PageSpinner label="Carregando..." />;
    default:
      return view satisfies never;
  }
});

const Restricted = () => (
  <PlainPage title="Acesso Restrito">
    <p>Esta área é de quem administra o Prumo. Entre com o seu e-mail de administrador para continuar.</p>
    <ActionLink to="/admin-login">Entrar na administração</ActionLink>
  </PlainPage>
);

const Denied = () => (
  <PlainPage title="Acesso Negado">
    <p>
      A sua conta não administra o Prumo. Se isto é um engano, <Link to="/contact">fale com o suporte</Link>.
    </p>
    <ActionLink to="/">Voltar ao início</ActionLink>
  </PlainPage>
);

const Unavailable = ({ onRetry }: { readonly onRetry: () => unknown }) => (
  <PlainPage title={FAILURE}>
    <p role="alert">O Prumo não respondeu. Confira a conexão e tente de novo.</p>
    <ActionButton onClick={() => void onRetry()}>Tentar de novo</ActionButton>
    <BackToStart />
  </PlainPage>
);
