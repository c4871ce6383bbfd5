import type { ReactNode } from 'react';
import { useStores } from '#web/stores/root-store.tsx';
import { EmptyNote } from '#web/ui/note.tsx';

interface PresentOnlyProps {
  readonly children: ReactNode;
  /** Content for the past. */
  readonly fallback?: ReactNode;
}

/** Content for the present only, such as forms and tasks: the past cannot be changed. */
export const PresentOnly = ({ children, fallback = null }: PresentOnlyProps) => (
  <>{useStores().business.isPast ? fallback : children}</>
);

/** An empty list of the past, without the advice to fill it. */
export const EmptyPastNote = () => <EmptyNote text="Nada cadastrado até este dia." />;
