import { Button } from '@mantine/core';
import type { Encoding, EncodingChoice } from './encoding.ts';
import styles from './files.module.css';

interface FileNotesProps {
  readonly table: { readonly notes: readonly string[]; readonly hasHidden: boolean };
  readonly withHidden: boolean;
  readonly onHidden: (withHidden: boolean) => void;
}

/** Notes about how a file was read. */
export function FileNotes({ table: { notes, hasHidden }, withHidden, onHidden }: FileNotesProps) {
  if (notes.length === 0) return null;
  return (
    <div className={`${styles['notes']} stack from-left gap-8`}>
      <ul className={`${styles['list']} stack gap-4 no-margin soft text-15`} aria-label="Como o arquivo foi lido">
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
      {hasHidden && (
        <Button variant="default" size="compact-sm" onClick={() => onHidden(!withHidden)}>
          {withHidden ? 'Deixar de fora o que está escondido' : 'Trazer também o que está escondido'}
        </Button>
      )}
    </div>
  );
}

const ENCODING_LABELS: Readonly<Record<Encoding, string>> = {
  'utf-8': 'UTF-8',
  'utf-16': 'UTF-16',
  'windows-1252': 'Windows',
  macintosh: 'Mac antigo',
  cp850: 'DOS',
};

interface EncodingChoicesProps {
  readonly choices: readonly EncodingChoice[];
  readonly onChoose: (encoding: Encoding) => void;
}

/** The same lines in each possible encoding, for a person to choose the right one. */
export function EncodingChoices({ choices, onChoose }: EncodingChoicesProps) {
  if (choices.length === 0) return null;
  return (
    <div
      className={`${styles['notes']} stack from-left gap-8`}
      role="group"
      aria-label="Em qual os acentos estão certos?"
    >
      <p>Em qual destas os acentos estão certos? Nada entra antes disso.</p>
      {choices.map(({ encoding, sample }) => (
        <button
          key={encoding}
          type="button"
          className="stack gap-2 pad-block-10 pad-inline-14 field-box pointer text-start breaks"
          onClick={() => onChoose(encoding)}
        >
          <strong>{ENCODING_LABELS[encoding]}</strong>
          {sample.map((line, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- the lines of a sample never move
            <span key={index}>{line}</span>
          ))}
        </button>
      ))}
    </div>
  );
}
