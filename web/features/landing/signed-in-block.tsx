import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import type { UserBody } from '#contract/account.ts';
import { useSession } from '#web/stores/root-store.tsx';
import type { LocalMarkers } from '#web/stores/local-markers.ts';
import { ActionLink } from '#web/ui/action.tsx';
import { SignOut } from '../guest/sign-out.tsx';
import styles from './landing-page.module.css';
import { NoAccess } from './no-access.tsx';

/** Milliseconds before the dashboard opens: long enough to read the welcome. */
const REDIRECT_AFTER_MS = 1_500;

interface SignedInBlockProps {
  readonly user: UserBody;
  readonly markers: LocalMarkers;
}

/** The action block of a signed-in person or a guest. */
export const SignedInBlock = observer(function SignedInBlock({ user, markers }: SignedInBlockProps) {
  const { displayName: name, signInFailure } = useSession();
  // A person whose sign-in failed reads the reason and tries again.
  const shouldWait = signInFailure !== undefined;
  if (user.access_granted) return <WelcomeBack name={name} isGuest={user.guest} shouldWait={shouldWait} />;
  if (user.guest) return <MovedAccess />;
  return <NoAccess name={name} markers={markers} />;
});

interface WelcomeBackProps {
  readonly name: string;
  readonly isGuest: boolean;
  /** Tells whether the person stays here, because there is a failure to read. */
  readonly shouldWait: boolean;
}

function WelcomeBack({ name, isGuest, shouldWait }: WelcomeBackProps) {
  const [, navigate] = useLocation();
  const [isLeaving, setIsLeaving] = useState(false);
  const shouldStay = isLeaving || shouldWait;
  useEffect(() => {
    if (shouldStay) return undefined;
    const timer = setTimeout(() => navigate('/dashboard'), REDIRECT_AFTER_MS);
    return () => clearTimeout(timer);
  }, [navigate, shouldStay]);
  return (
    <>
      <p className={`${styles['message']} weight-520`} role="status">
        {name === '' ? 'Que bom ver você de volta!' : `Que bom ver você de volta, ${name}!`}
        {!shouldWait && ' Abrindo o seu painel…'}
        {isGuest && (
          <span className={`${styles['aside']} block mt-4 faint`}>
            Você está usando o Prumo sem conta neste aparelho.
          </span>
        )}
      </p>
      <div className="flex wrap gap-12 across-20">
        <ActionLink to="/dashboard">Acessar o painel</ActionLink>
        <SignOut onDialogToggle={setIsLeaving} />
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
