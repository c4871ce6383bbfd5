import { observer } from 'mobx-react-lite';
import { lazy, type ReactNode } from 'react';
import { useAuth } from '#web/stores/auth.tsx';

const JoinQuestion = lazy(async () => ({ default: (await import('./join-question.tsx')).JoinQuestion }));

/** A page that waits until a former guest has said what becomes of their data. */
export const JoinFirst = observer(function JoinFirst({ children }: { readonly children: ReactNode }) {
  const toJoin = useAuth().user?.guest_to_join;
  return toJoin ? <JoinQuestion toJoin={toJoin} /> : children;
});
