import { Button } from '@mantine/core';
import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { formatCount } from '#domain/format.ts';
import { Problem } from '#web/ui/note.tsx';
import type { ImportDraft } from './import-draft.ts';
import styles from './import.module.css';

interface ImportFootProps {
  readonly draft: ImportDraft;
  readonly onImport: () => void;
  /** The label of the button that leads to the first step. */
  readonly backLabel: string;
  /** Content that needs attention before the import. */
  readonly children?: ReactNode;
}

/** The foot of the preview: failures, progress, and the buttons for both directions. */
export const ImportFoot = observer(function ImportFoot({ draft, onImport, backLabel, children }: ImportFootProps) {
  const { progress, importedRowCount } = draft;
  const { problem } = draft.source;
  return (
    <div className={`${styles['foot']} stack sticky gap-8 line-above`}>
      <Problem text={problem} />
      {progress && progress.parts > 1 && (
        <p role="status">
          Parte {formatCount(progress.part)} de {formatCount(progress.parts)}
        </p>
      )}
      {children}
      <div className={`${styles['choices']} flex wrap gap-8`}>
        <Button onClick={onImport} loading={draft.isSending} disabled={importedRowCount === 0}>
          {importedRowCount === 0 ? 'Nada a importar' : `Importar ${countText(importedRowCount, 'linha', 'linhas')}`}
        </Button>
        <Button variant="default" onClick={() => void draft.goBack()}>
          {backLabel}
        </Button>
      </div>
    </div>
  );
});

/** A number with its noun: '3 linhas'. Empty for zero. */
export const countText = (number: number, one: string, many: string): string =>
  number === 0 ? '' : `${formatCount(number)} ${number === 1 ? one : many}`;
