import { EmptyNote } from '#web/ui/empty-note.tsx';

/** An empty list of the past: there is nothing to do about it any more. */
export const NothingYet = () => <EmptyNote text="Nada cadastrado até este dia." />;
