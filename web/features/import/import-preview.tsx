import { Button } from '@mantine/core';
import { observer } from 'mobx-react-lite';
import { count } from '#domain/format.ts';
import { ClashNote } from '../entry/clash-note.tsx';
import { newerSentence } from '../entry/clash-sentences.ts';
import { FileNotes } from './file-notes.tsx';
import type { ImportDraft, Tally } from './import-draft.ts';
import styles from './import-preview.module.css';
import { COMPONENTS, ImportRowLine } from './import-row-line.tsx';
import type { ColumnName } from './import-kind.ts';
import { newerInWords } from './newer-row.ts';

interface ImportPreviewProps {
  readonly draft: ImportDraft;
  readonly onTake: () => void;
}

/** Of the cells beside each other, where there is room; a column without one does not compile. */
const WIDTHS: Readonly<Record<ColumnName, string>> = {
  name: 'minmax(0, 2fr)',
  batch: '6rem',
  component: 'minmax(0, 2fr)',
  quantity: '6rem',
  unit: '5.5rem',
  amount: '7.5rem',
  pack: 'minmax(0, 1.5fr)',
  yieldPercentage: '6rem',
  conversions: 'minmax(0, 1.5fr)',
  free: '5rem',
  channels: 'minmax(0, 1.5fr)',
};

/** The second step: every row with what will become of it, to put right or leave out. */
export const ImportPreview = observer(function ImportPreview({ draft, onTake }: ImportPreviewProps) {
  const { kind, tally, rows = [], columns } = draft;
  const changes = tally.add + tally.update;
  return (
    <div className={styles['preview']}>
      <div className={styles['head']}>
        <h2 className={styles['title']} tabIndex={-1} data-begin>
          {count(rows.length)} {rows.length === 1 ? 'linha' : 'linhas'} para conferir
        </h2>
        <p className={styles['tally']} role="status">
          {tallyText(tally)}
        </p>
      </div>
      {draft.table && (
        <FileNotes
          table={draft.table}
          withHidden={draft.withHidden}
          onHidden={(withHidden) => draft.showHidden(withHidden)}
        />
      )}
      <table
        className={`${styles['table']} ${columns.length > 2 ? '' : styles['isNarrow']} ${columns.length > 3 ? styles['isWide'] : ''}`}
        style={{ ['--cells' as string]: columns.map(({ is }) => WIDTHS[is]).join(' ') }}
      >
        <caption className="visually-hidden">O que será importado</caption>
        <thead className={styles['headings']}>
          <tr>
            <th scope="col">
              <span className="visually-hidden">Linha</span>
            </th>
            {columns.map(({ is, label }) => (
              <th key={is} scope="col">
                {label}
              </th>
            ))}
            <th scope="col">O que acontece</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <ImportRowLine key={row.number} row={row} draft={draft} />
          ))}
        </tbody>
      </table>
      {kind.components && (
        <datalist id={COMPONENTS}>
          {kind.components().map((each) => (
            <option key={each}>{each}</option>
          ))}
        </datalist>
      )}
      <div className={styles['foot']}>
        {draft.isAsking && (
          <ClashNote
            sentence={newerSentence(
              draft.contested.map((each) => newerInWords(kind, each)),
              { doing: 'conferia', where: 'Na planilha' },
            )}
            onKeepSaved={() => {
              draft.keepSaved();
              onTake();
            }}
            onSaveMine={() => {
              draft.takeOver();
              onTake();
            }}
            mine="Importar o meu"
          />
        )}
        {draft.problem !== undefined && (
          <p role="alert" className={styles['problem']}>
            {draft.problem}
          </p>
        )}
        {tally.wrong > 0 && (
          <button type="button" className={styles['jump']} onClick={() => focusRow(draft.firstWrong?.number)}>
            {tally.wrong === 1
              ? 'Falta corrigir 1 linha. Ir para ela'
              : `Falta corrigir ${count(tally.wrong)} linhas. Ir para a primeira`}
          </button>
        )}
        <div className={styles['choices']}>
          <Button onClick={onTake} loading={draft.isSending} disabled={tally.wrong > 0 || changes === 0}>
            {changes === 0 ? 'Nada a importar' : `Importar ${count(changes)} ${changes === 1 ? 'linha' : 'linhas'}`}
          </Button>
          <Button variant="default" onClick={() => draft.goBack()}>
            Voltar ao texto
          </Button>
        </div>
      </div>
    </div>
  );
});

function tallyText({ add, update, same, skip, wrong }: Tally): string {
  const parts = [
    ...(add > 0 ? [`${count(add)} ${add === 1 ? 'será incluída' : 'serão incluídas'}`] : []),
    ...(update > 0 ? [`${count(update)} ${update === 1 ? 'atualiza' : 'atualizam'} o que já existe`] : []),
    ...(same > 0 ? [`${count(same)} ${same === 1 ? 'já está igual' : 'já estão iguais'}`] : []),
    ...(skip > 0 ? [`${count(skip)} ${skip === 1 ? 'fica' : 'ficam'} de fora`] : []),
    ...(wrong > 0 ? [`${count(wrong)} com erro`] : []),
  ];
  return `${parts.join(', ')}.`;
}

function focusRow(number: number | undefined): void {
  const row = document.querySelector(`[data-import-row='${number}']`);
  (row?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? row?.querySelector<HTMLElement>('input'))?.focus();
}
