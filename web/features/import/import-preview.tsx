import { Button } from '@mantine/core';
import { observer } from 'mobx-react-lite';
import { formatCount } from '#domain/format.ts';
import { ConflictNote } from '../entry/conflict-note.tsx';
import { useGradualRows } from '../entry/searchable-list.tsx';
import { newerSentence } from '../entry/conflict-sentences.ts';
import { FileNotes } from '../files/file-notes.tsx';
import type { ImportDraft } from './import-draft.ts';
import styles from './import.module.css';
import { COMPONENT_LIST_ID, ImportRowLine } from './import-row-line.tsx';
import { countText, ImportFoot } from './import-foot.tsx';
import { ImportQuestions } from './import-questions.tsx';
import { ImportSheets } from './import-sheets.tsx';
import type { ColumnName, TableColumnValues } from '../fields/import-kind.ts';
import type { ListReview } from './list-reader.ts';

interface ImportPreviewProps {
  readonly draft: ImportDraft;
  readonly review: ListReview;
  readonly onImport: () => void;
}

/** CSS widths of the columns. A missing column does not compile; columns of a field table have a default width. */
const WIDTHS: Readonly<Record<Exclude<ColumnName, keyof TableColumnValues>, string>> = {
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
  portions: '5rem',
  loss: '5rem',
  category: 'minmax(0, 1fr)',
  method: 'minmax(0, 1.5fr)',
  prices: 'minmax(0, 1.5fr)',
  isMain: '5rem',
  orders: '6rem',
};

const WIDTHS_BY_COLUMN: Readonly<Partial<Record<ColumnName, string>>> = WIDTHS;

/** The second step: every row with its outcome, to correct or leave out. */
export const ImportPreview = observer(function ImportPreview({ draft, review, onImport }: ImportPreviewProps) {
  const { kind } = draft;
  const { tally, rows, total, filteredCount: inView } = review;
  const openCount = tally.wrong + tally.waiting + tally.refused;
  return (
    <div className="stack shrinks gap-16">
      <div className="stack gap-4">
        <h2 className="text-18 weight-620" tabIndex={-1} data-begin>
          {formatCount(total)} {total === 1 ? 'linha' : 'linhas'} para conferir
        </h2>
        <p className="soft" role="status">
          {tallyText(review)}
        </p>
      </div>
      <ImportSheets draft={draft} review={review} />
      <FileNotes
        table={{ notes: review.notes, hasHidden: review.hasHidden }}
        withHidden={draft.source.withHidden}
        onHidden={(withHidden) => draft.showHidden(withHidden)}
      />
      <ImportQuestions draft={draft} questions={review.questions} />
      {openCount > 0 && openCount < total && (
        <label className="row touch gap-8">
          <input
            type="checkbox"
            checked={draft.isOpenOnly}
            onChange={(event) => draft.showOpenOnly(event.currentTarget.checked)}
          />
          Ver só {openCount === 1 ? 'a linha que falta' : `as ${formatCount(openCount)} linhas que faltam`} resolver
        </label>
      )}
      <ImportRows draft={draft} review={review} />
      {rows.length < inView && (
        <Button variant="default" onClick={() => draft.showMore()}>
          Mostrar mais linhas ({formatCount(rows.length)} de {formatCount(inView)})
        </Button>
      )}
      {kind.components && (
        <datalist id={COMPONENT_LIST_ID}>
          {kind.components().map((name) => (
            <option key={name}>{name}</option>
          ))}
        </datalist>
      )}
      <ImportFoot draft={draft} onImport={onImport} backLabel="Voltar ao texto">
        {draft.hasConflict && (
          <ConflictNote
            sentence={newerSentence(review.newer, { verb: 'conferia', place: 'Na planilha' })}
            onKeepSaved={() => {
              draft.keepSaved();
              onImport();
            }}
            onOverwrite={() => {
              draft.overwriteNewer();
              onImport();
            }}
            overwriteLabel="Importar o meu"
          />
        )}
        {tally.wrong > 0 && <WrongLines count={tally.wrong} onJump={() => focusWrongRow(draft)} />}
      </ImportFoot>
    </div>
  );
});

interface WrongLinesProps {
  readonly count: number;
  readonly onJump: () => void;
}

const WrongLines = ({ count: wrongCount, onJump }: WrongLinesProps) => (
  <button type="button" className={`${styles['jump']} to-left touch bare-button tomato underlined`} onClick={onJump}>
    {wrongCount === 1
      ? 'Falta corrigir 1 linha. Ir para ela'
      : `Falta corrigir ${formatCount(wrongCount)} linhas. Ir para a primeira`}
  </button>
);

/** The rows with their outcomes. */
const ImportRows = observer(function ImportRows({ draft, review }: Omit<ImportPreviewProps, 'onImport'>) {
  const columns = draft.kind.columns.filter(({ is }) => review.columns.includes(is));
  const renderedRows = useGradualRows(review.rows, 5);
  return (
    <table
      className={`${styles['table']} wide card ${columns.length > 2 ? '' : styles['isNarrow']} ${columns.length > 3 ? styles['isWide'] : ''}`}
      style={{ ['--cells' as string]: columns.map(({ is }) => WIDTHS_BY_COLUMN[is] ?? 'minmax(0, 1.5fr)').join(' ') }}
    >
      <caption className="visually-hidden">O que será importado</caption>
      <thead className={`${styles['headings']} absolute clips`}>
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
        {renderedRows.map((row) => (
          <ImportRowLine key={row.number} row={row} columns={columns} draft={draft} />
        ))}
      </tbody>
    </table>
  );
});

/** The counts by outcome, which together cover every line of the file. */
function tallyText({ tally, skipped: passed }: ListReview): string {
  const { above, heading, total, text, empty, hidden, broken } = passed;
  const parts = [
    countText(tally.add, 'será incluída', 'serão incluídas'),
    countText(tally.update, 'atualiza o que já existe', 'atualizam o que já existe'),
    countText(tally.done, 'já entrou', 'já entraram'),
    countText(tally.same, 'já está igual', 'já estão iguais'),
    countText(tally.equal, 'repetida', 'repetidas'),
    countText(tally.summed, 'somada a outra', 'somadas a outras'),
    countText(tally.waiting, 'espera uma resposta', 'esperam uma resposta'),
    countText(tally.wrong, 'com erro', 'com erro'),
    countText(tally.refused, 'não cabe no negócio', 'não cabem no negócio'),
    countText(tally.skip + tally.other, 'fica de fora', 'ficam de fora'),
    countText(heading, 'de cabeçalho', 'de cabeçalho'),
    countText(above, 'acima do cabeçalho', 'acima do cabeçalho'),
    countText(total, 'de total', 'de total'),
    countText(text, 'só com texto', 'só com texto'),
    countText(broken, 'com conta quebrada', 'com conta quebrada'),
    countText(hidden, 'escondida', 'escondidas'),
    countText(empty, 'vazia', 'vazias'),
  ].filter((part) => part !== '');
  return `${parts.join(', ')}.`;
}

function focusWrongRow(draft: ImportDraft): void {
  const wrongRow = draft.review?.rows.find(({ outcome }) => outcome === 'wrong');
  // The wrong row is further down than the rendered ones.
  if (!wrongRow) return draft.showOpenOnly(true);
  const row = document.querySelector(`[data-import-row='${wrongRow.number}']`);
  (row?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? row?.querySelector<HTMLElement>('input'))?.focus();
}
