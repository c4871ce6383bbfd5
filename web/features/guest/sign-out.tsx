import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { useSession } from '#web/stores/root-store.tsx';
import { ActionButton } from '#web/ui/action.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';

const LeaveDialog = onDemand(async () => (await import('./leave-dialog.tsx')).LeaveDialog);

/** The button 'Sair', which warns a guest first. @param onDialogToggle receives whether the warning is open */
export const SignOut = observer(function SignOut({
  onDialogToggle,
}: {
  readonly onDialogToggle?: (isOpen: boolean) => void;
}) {
  const session = useSession();
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  const toggleDialog = (isOpen: boolean) => {
    setIsDialogOpen(isOpen);
    onDialogToggle?.(isOpen);
  };
  return (
    <>
      <ActionButton tone="quiet" onClick={() => (session.isGuest ? toggleDialog(true) : void session.logout())}>
        Sair
      </ActionButton>
      {isDialogOpen && <LeaveDialog onStay={() => toggleDialog(false)} onLeave={() => void session.logout()} />}
    </>
  );
});
