import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { useAuth } from '#web/stores/root-store.tsx';
import { ActionButton } from '#web/ui/action.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';

const LeaveDialog = onDemand(async () => (await import('./leave-dialog.tsx')).LeaveDialog);

/** The button 'Sair', which warns a guest first; `onAsking` receives whether the warning is open. */
export const SignOut = observer(function SignOut({ onAsking }: { readonly onAsking?: (isAsking: boolean) => void }) {
  const session = useAuth();
  const [isAsking, setIsAsking] = useState(false);
  const ask = (asking: boolean) => {
    setIsAsking(asking);
    onAsking?.(asking);
  };
  return (
    <>
      <ActionButton tone="quiet" onClick={() => (session.isGuest ? ask(true) : void session.logout())}>
        Sair
      </ActionButton>
      {isAsking && <LeaveDialog onStay={() => ask(false)} onLeave={() => void session.logout()} />}
    </>
  );
});
