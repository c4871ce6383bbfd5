import { observer } from 'mobx-react-lite';
import { Link, Redirect } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { useAuth } from '#web/stores/auth.tsx';
import { useSite } from '#web/stores/site.tsx';
import { ActionLink } from '#web/ui/action.tsx';
import { QuietPage } from '#web/ui/quiet-page.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { useTitle } from '#web/ui/use-title.ts';
import { GoogleMark } from './google-mark.tsx';
import type { OnTheWay } from './on-the-way.ts';
import { SignInButton } from './sign-in-button.tsx';

/** /login: the one way in. Whoever is in already goes on. */
export const LoginPage = observer(function LoginPage() {
  useTitle('Entrar');
  const session = useAuth();
  const { shortPrice } = useSite();
  const { returnTo, isBuying = false } = useHistoryState<OnTheWay | null>() ?? {};
  // A guest who comes here wants an account; whoever has one goes on.
  const isAccount = session.user !== null && !session.isGuest;
  if (isAccount && session.hasAccess) return <Redirect to={returnTo ?? '/dashboard'} replace />;
  if (isAccount) return <Redirect to="/" replace />;
  return (
    <QuietPage title="Entre na sua cozinha">
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
      {session.isGuest && session.hasAccess && <AsGuest />}
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
    </QuietPage>
  );
});

/** Whoever paid without an account is in already: an account is a choice. */
const AsGuest = () => (
  <>
    <p className="text-15">Neste navegador você já usa o Prumo sem conta.</p>
    <ActionLink tone="plain" to="/dashboard">
      Continuar sem conta
    </ActionLink>
  </>
);
