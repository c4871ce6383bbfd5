import type { ReactNode } from 'react';
import { useStores } from '#web/stores/root-store.tsx';
import { EmptyNote } from '#web/ui/empty-note.tsx';

interface OnlyNowProps {
  readonly children: ReactNode;
  /** Content for the past. */
  readonly instead?: ReactNode;
}

/** Content for the present only, such as forms and tasks: the past cannot be changed. */
export const OnlyNow = ({ children, instead = null }: OnlyNowProps) => (
  <>{useStores().business.isPast ? instead : children}</>
);

/** An empty list of the past, without the advice to fill it. */
export const NothingYet = () => <EmptyNote text="Nada cadastrado até este dia." />;
