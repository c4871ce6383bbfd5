import { useState } from 'react';
import { useAuth } from '#web/stores/auth.tsx';
import { ActionButton } from '#web/ui/action.tsx';

/** Signs a guest in; afterwards they are asked whether their data come along. */
export function SaveWithGoogle({
  label,
  tone = 'primary',
}: {
  readonly label: string;
  readonly tone?: 'primary' | 'quiet';
}) {
  const session = useAuth();
  const [state, setState] = useState<'ready' | 'leaving' | 'failed'>('ready');
  async function signIn() {
    setState('leaving');
    if (!(await session.redirectToLogin('/dashboard'))) setState('failed');
  }
  return (
    <>
      <ActionButton tone={tone} busy={state === 'leaving'} onClick={() => void signIn()}>
        {label}
      </ActionButton>
      {state === 'failed' && (
        <p role="alert">Não deu para abrir a página do Google. Confira a internet e tente de novo.</p>
      )}
    </>
  );
}
