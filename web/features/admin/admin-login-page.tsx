import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { Link, Redirect, useLocation } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { createAdminClient } from '#web/api/admin-client.ts';
import { ApiProblem } from '#web/api/failures.ts';
import { useSession } from '#web/stores/root-store.tsx';
import { ActionButton } from '#web/ui/action.tsx';
import { PlainPage } from '#web/ui/plain-page.tsx';
import { useTitle } from '#web/ui/page-title.tsx';
import { WhenSessionLoaded } from './admin-gate.tsx';
import { type Submission, TextForm } from './text-form.tsx';
import type { SignInNavigation } from '../login/sign-in-button.tsx';

/** /admin-login: first the e-mail, which Google confirms, then the administration's password. */
export function AdminLoginPage() {
  useTitle('Entrada da administração');
  const [, navigate] = useLocation();
  const returnTo = useHistoryState<SignInNavigation | null>()?.returnTo ?? '/admin';
  return (
    <WhenSessionLoaded>
      {(user) =>
        user?.is_admin === true ? (
          <PlainPage key="password" title="Senha da administração">
            <p>Passo 2 de 2. Você entrou como {user.email}; falta a senha da administração.</p>
            <PasswordForm label="Senha" submit="Entrar" onVerified={() => navigate(returnTo)} />
            <CustomerLogin />
          </PlainPage>
        ) : (
          <EmailStep email={user?.email ?? undefined} />
        )
      }
    </WhenSessionLoaded>
  );
}

/** /password-verification: the same password before a signed-in administrator goes on to the dashboard. */
export function PasswordVerificationPage() {
  useTitle('Verificação de segurança');
  const [, navigate] = useLocation();
  return (
    <WhenSessionLoaded>
      {(user) =>
        user?.is_admin === true ? (
          <PlainPage title="Verificação de segurança">
            <p>Antes de continuar, confirme a senha de segurança da administração.</p>
            <PasswordForm label="Senha de segurança" submit="Verificar" onVerified={() => navigate('/dashboard')} />
          </PlainPage>
        ) : (
          <Redirect to="/" replace />
        )
      }
    </WhenSessionLoaded>
  );
}

const CustomerLogin = () => (
  <p>
    <Link to="/login">Entrar como cliente</Link>
  </p>
);

const CHECK_FAILED = 'Erro ao verificar email. Tente novamente.';

const detailOf = (error: unknown, fallback: string): string =>
  error instanceof ApiProblem && error.status < 500 ? error.detail : fallback;

/** Sends a visitor to the identity provider, whatever e-mail was typed. @param email of a signed-in customer */
const EmailStep = observer(function EmailStep({ email }: { readonly email: string | undefined }) {
  const session = useSession();
  async function check(input: string): Promise<Submission> {
    try {
      const client = createAdminClient({ fetch: fetch.bind(globalThis) });
      const { next } = await client.call('checkAdminEmail', { body: { email: input } });
      if (next === 'password') void session.fetchUser();
      else if (!(await session.redirectToLogin('/admin-login'))) return { problem: CHECK_FAILED };
      return 'keep';
    } catch (error) {
      return { problem: detailOf(error, CHECK_FAILED) };
    }
  }
  return (
    <PlainPage key="email" title="Entrada da administração">
      <p>Passo 1 de 2. O seu e-mail de administrador, que você confirma com o Google; depois vem a senha.</p>
      <TextForm
        key={email}
        label="E-mail"
        type="email"
        name="email"
        autoComplete="email"
        inputMode="email"
        initialText={email}
        initialProblem={email === undefined ? undefined : 'Este email não tem permissão de administrador'}
        submit="Continuar"
        busyLabel="Verificando…"
        check={(text) => (text.trim() === '' ? 'Por favor, insira seu email' : undefined)}
        onSubmit={check}
      />
      {email !== undefined && (
        <>
          <p>Você entrou como {email}.</p>
          <ActionButton tone="quiet" onClick={() => void session.logout()}>
            Sair e usar outro e-mail
          </ActionButton>
        </>
      )}
      <CustomerLogin />
    </PlainPage>
  );
});

interface PasswordFormProps {
  readonly label: string;
  readonly submit: string;
  readonly onVerified: () => void;
}

function PasswordForm({ label, submit, onVerified }: PasswordFormProps) {
  const [isVisible, setIsVisible] = useState(false);
  async function verify(password: string): Promise<Submission> {
    try {
      await createAdminClient({ fetch: fetch.bind(globalThis) }).call('verifyAdminPassword', { body: { password } });
    } catch (error) {
      return { problem: detailOf(error, 'Erro ao verificar senha') };
    }
    rememberVerification();
    onVerified();
    return 'keep';
  }
  return (
    <TextForm
      label={label}
      type={isVisible ? 'text' : 'password'}
      autoComplete="current-password"
      errorRole="alert"
      submit={submit}
      busyLabel="Verificando…"
      check={(password) => (password === '' ? 'Por favor, insira a senha' : undefined)}
      onSubmit={verify}
      button={
        <button
          type="button"
          className="touch-48 edge-strong on-surface pointer soft same-font hover-ink hover-sunken"
          aria-pressed={isVisible}
          onClick={() => setIsVisible((wasVisible) => !wasVisible)}
        >
          {isVisible ? 'Ocultar' : 'Mostrar'}
        </button>
      }
    />
  );
}

/** The browser only displays this marker; the server keeps its own record of the password. */
function rememberVerification(): void {
  try {
    sessionStorage.setItem('admin_password_verified', 'true');
  } catch {
    // Blocked storage is harmless, because nothing depends on the marker.
  }
}
