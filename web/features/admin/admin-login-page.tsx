import { observer } from 'mobx-react-lite';
import { type FormEvent, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { createAdminClient } from '#web/api/admin-client.ts';
import { ApiProblem } from '#web/api/failures.ts';
import { useAuth } from '#web/stores/auth.tsx';
import { SubmitButton } from '#web/ui/action.tsx';
import { PageSpinner } from '#web/ui/page-spinner.tsx';
import { PlainField } from '#web/ui/plain-field.tsx';
import { QuietPage } from '#web/ui/quiet-page.tsx';
import { useTitle } from '#web/ui/use-title.ts';
import { PasswordForm } from './password-form.tsx';
import styles from './password-form.module.css';

/** /admin-login: the e-mail first, which Google has to confirm, then the administration's password. */
export const AdminLoginPage = observer(function AdminLoginPage() {
  useTitle('Entrada da administração');
  const session = useAuth();
  const [, navigate] = useLocation();
  const returnTo = useHistoryState<{ returnTo?: string } | null>()?.returnTo ?? '/admin';
  if (session.isPending) return <PageSpinner label="Carregando..." />;
  if (session.user?.is_admin === true)
    return (
      <QuietPage title="Senha da administração">
        <p>Você entrou como {session.user.email}. Falta a senha da administração.</p>
        <PasswordForm label="Senha" submit="Entrar" onVerified={() => navigate(returnTo)} />
        <Back />
      </QuietPage>
    );
  return (
    <QuietPage title="Entrada da administração">
      <p>Primeiro o seu e-mail de administrador, que você confirma com o Google. Depois, a senha.</p>
      <EmailForm onSignIn={() => session.redirectToLogin('/admin-login')} onKnown={() => void session.fetchUser()} />
      <Back />
    </QuietPage>
  );
});

const Back = () => (
  <p>
    <Link to="/login">Entrar como cliente</Link>
  </p>
);

interface EmailFormProps {
  readonly onSignIn: () => Promise<boolean>;
  readonly onKnown: () => void;
}

function EmailForm({ onSignIn, onKnown }: EmailFormProps) {
  const [email, setEmail] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  async function check(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (email.trim() === '') return setProblem('Por favor, insira seu email');
    setIsBusy(true);
    setProblem(undefined);
    try {
      const client = createAdminClient({ fetch: fetch.bind(globalThis) });
      const { next } = await client.call('checkAdminEmail', { body: { email } });
      if (next === 'password') onKnown();
      else if (!(await onSignIn())) setProblem('Erro ao verificar email. Tente novamente.');
    } catch (error) {
      setProblem(error instanceof ApiProblem ? error.detail : 'Erro ao verificar email. Tente novamente.');
    } finally {
      setIsBusy(false);
    }
    return undefined;
  }
  return (
    <form className={styles['form']} onSubmit={(event) => void check(event)} noValidate>
      <PlainField
        label="E-mail"
        type="email"
        name="email"
        autoComplete="email"
        inputMode="email"
        value={email}
        error={problem}
        onChange={setEmail}
      />
      <SubmitButton busy={isBusy} busyLabel="Verificando…">
        Continuar
      </SubmitButton>
    </form>
  );
}
