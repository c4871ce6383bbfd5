import { Button } from '@mantine/core';
import { FileSpreadsheet } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { type ClipboardEvent, type DragEvent, type ReactNode, useId, useState } from 'react';
import { Panel } from '#web/ui/panel.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { Problem } from '#web/ui/note.tsx';
import styles from './files.module.css';
import { EncodingChoices } from './file-notes.tsx';
import { FileButton } from './file-steps.tsx';
import type { ImportSource } from './import-source.ts';

interface CellsFieldProps {
  readonly source: ImportSource;
  readonly label: string;
  readonly example: string;
  readonly rows: number;
  readonly hint?: string;
  readonly 'data-begin'?: true;
}

interface ChooseSourceProps {
  readonly source: ImportSource;
  readonly fileLabel: string;
  readonly cells: Omit<CellsFieldProps, 'source' | 'rows'>;
  /** Sentences above and below the button, for an import that takes files instead of pasted cells. */
  readonly files?: { readonly sentence: ReactNode; readonly note: string };
}

/** The first step of an import: files, chosen or dropped, or cells from the clipboard. */
export const ChooseSource = observer(function ChooseSource({ source, fileLabel, cells, files }: ChooseSourceProps) {
  const [isOver, setIsOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    void source.chooseFiles([...event.dataTransfer.files]);
  };
  const field = <CellsField {...cells} source={source} rows={files ? 4 : 10} {...(!files && { 'data-begin': true })} />;
  const check = (
    <Button onClick={() => void source.readText()} loading={source.isReading && !files}>
      Conferir
    </Button>
  );
  return (
    <Panel>
      {files ? (
        <div
          className={`${styles['drop']} stack gap-12 rounded ${isOver ? `${styles['isOver']} on-surface` : ''}`}
          onDragOver={(event) => {
            event.preventDefault();
            setIsOver(true);
          }}
          onDragLeave={() => setIsOver(false)}
          onDrop={drop}
        >
          <FileSpreadsheet size={32} aria-hidden className="soft" />
          <p>{files.sentence}</p>
          <FileButton
            data-begin
            label={fileLabel}
            loading={source.isReading}
            onChoose={(chosen) => source.chooseFiles(chosen)}
          />
          <p className="soft text-15">{files.note}</p>
        </div>
      ) : (
        field
      )}
      <p role="status" className={source.isReading ? 'soft text-15' : 'visually-hidden'}>
        {source.isReading ? `Lendo ${source.name}…` : ''}
      </p>
      <EncodingChoices choices={source.encodings} onChoose={(encoding) => void source.chooseEncoding(encoding)} />
      <Problem text={source.problem} />
      {files ? (
        <Disclosure label="Prefiro colar as células da planilha" isNeeded={false}>
          {field}
          <div>{check}</div>
        </Disclosure>
      ) : (
        <div className="flex wrap gap-8">
          {check}
          <FileButton variant="default" label={fileLabel} onChoose={(chosen) => source.chooseFiles(chosen)} />
        </div>
      )}
    </Panel>
  );
});

const CellsField = observer(function CellsField({ source, label, example, hint, ...field }: CellsFieldProps) {
  const id = useId();
  // Pasting into an empty field opens the preview; pasting into a text edits it.
  const paste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const { clipboardData } = event;
    const files = [...(clipboardData.files ?? [])];
    if (files.length === 0 && source.text.trim() !== '') return;
    event.preventDefault();
    if (files.length === 0) source.type(clipboardData.getData('text'));
    void (files.length > 0 ? source.chooseFiles(files) : source.readText());
  };
  return (
    <div className="stack gap-8">
      <label htmlFor={id} className="weight-540">
        {label}
      </label>
      <textarea
        {...field}
        id={id}
        className={`${styles['text']} pad-block-12 pad-inline-14 field-box tabular`}
        spellCheck={false}
        autoComplete="off"
        placeholder={example}
        value={source.text}
        aria-describedby={hint === undefined ? undefined : `${id}-how`}
        onChange={(event) => source.type(event.currentTarget.value)}
        onPaste={paste}
      />
      {hint !== undefined && (
        <p id={`${id}-how`} className="soft text-15">
          {hint}
        </p>
      )}
    </div>
  );
});
