import { ActionButton } from './action.tsx';
import { dayAndHour } from './day-and-hour.ts';
import { Note } from './note.tsx';

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
