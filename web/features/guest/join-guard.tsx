import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { useSession } from '#web/stores/root-store.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { PageSpinner } from '#web/ui/spinner.tsx';

const JoinQuestion = onDemand(
  async () => (await import('./join-question.tsx')).JoinQuestion,
  <PageSpinner label="Carregando..." />,
);

/** A page that waits until a former guest has decided about their data. */
export const JoinGuard = observer(function JoinGuard({ children }: { readonly children: ReactNode }) {
  const guest = useSession().user?.guest_to_join;
  return guest ? <JoinQuestion guest={guest} /> : children;
});
