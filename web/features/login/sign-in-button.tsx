import { type ReactNode, useState } from 'react';
import { useSession } from '#web/stores/root-store.tsx';
import { ActionButton } from '#web/ui/action.tsx';

/** The navigation state for the sign-in page. */
export interface SignInNavigation {
  /** The address after signing in. */
  readonly returnTo?: string;
  /** Tells whether the person wants to pay, so that the payment page comes next. */
  readonly isBuying?: true;
}

/** The navigation state for a person who signs in and then pays. */
export const SIGN_IN_TO_BUY = { isBuying: true } as const satisfies SignInNavigation;

interface SignInButtonProps {
  readonly tone?: 'primary' | 'quiet';
  /** The address after signing in; the dashboard by default. */
  readonly returnTo?: string | undefined;
  readonly children: ReactNode;
}

/** The button that leaves for the identity provider, or shows why that failed. */
export function SignInButton({ tone = 'primary', returnTo, children }: SignInButtonProps) {
  const session = useSession();
  const [state, setState] = useState<'ready' | 'leaving' | 'failed'>('ready');
  async function signIn() {
    setState('leaving');
    if (!(await session.redirectToLogin(returnTo))) setState('failed');
  }
  return (
    <>
      <ActionButton tone={tone} busy={state === 'leaving'} onClick={() => void signIn()}>
        {children}
      </ActionButton>
      {state === 'failed' && (
        <p role="alert">Não deu para abrir a página do Google. Confira a internet e tente de novo.</p>
      )}
    </>
  );
}
