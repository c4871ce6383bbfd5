import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { Link, Redirect } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { useAuth } from '#web/stores/auth.tsx';
import { useSite } from '#web/stores/site.tsx';
import { ActionButton, ActionLink } from '#web/ui/action.tsx';
import { QuietPage } from '#web/ui/quiet-page.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { useTitle } from '#web/ui/use-title.ts';
import { GoogleMark } from './google-mark.tsx';
import styles from './login-page.module.css';

/** /login: the one way in. Whoever is in already goes on. */
export const LoginPage = observer(function LoginPage() {
  useTitle('Entrar');
  const session = useAuth();
  const { shortPrice } = useSite();
  const returnTo = useHistoryState<{ returnTo?: string } | null>()?.returnTo;
  // A guest who comes here wants an account; whoever has one goes on.
  const isAccount = session.user !== null && !session.isGuest;
  if (isAccount && session.hasAccess) return <Redirect to={returnTo ?? '/dashboard'} replace />;
  if (isAccount) return <Redirect to="/" replace />;
  return (
    <QuietPage title="Entre na sua cozinha">
      <p>Use a conta do Google com que você comprou o acesso. O Prumo só recebe seu nome, seu e-mail e sua foto.</p>
      <div className={styles['action']}>
        {session.isPending ? (
          <Spinner label="Carregando..." />
        ) : (
          <GoogleButton onSignIn={() => session.redirectToLogin(returnTo)} />
        )}
      </div>
      <ActionLink tone="plain" to="/payment/direct">
        Ainda não tem? Quero meu acesso por {shortPrice}
      </ActionLink>
      <p className={styles['small']}>
        Ao entrar, você aceita os <Link to="/terms">termos de uso</Link>. Não conseguiu entrar?{' '}
        <Link to="/contact">Fale com o suporte</Link>.
      </p>
    </QuietPage>
  );
});

function GoogleButton({ onSignIn }: { readonly onSignIn: () => Promise<boolean> }) {
  const [state, setState] = useState<'ready' | 'leaving' | 'failed'>('ready');
  async function signIn() {
    setState('leaving');
    if (!(await onSignIn())) setState('failed');
  }
  return (
    <>
      <ActionButton tone="quiet" onClick={() => void signIn()} busy={state === 'leaving'}>
        <GoogleMark />
        Entrar com Google
      </ActionButton>
      {state === 'failed' && (
        <p role="alert">Não deu para abrir a página do Google. Confira a internet e tente de novo.</p>
      )}
    </>
  );
}
