import { Button } from '@mantine/core';
import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { count } from '#domain/format.ts';
import type { ImportDraft } from './import-draft.ts';
import styles from './import.module.css';

interface ImportFootProps {
  readonly draft: ImportDraft;
  readonly onTake: () => void;
  /** The label of the button that leads to the first step. */
  readonly back: string;
  /** Content that needs attention before the import. */
  readonly children?: ReactNode;
}

/** The foot of the preview: failures, progress, and the buttons for both directions. */
export const ImportFoot = observer(function ImportFoot({ draft, onTake, back, children }: ImportFootProps) {
  const { progress, importedRowCount } = draft;
  const { problem } = draft.source;
  return (
    <div className={`${styles['foot']} stack sticky gap-8 line-above`}>
      {problem !== undefined && (
        <p role="alert" className="tomato">
          {problem}
        </p>
      )}
      {progress && progress.parts > 1 && (
        <p role="status">
          Parte {count(progress.part)} de {count(progress.parts)}
        </p>
      )}
      {children}
      <div className={`${styles['choices']} flex wrap gap-8`}>
        <Button onClick={onTake} loading={draft.isSending} disabled={importedRowCount === 0}>
          {importedRowCount === 0 ? 'Nada a importar' : `Importar ${counted(importedRowCount, 'linha', 'linhas')}`}
        </Button>
        <Button variant="default" onClick={() => void draft.goBack()}>
          {back}
        </Button>
      </div>
    </div>
  );
});

/** '3 linhas'; '' for zero. */
export const counted = (number: number, one: string, many: string): string =>
  number === 0 ? '' : `${count(number)} ${number === 1 ? one : many}`;
