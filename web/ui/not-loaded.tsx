import { ActionButton } from './action.tsx';
import styles from './not-loaded.module.css';
import { dayAndHour } from './instants.ts';
import { Note } from './note.tsx';

interface NotLoadedProps {
  /** 'a lista', 'esta pessoa' */
  readonly what: string;
  readonly onRetry: () => unknown;
}

/** In the place of a part of a page that could not be read. */
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

interface KeptNoteProps {
  /** When what is shown came. */
  readonly from: Date;
  readonly onRetry: () => unknown;
}

/** Above what could not be read again: of when it is, and the way to have it anew. */
export const KeptNote = ({ from, onRetry }: KeptNoteProps) => (
  <Note role="status">
    <p>Não deu para atualizar: mostrando o que chegou em {dayAndHour(from)}.</p>
    <ActionButton tone="quiet" onClick={() => void onRetry()}>
      Tentar de novo
    </ActionButton>
  </Note>
);
