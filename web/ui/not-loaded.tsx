import { ActionButton } from './action.tsx';
import styles from './remote-data.module.css';
import { formatShortDayAndTime } from './instants.ts';
import { Note } from './note.tsx';

interface NotLoadedProps {
  /** The name of the missing part, with its article: 'a lista', 'esta pessoa'. */
  readonly what: string;
  readonly onRetry: () => unknown;
}

/** A notice in place of a part of a page that could not be read. */
export const NotLoaded = ({ what, onRetry }: NotLoadedProps) => (
  <div className="row wrap gap-12 across-20">
    <p className={styles['problem']} role="alert">
      Não deu para carregar {what}.
    </p>
    <ActionButton tone="quiet" onClick={() => void onRetry()}>
      Tentar de novo
    </ActionButton>
  </div>
);

interface OutdatedNoteProps {
  /** The time of the data on screen. */
  readonly readAt: Date;
  readonly onRetry: () => unknown;
}

/** A notice above data that could not be read again, with their age and a retry button. */
export const OutdatedNote = ({ readAt, onRetry }: OutdatedNoteProps) => (
  <Note role="status">
    <p>Não deu para atualizar: mostrando o que chegou em {formatShortDayAndTime(readAt)}.</p>
    <ActionButton tone="quiet" onClick={() => void onRetry()}>
      Tentar de novo
    </ActionButton>
  </Note>
);
