import { Button } from '@mantine/core';
import { observer } from 'mobx-react-lite';
import { count } from '#domain/format.ts';
import { ConflictNote } from '../entry/conflict-note.tsx';
import { useGradualRows } from '../entry/use-gradual-rows.ts';
import { newerSentence } from '../entry/conflict-sentences.ts';
import { FileNotes } from '../files/file-notes.tsx';
import type { ImportDraft } from './import-draft.ts';
import styles from './import.module.css';
import { COMPONENTS, ImportRowLine } from './import-row-line.tsx';
import { counted, ImportFoot } from './import-foot.tsx';
import { ImportQuestions } from './import-questions.tsx';
import { ImportSheets } from './import-sheets.tsx';
import type { ColumnName, TableColumnValues } from '../fields/import-kind.ts';
import type { ListReview } from './list-reader.ts';

interface ImportPreviewProps {
  readonly draft: ImportDraft;
  readonly review: ListReview;
  readonly onTake: () => void;
}

/** Widths of adjacent cells. A missing column does not compile; columns of a field table have a default width. */
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

const ANY_WIDTHS: Readonly<Partial<Record<ColumnName, string>>> = WIDTHS;

/** The second step: every row with its outcome, to correct or leave out. */
export const ImportPreview = observer(function ImportPreview({ draft, review, onTake }: ImportPreviewProps) {
  const { kind } = draft;
  const { tally, rows, total, inView } = review;
  const open = tally.wrong + tally.waiting + tally.refused;
  return (
    <div className="stack shrinks gap-16">
      <div className="stack gap-4">
        <h2 className="text-18 weight-620" tabIndex={-1} data-begin>
          {count(total)} {total === 1 ? 'linha' : 'linhas'} para conferir
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
      {open > 0 && open < total && (
        <label className="row touch gap-8">
          <input
            type="checkbox"
            checked={draft.showsOpenOnly}
            onChange={(event) => draft.showOpenOnly(event.currentTarget.checked)}
          />
          Ver só {open === 1 ? 'a linha que falta' : `as ${count(open)} linhas que faltam`} resolver
        </label>
      )}
      <ImportRows draft={draft} review={review} />
      {rows.length < inView && (
        <Button variant="default" onClick={() => draft.showMore()}>
          Mostrar mais linhas ({count(rows.length)} de {count(inView)})
        </Button>
      )}
      {kind.components && (
        <datalist id={COMPONENTS}>
          {kind.components().map((each) => (
            <option key={each}>{each}</option>
          ))}
        </datalist>
      )}
      <ImportFoot draft={draft} onTake={onTake} back="Voltar ao texto">
        {draft.isAsking && (
          <ConflictNote
            sentence={newerSentence(review.newer, { doing: 'conferia', where: 'Na planilha' })}
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
        {tally.wrong > 0 && <WrongLines count={tally.wrong} onGo={() => focusWrong(draft)} />}
      </ImportFoot>
    </div>
  );
});

interface WrongLinesProps {
  readonly count: number;
  readonly onGo: () => void;
}

const WrongLines = ({ count: wrong, onGo }: WrongLinesProps) => (
  <button type="button" className={`${styles['jump']} to-left touch bare-button tomato underlined`} onClick={onGo}>
    {wrong === 1 ? 'Falta corrigir 1 linha. Ir para ela' : `Falta corrigir ${count(wrong)} linhas. Ir para a primeira`}
  </button>
);

/** The rows with their outcomes. */
const ImportRows = observer(function ImportRows({ draft, review }: Omit<ImportPreviewProps, 'onTake'>) {
  const columns = draft.kind.columns.filter(({ is }) => review.columns.includes(is));
  const drawn = useGradualRows(review.rows, 5);
  return (
    <table
      className={`${styles['table']} wide card ${columns.length > 2 ? '' : styles['isNarrow']} ${columns.length > 3 ? styles['isWide'] : ''}`}
      style={{ ['--cells' as string]: columns.map(({ is }) => ANY_WIDTHS[is] ?? 'minmax(0, 1.5fr)').join(' ') }}
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
        {drawn.map((row) => (
          <ImportRowLine key={row.number} row={row} columns={columns} draft={draft} />
        ))}
      </tbody>
    </table>
  );
});

/** The counts by outcome, which together cover every line of the file. */
function tallyText({ tally, passed }: ListReview): string {
  const { above, heading, total, text, empty, hidden, broken } = passed;
  const parts = [
    counted(tally.add, 'será incluída', 'serão incluídas'),
    counted(tally.update, 'atualiza o que já existe', 'atualizam o que já existe'),
    counted(tally.done, 'já entrou', 'já entraram'),
    counted(tally.same, 'já está igual', 'já estão iguais'),
    counted(tally.equal, 'repetida', 'repetidas'),
    counted(tally.summed, 'somada a outra', 'somadas a outras'),
    counted(tally.waiting, 'espera uma resposta', 'esperam uma resposta'),
    counted(tally.wrong, 'com erro', 'com erro'),
    counted(tally.refused, 'não cabe no negócio', 'não cabem no negócio'),
    counted(tally.skip + tally.other, 'fica de fora', 'ficam de fora'),
    counted(heading, 'de cabeçalho', 'de cabeçalho'),
    counted(above, 'acima do cabeçalho', 'acima do cabeçalho'),
    counted(total, 'de total', 'de total'),
    counted(text, 'só com texto', 'só com texto'),
    counted(broken, 'com conta quebrada', 'com conta quebrada'),
    counted(hidden, 'escondida', 'escondidas'),
    counted(empty, 'vazia', 'vazias'),
  ].filter((part) => part !== '');
  return `${parts.join(', ')}.`;
}

function focusWrong(draft: ImportDraft): void {
  const wrong = draft.review?.rows.find(({ outcome }) => outcome === 'wrong');
  // The wrong row is further down than the rendered ones.
  if (!wrong) return draft.showOpenOnly(true);
  const row = document.querySelector(`[data-import-row='${wrong.number}']`);
  (row?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? row?.querySelector<HTMLElement>('input'))?.focus();
}
