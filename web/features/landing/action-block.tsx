import { observer } from 'mobx-react-lite';
import { type ReactNode, useEffect } from 'react';
import { useLocation } from 'wouter';
import { useAuth } from '#web/stores/auth.tsx';
import { ActionButton, ActionLink } from '#web/ui/action.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import styles from './action-block.module.css';

/** Long enough to read the welcome, short enough not to be in the way. */
const REDIRECT_AFTER_MS = 1_500;

/** What to do next, by who is there. Its height is kept while that is not known yet. */
export const ActionBlock = observer(function ActionBlock() {
  const session = useAuth();
  return <div className={styles['block']}>{contentFor(session)}</div>;
});

function contentFor(session: ReturnType<typeof useAuth>): ReactNode {
  if (session.isPending) return <Spinner label="Carregando..." />;
  if (session.user === null) {
    return (
      <>
        <p className={styles['greeting']}>Já tem acesso? Entre com a sua conta Google.</p>
        <div className={styles['row']}>
          <ActionLink to="/login">Fazer Login</ActionLink>
          <ActionLink tone="plain" to="/dashboard">
            Ver uma demonstração
          </ActionLink>
        </div>
      </>
    );
  }
  if (session.hasAccess) return <WelcomeBack name={session.displayName} onLogout={() => session.logout()} />;
  return <NoAccess name={session.displayName} onLogout={() => session.logout()} />;
}

interface SignedInProps {
  readonly name: string;
  readonly onLogout: () => Promise<void>;
}

function WelcomeBack({ name, onLogout }: SignedInProps) {
  const [, navigate] = useLocation();
  useEffect(() => {
    const timer = setTimeout(() => navigate('/dashboard'), REDIRECT_AFTER_MS);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <>
      <p className={styles['greeting']} role="status">
        {name === '' ? 'Que bom ver você de volta!' : `Que bom ver você de volta, ${name}!`} Abrindo o seu painel…
      </p>
      <div className={styles['row']}>
        <ActionLink to="/dashboard">Acessar o painel</ActionLink>
        <Logout onLogout={onLogout} />
      </div>
    </>
  );
}

function NoAccess({ name, onLogout }: SignedInProps) {
  return (
    <>
      <p className={styles['greeting']} role="status">
        {name === '' ? 'Olá!' : `Olá, ${name}!`} Sua conta ainda não tem acesso. Adquira o acesso para usar o painel.
      </p>
      <div className={styles['row']}>
        <Logout onLogout={onLogout} />
      </div>
    </>
  );
}

const Logout = ({ onLogout }: { readonly onLogout: () => Promise<void> }) => (
  <ActionButton tone="quiet" onClick={() => void onLogout()}>
    Sair
  </ActionButton>
);
