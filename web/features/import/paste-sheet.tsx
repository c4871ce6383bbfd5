import { Button } from '@mantine/core';
import { observer } from 'mobx-react-lite';
import { type ClipboardEvent, useId } from 'react';
import { Panel } from '#web/ui/panel.tsx';
import { EncodingChoices } from '../files/file-notes.tsx';
import { FileButton } from '../files/file-steps.tsx';
import type { ImportDraft } from './import-draft.ts';
import type { ImportKind } from '../fields/import-kind.ts';
import styles from './paste-sheet.module.css';

/** The first step: the cells come in, by the clipboard or from a file. */
export const PasteSheet = observer(function PasteSheet({ draft }: { readonly draft: ImportDraft }) {
  const id = useId();
  const { kind } = draft;
  // A paste into an empty field is the whole sheet: on to the preview. Into a text it is an edit.
  const paste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    if (draft.text.trim() !== '') return;
    event.preventDefault();
    draft.type(event.clipboardData.getData('text'));
    void draft.readText();
  };
  return (
    <Panel>
      <div className="stack gap-8">
        <label htmlFor={id} className="weight-540">
          Cole aqui as células da planilha
        </label>
        <textarea
          id={id}
          data-begin
          className={`${styles['text']} pad-block-12 pad-inline-14 field-box tabular`}
          rows={10}
          spellCheck={false}
          autoComplete="off"
          placeholder={kind.example}
          value={draft.text}
          aria-describedby={`${id}-how`}
          onChange={(event) => draft.type(event.currentTarget.value)}
          onPaste={paste}
        />
        <p id={`${id}-how`} className="soft text-15">
          Colunas: {columnWords(kind)}. Com ou sem cabeçalho, em qualquer ordem. A planilha de “Baixar tudo”, no
          Dashboard, também entra por aqui, com tudo o que há nela.
        </p>
      </div>
      <EncodingChoices choices={draft.encodings} onChoose={(encoding) => void draft.open(encoding)} />
      {draft.problem !== undefined && (
        <p role="alert" className="tomato">
          {draft.problem}
        </p>
      )}
      <div className="flex wrap gap-8">
        <Button onClick={() => void draft.readText()} loading={draft.isReading}>
          Conferir
        </Button>
        <FileButton variant="default" label="Arquivos da lista" onChoose={(files) => draft.chooseFiles(files)} />
      </div>
    </Panel>
  );
});

/** 'nome, unidade e preço' */
function columnWords(kind: ImportKind): string {
  const labels = kind.columns.filter(({ isSeldom }) => !isSeldom).map(({ label }) => label.toLowerCase());
  return `${labels.slice(0, -1).join(', ')} e ${labels.at(-1)}`;
}
