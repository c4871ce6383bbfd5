import { observer } from 'mobx-react-lite';
import { Link, useLocation } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { useAuth } from '#web/stores/root-store.tsx';
import { ActionButton } from '#web/ui/action.tsx';
import { PageSpinner } from '#web/ui/spinner.tsx';
import { QuietPage } from '#web/ui/quiet-page.tsx';
import { useTitle } from '#web/ui/page-title.tsx';
import { SessionAway } from '../session/session-away.tsx';
import { AdminEmailForm } from './admin-email-form.tsx';
import { PasswordForm } from './password-form.tsx';
import type { OnTheWay } from '../login/sign-in-button.tsx';

/** /admin-login: the e-mail first, which Google has to confirm, then the administration's password. */
export const AdminLoginPage = observer(function AdminLoginPage() {
  useTitle('Entrada da administração');
  const session = useAuth();
  const [, navigate] = useLocation();
  const returnTo = useHistoryState<OnTheWay | null>()?.returnTo ?? '/admin';
  const { user, isPending } = session;
  if (isPending) return <PageSpinner label="Carregando..." />;
  if (session.isUnknown) return <SessionAway title="Erro ao carregar a administração" />;
  if (user?.is_admin === true)
    return (
      <QuietPage key="password" title="Senha da administração">
        <p>Passo 2 de 2. Você entrou como {user.email}; falta a senha da administração.</p>
        <PasswordForm label="Senha" submit="Entrar" onVerified={() => navigate(returnTo)} />
        <Back />
      </QuietPage>
    );
  const email = user?.email ?? undefined;
  return (
    <QuietPage key="email" title="Entrada da administração">
      <p>Passo 1 de 2. O seu e-mail de administrador, que você confirma com o Google; depois vem a senha.</p>
      <AdminEmailForm
        key={email}
        refused={email}
        onSignIn={() => session.redirectToLogin('/admin-login')}
        onKnown={() => void session.fetchUser()}
      />
      {email !== undefined && (
        <>
          <p>Você entrou como {email}.</p>
          <ActionButton tone="quiet" onClick={() => void session.logout()}>
            Sair e usar outro e-mail
          </ActionButton>
        </>
      )}
      <Back />
    </QuietPage>
  );
});

const Back = () => (
  <p>
    <Link to="/login">Entrar como cliente</Link>
  </p>
);
