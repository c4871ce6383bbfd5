import { observer } from 'mobx-react-lite';
import { lazy, Suspense, useState } from 'react';
import { useAuth } from '#web/stores/auth.tsx';
import { ActionButton } from '#web/ui/action.tsx';

const LeaveDialog = lazy(async () => ({ default: (await import('../guest/leave-dialog.tsx')).LeaveDialog }));

/** 'Sair'. A guest is told first what goes with it; `onAsking` hears when that is asked and when it is over. */
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
      {isAsking && (
        <Suspense>
          <LeaveDialog onStay={() => ask(false)} onLeave={() => void session.logout()} />
        </Suspense>
      )}
    </>
  );
});
