import { Button } from '@mantine/core';
import type { Ref } from 'react';

interface ClashNoteProps {
  /** What is saved now and what was typed. */
  readonly sentence: string;
  readonly onKeepSaved: () => void;
  readonly onSaveMine: () => void;
  /** What saving one's own is called here. */
  readonly mine?: string;
  /** For the focus, where the button that was pressed has gone. */
  readonly ref?: Ref<HTMLDivElement>;
}

/** Asks which of the two shall stay. Nothing is lost before it is said. */
export function ClashNote({ sentence, onKeepSaved, onSaveMine, mine = 'Salvar o meu', ref }: ClashNoteProps) {
  return (
    <div ref={ref} className="stack gap-12 pad-block-12 pad-inline-16 rounded-small on-honey-tint" tabIndex={-1}>
      <p role="alert">{sentence}</p>
      <div className="flex wrap gap-8">
        <Button variant="default" onClick={onKeepSaved}>
          Ficar com o que está salvo
        </Button>
        <Button onClick={onSaveMine}>{mine}</Button>
      </div>
    </div>
  );
}

/** What has changed elsewhere while somebody types: said quietly, the field stays as it is. */
export function NewsNote({ sentence }: { readonly sentence: string | undefined }) {
  return (
    <div role="status">
      {sentence !== undefined && (
        <p className="pad-block-8 pad-inline-12 rounded-small on-sunken soft text-15">{sentence}</p>
      )}
    </div>
  );
}
