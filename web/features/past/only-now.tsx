import type { ReactNode } from 'react';
import { useStores } from '#web/stores/root-store.tsx';
import { EmptyNote } from '#web/ui/empty-note.tsx';

interface OnlyNowProps {
  readonly children: ReactNode;
  /** What stands there in the past. */
  readonly instead?: ReactNode;
}

/** What belongs to the business of today: ways to change it, and what there is to do. The past is only looked at. */
export const OnlyNow = ({ children, instead = null }: OnlyNowProps) => (
  <>{useStores().business.isPast ? instead : children}</>
);

/** An empty list of the past: there is nothing to do about it any more. */
export const NothingYet = () => <EmptyNote text="Nada cadastrado até este dia." />;
