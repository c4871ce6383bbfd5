import { observer } from 'mobx-react-lite';
import { Redirect, useLocation } from 'wouter';
import { useAuth } from '#web/stores/root-store.tsx';
import { PageSpinner } from '#web/ui/spinner.tsx';
import { QuietPage } from '#web/ui/quiet-page.tsx';
import { useTitle } from '#web/ui/page-title.tsx';
import { SessionAway } from '../session/session-away.tsx';
import { PasswordForm } from './password-form.tsx';

/** /password-verification: the security password of a signed-in administrator, then the dashboard. */
export const PasswordVerificationPage = observer(function PasswordVerificationPage() {
  useTitle('Verificação de segurança');
  const session = useAuth();
  const [, navigate] = useLocation();
  if (session.isPending) return <PageSpinner label="Carregando..." />;
  if (session.isUnknown) return <SessionAway title="Erro ao carregar a administração" />;
  if (session.user?.is_admin !== true) return <Redirect to="/" replace />;
  return (
    <QuietPage title="Verificação de segurança">
      <p>Antes de continuar, confirme a senha de segurança da administração.</p>
      <PasswordForm label="Senha de segurança" submit="Verificar" onVerified={() => navigate('/dashboard')} />
    </QuietPage>
  );
});
