import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import type { UserBody } from '#contract/user.ts';
import { useAuth } from '#web/stores/root-store.tsx';
import type { LocalMarkers } from '#web/stores/local-markers.ts';
import { ActionLink } from '#web/ui/action.tsx';
import { SignOut } from '../guest/sign-out.tsx';
import styles from './action-block.module.css';
import { NoAccess } from './no-access.tsx';

/** Milliseconds: long enough to read the welcome, short enough not to delay. */
const REDIRECT_AFTER_MS = 1_500;

interface SignedInProps {
  readonly user: UserBody;
  readonly markers: LocalMarkers;
}

/** The action block of a known person. */
export const SignedIn = observer(function SignedIn({ user, markers }: SignedInProps) {
  const { displayName: name, signInFailure } = useAuth();
  // A person whose sign-in failed reads the reason and tries again.
  const isHeld = signInFailure !== undefined;
  if (user.access_granted) return <WelcomeBack name={name} isGuest={user.guest} isHeld={isHeld} />;
  if (user.guest) return <MovedAccess />;
  return <NoAccess name={name} markers={markers} />;
});

interface WelcomeBackProps {
  readonly name: string;
  readonly isGuest: boolean;
  /** Whether there is something to read first. */
  readonly isHeld: boolean;
}

function WelcomeBack({ name, isGuest, isHeld }: WelcomeBackProps) {
  const [, navigate] = useLocation();
  const [isLeaving, setIsLeaving] = useState(false);
  const stays = isLeaving || isHeld;
  useEffect(() => {
    if (stays) return undefined;
    const timer = setTimeout(() => navigate('/dashboard'), REDIRECT_AFTER_MS);
    return () => clearTimeout(timer);
  }, [navigate, stays]);
  return (
    <>
      <p className={`${styles['message']} weight-520`} role="status">
        {name === '' ? 'Que bom ver você de volta!' : `Que bom ver você de volta, ${name}!`}
        {!isHeld && ' Abrindo o seu painel…'}
        {isGuest && (
          <span className={`${styles['aside']} block mt-4 faint`}>
            Você está usando o Prumo sem conta neste aparelho.
          </span>
        )}
      </p>
      <div className="flex wrap gap-12 across-20">
        <ActionLink to="/dashboard">Acessar o painel</ActionLink>
        <SignOut onAsking={setIsLeaving} />
        <ActionLink tone="plain" to="/account">
          Minha conta
        </ActionLink>
      </div>
    </>
  );
}

/** The notice for a guest whose payment no longer gives access here. */
const MovedAccess = () => (
  <>
    <p className={`${styles['message']} weight-520`} role="status">
      O acesso deste navegador não está mais aqui. Se ele foi para a sua conta Google, entre com ela.
    </p>
    <div className="flex wrap gap-12 across-20">
      <ActionLink to="/dashboard">Ver o que fazer</ActionLink>
      <SignOut />
    </div>
  </>
);
