import { observer } from 'mobx-react-lite';
import { Link, Redirect, useLocation } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { useSession } from '#web/stores/root-store.tsx';
import { useSite } from '#web/stores/site.tsx';
import { ActionLink } from '#web/ui/action.tsx';
import { PlainPage } from '#web/ui/plain-page.tsx';
import { Spinner, PageSpinner } from '#web/ui/spinner.tsx';
import { useTitle } from '#web/ui/page-title.tsx';
import { type SignInNavigation, SignInButton } from './sign-in-button.tsx';
import { useEffect } from 'react';

/** Google's G in its own four colours, as its guidelines ask. */
function GoogleMark() {
  return (
    <svg width="20" height="20" viewBox="0 0 48 48" aria-hidden="true" focusable="false">
      <path
        fill="#EA4335"
        d="M24 9.5c3.54 0 6.71 1.22 9.21 3.6l6.85-6.85C35.9 2.38 30.47 0 24 0 14.62 0 6.51 5.38 2.56 13.22l7.98 6.19C12.43 13.72 17.74 9.5 24 9.5z"
      />
      <path
        fill="#4285F4"
        d="M46.98 24.55c0-1.57-.15-3.09-.38-4.55H24v9.02h12.94c-.58 2.96-2.26 5.48-4.78 7.18l7.73 6c4.51-4.18 7.09-10.36 7.09-17.65z"
      />
      <path
        fill="#FBBC05"
        d="M10.53 28.59c-.48-1.45-.76-2.99-.76-4.59s.27-3.14.76-4.59l-7.98-6.19C.92 16.46 0 20.12 0 24c0 3.88.92 7.54 2.56 10.78l7.97-6.19z"
      />
      <path
        fill="#34A853"
        d="M24 48c6.48 0 11.93-2.13 15.89-5.81l-7.73-6c-2.15 1.45-4.92 2.3-8.16 2.3-6.26 0-11.57-4.22-13.47-9.91l-7.98 6.19C6.51 42.62 14.62 48 24 48z"
      />
    </svg>
  );
}

/** /login: the only sign-in page. A signed-in person is redirected. */
export const LoginPage = observer(function LoginPage() {
  useTitle('Entrar');
  const session = useSession();
  const { shortPrice } = useSite();
  const { returnTo, isBuying = false } = useHistoryState<SignInNavigation | null>() ?? {};
  // A guest may sign in to an account; a person with an account is redirected.
  const isAccount = session.user !== null && !session.isGuest;
  if (isAccount && session.hasAccess) return <Redirect to={returnTo ?? '/dashboard'} replace />;
  if (isAccount) return <Redirect to="/" replace />;
  return (
    <PlainPage title="Entre na sua cozinha">
      <p>
        Use a sua conta do Google. O Prumo só recebe seu nome, seu e-mail e sua foto.
        {isBuying && ' Depois de entrar, você volta para o pagamento.'}
      </p>
      <div className="stack wide touch-48 gap-12">
        {session.isPending ? (
          <Spinner label="Carregando..." />
        ) : (
          <SignInButton tone="quiet" returnTo={returnTo}>
            <GoogleMark />
            Entrar com Google
          </SignInButton>
        )}
      </div>
      {session.isGuest && session.hasAccess && <GuestNote />}
      {!isBuying && !session.hasAccess && (
        <>
          <ActionLink tone="plain" to="/payment/direct">
            Ainda não tem? Quero meu acesso por {shortPrice}
          </ActionLink>
          <p className="text-15">Comprou sem conta, em outro aparelho? Entre e toque em “Tenho o código do recibo”.</p>
        </>
      )}
      <p className="text-15">
        Ao entrar, você aceita os <Link to="/terms">termos de uso</Link>. Não conseguiu entrar?{' '}
        <Link to="/contact">Fale com o suporte</Link>. Cuida do Prumo?{' '}
        <Link to="/admin-login">Entrar na administração</Link>.
      </p>
    </PlainPage>
  );
});

/** A note for guests who paid: they have access already, and an account is optional. */
const GuestNote = () => (
  <>
    <p className="text-15">Neste navegador você já usa o Prumo sem conta.</p>
    <ActionLink tone="plain" to="/dashboard">
      Continuar sem conta
    </ActionLink>
  </>
);

/** The redirect target of the identity provider: continues to the dashboard, or to the start after a failure. */
export function AuthCallbackPage() {
  useTitle('Entrando');
  const session = useSession();
  const [, navigate] = useLocation();
  useEffect(() => {
    session.exchangeCodeForSessionToken().then(
      (path) => navigate(path, { replace: true }),
      () => navigate('/', { replace: true }),
    );
  }, [session, navigate]);
  return <PageSpinner label="Entrando..." />;
}
