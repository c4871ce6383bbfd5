import { ActionButton } from './action.tsx';
import styles from './not-loaded.module.css';
import { dayAndHour } from './instants.ts';
import { Note } from './note.tsx';

interface NotLoadedProps {
  /** 'a lista', 'esta pessoa' */
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
  readonly from: Date;
  readonly onRetry: () => unknown;
}

/** A notice above data that could not be read again, with their age and a retry button. */
export const OutdatedNote = ({ from, onRetry }: OutdatedNoteProps) => (
  <Note role="status">
    <p>Não deu para atualizar: mostrando o que chegou em {dayAndHour(from)}.</p>
    <ActionButton tone="quiet" onClick={() => void onRetry()}>
      Tentar de novo
    </ActionButton>
  </Note>
);
