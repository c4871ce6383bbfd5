import { type ReactNode, useState } from 'react';
import { useAuth } from '#web/stores/root-store.tsx';
import { ActionButton } from '#web/ui/action.tsx';

/** What the page that sends somebody to sign in tells the page where they do. */
export interface OnTheWay {
  /** Where they go on afterwards. */
  readonly returnTo?: string;
  /** They want to pay: it goes on with that. */
  readonly isBuying?: true;
}

export const BUYING = { isBuying: true } as const satisfies OnTheWay;

interface SignInButtonProps {
  readonly tone?: 'primary' | 'quiet';
  /** Where to go on afterwards; the dashboard when left out. */
  readonly returnTo?: string | undefined;
  readonly children: ReactNode;
}

/** Leaves for the identity provider, or says why that was not possible. */
export function SignInButton({ tone = 'primary', returnTo, children }: SignInButtonProps) {
  const session = useAuth();
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
