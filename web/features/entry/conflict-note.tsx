import { Button } from '@mantine/core';
import type { Ref } from 'react';

interface ConflictNoteProps {
  /** The saved value and the typed one. */
  readonly sentence: string;
  readonly onKeepSaved: () => void;
  readonly onOverwrite: () => void;
  /** The label of the button that saves the typed value. */
  readonly overwriteLabel?: string;
  /** A target for the focus when the pressed button has disappeared. */
  readonly ref?: Ref<HTMLDivElement>;
}

/** Asks which of two values shall stay, the saved or the typed one; nothing is lost before the answer. */
export function ConflictNote({
  sentence,
  onKeepSaved,
  onOverwrite,
  overwriteLabel = 'Salvar o meu',
  ref,
}: ConflictNoteProps) {
  return (
    <div ref={ref} className="stack gap-12 pad-block-12 pad-inline-16 rounded-small on-honey-tint" tabIndex={-1}>
      <p role="alert">{sentence}</p>
      <div className="flex wrap gap-8">
        <Button variant="default" onClick={onKeepSaved}>
          Ficar com o que está salvo
        </Button>
        <Button onClick={onOverwrite}>{overwriteLabel}</Button>
      </div>
    </div>
  );
}

/** A quiet note about a change from elsewhere while somebody types; the field keeps its text. */
export function ChangesElsewhereNote({ sentence }: { readonly sentence: string | undefined }) {
  return (
    <div role="status">
      {sentence !== undefined && (
        <p className="pad-block-8 pad-inline-12 rounded-small on-sunken soft text-15">{sentence}</p>
      )}
    </div>
  );
}
