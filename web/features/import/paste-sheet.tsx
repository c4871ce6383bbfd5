import { Button } from '@mantine/core';
import { observer } from 'mobx-react-lite';
import { type ChangeEvent, type ClipboardEvent, useId, useRef } from 'react';
import { Panel } from '#web/ui/panel.tsx';
import { EncodingChoices } from '../files/file-notes.tsx';
import type { ImportDraft } from './import-draft.ts';
import type { ImportKind } from '../fields/import-kind.ts';
import styles from './paste-sheet.module.css';

/** The first step: the cells come in, by the clipboard or from a file. */
export const PasteSheet = observer(function PasteSheet({ draft }: { readonly draft: ImportDraft }) {
  const id = useId();
  const file = useRef<HTMLInputElement>(null);
  const { kind } = draft;
  // A paste into an empty field is the whole sheet: on to the preview. Into a text it is an edit.
  const paste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    if (draft.text.trim() !== '') return;
    event.preventDefault();
    draft.type(event.clipboardData.getData('text'));
    void draft.readText();
  };
  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const input = event.currentTarget;
    const chosen = [...(input.files ?? [])];
    if (chosen.length === 0) return;
    await draft.chooseFiles(chosen);
    input.value = ''; // the same file may be chosen again, after it was changed
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
        <Button variant="default" onClick={() => file.current?.click()}>
          Escolher arquivo
        </Button>
        <input
          ref={file}
          type="file"
          multiple
          accept=".xlsx,.xls,.csv,.txt,.tsv,text/csv,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          className="visually-hidden"
          aria-label="Arquivos da lista"
          tabIndex={-1}
          onChange={(event) => void choose(event)}
        />
      </div>
    </Panel>
  );
});

/** 'nome, unidade e preço' */
function columnWords(kind: ImportKind): string {
  const labels = kind.columns.filter(({ isSeldom }) => !isSeldom).map(({ label }) => label.toLowerCase());
  return `${labels.slice(0, -1).join(', ')} e ${labels.at(-1)}`;
}
