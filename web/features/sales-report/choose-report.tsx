import { FileSpreadsheet } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { type ClipboardEvent, type DragEvent, useId, useState } from 'react';
import { Panel } from '#web/ui/panel.tsx';
import { Unfolding } from '#web/ui/unfolding.tsx';
import { EncodingChoices } from '../files/file-notes.tsx';
import { FileButton } from '../files/file-steps.tsx';
import type { ReportDraft } from './report-draft.ts';
import styles from './sales-report.module.css';

/** The first step: a file, by the button or dropped, or cells by the clipboard. */
export const ChooseReport = observer(function ChooseReport({ draft }: { readonly draft: ReportDraft }) {
  const id = useId();
  const [isOver, setIsOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    void draft.chooseFiles([...event.dataTransfer.files]);
  };
  const paste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    event.preventDefault();
    const pasted = [...(event.clipboardData.files ?? [])];
    if (pasted.length > 0) void draft.chooseFiles(pasted);
    else void draft.choosePasted(event.clipboardData.getData('text'));
  };
  return (
    <Panel>
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
        <p className={styles['sentence']}>
          Escolha o relatório de <strong>vendas por produto</strong>, ou solte o arquivo aqui.
        </p>
        <FileButton
          data-begin
          label="Arquivo do relatório"
          loading={draft.isReading}
          onChoose={(files) => draft.chooseFiles(files)}
        />
        <p className={`${styles['note']} soft text-15`}>
          Excel (.xlsx) ou CSV, como o caixa ou o aplicativo entrega. Vários de uma vez, como os de cada semana, são um
          relatório só.
        </p>
      </div>
      <p role="status" className={draft.isReading ? `${styles['note']} soft text-15` : 'visually-hidden'}>
        {draft.isReading ? `Lendo ${draft.fileName}…` : ''}
      </p>
      <EncodingChoices choices={draft.encodings} onChoose={(encoding) => void draft.readAgain({ encoding })} />
      {draft.problem !== undefined && (
        <p role="alert" className={`${styles['problem']} tomato`}>
          {draft.problem}
        </p>
      )}
      <Unfolding label="Prefiro colar as células da planilha" isNeeded={false}>
        <label htmlFor={id} className={`${styles['label']} block weight-540`}>
          Cole aqui as células do relatório
        </label>
        <textarea
          id={id}
          className={`${styles['text']} pad-block-12 pad-inline-14 field-box`}
          rows={4}
          spellCheck={false}
          autoComplete="off"
          placeholder="Produto\tQtde\tTotal\nPizza Muçarela\t120\t6.348,00"
          value=""
          onChange={(event) => void draft.choosePasted(event.currentTarget.value)}
          onPaste={paste}
        />
      </Unfolding>
    </Panel>
  );
});
