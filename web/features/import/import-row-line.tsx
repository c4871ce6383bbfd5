import { observer } from 'mobx-react-lite';
import { useId } from 'react';
import type { ImportDraft } from './import-draft.ts';
import styles from './import-preview.module.css';
import type { ColumnName, ImportKind } from './import-kind.ts';
import type { Fate, ImportRow, RowChoice } from './import-row.ts';
import { newsText } from './newer-row.ts';
import { rowBeside } from './row-beside.ts';

interface ImportRowLineProps {
  readonly row: ImportRow;
  readonly draft: ImportDraft;
}

/** Names of what can go into a recipe, offered while one is typed. */
export const COMPONENTS = 'import-components';

/** A row of the preview. Plain inputs: a thousand rows of them are on screen at once. */
export const ImportRowLine = observer(function ImportRowLine({ row, draft }: ImportRowLineProps) {
  const fate = draft.fateOf(row);
  const { kind } = draft;
  const held = draft.heldFor(row);
  const earlier = draft.earlierThan(row);
  return (
    <tr data-import-row={row.number} className={`${styles['row']} ${styles[fate.kind]}`}>
      <td className={styles['number']}>{row.number}</td>
      {draft.columns.map(({ is: column, label, keepsHeld, written }) => {
        const kept = keepsHeld ? held?.[column] : undefined;
        const hint = typeof kept === 'string' ? kept : kept === undefined ? undefined : written?.(kept);
        return <Cell key={column} row={row} fate={fate} column={column} label={label} hint={hint} />;
      })}
      <td className={styles['fate']}>
        <span>{row.refusal ?? `${newsText(kind, draft.newerThan(row))}${fateText(fate, kind, earlier)}`}</span>
        <select
          aria-label={`O que fazer com a linha ${row.number}`}
          className={styles['select']}
          value={row.choiceOf(held, earlier !== undefined)}
          onChange={(event) => row.choose(event.currentTarget.value as RowChoice)}
        >
          {held && <option value="update">Atualizar</option>}
          {!(held && kind.isUnique) && <option value="add">{held ? 'Incluir como novo' : 'Incluir'}</option>}
          <option value="skip">Pular</option>
        </select>
      </td>
    </tr>
  );
});

interface CellProps {
  readonly row: ImportRow;
  readonly fate: Fate;
  readonly column: ColumnName;
  readonly label: string;
  /** What holds when the cell is left empty. */
  readonly hint?: string | undefined;
}

const Cell = observer(function Cell({ row, fate, column, label, hint }: CellProps) {
  const id = useId();
  const error = fate.kind === 'wrong' ? fate.errors[column] : undefined;
  return (
    <td className={styles['cell']} data-column={column} data-label={label}>
      <input
        type="text"
        inputMode={column === 'amount' ? 'decimal' : 'text'}
        autoComplete="off"
        list={column === 'component' ? COMPONENTS : undefined}
        spellCheck={false}
        className={styles['input']}
        aria-label={`${label}, linha ${row.number}`}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : id}
        placeholder={hint}
        value={row.texts[column]}
        onChange={(event) => row.type(column, event.currentTarget.value)}
      />
      {error !== undefined && (
        <span id={id} className={styles['error']}>
          {error}
        </span>
      )}
    </td>
  );
});

function fateText(fate: Fate, kind: ImportKind, earlier: number | undefined): string {
  const repeated = earlier === undefined ? '' : ` O nome já está na linha ${earlier}.`;
  switch (fate.kind) {
    case 'wrong':
      return 'Falta corrigir.';
    case 'skip':
      return `Fica de fora.${repeated}`;
    case 'same':
      return 'Já está igual.';
    case 'add':
      return `Vai incluir.${repeated}`;
    case 'update':
      return (
        kind.updating?.(fate.held, fate.row) ??
        `Vai atualizar ${kind.words.theAmount} de ${rowBeside(kind, fate.held, fate.row)} para ${rowBeside(kind, fate.row, fate.held)}.`
      );
    default:
      return fate satisfies never;
  }
}
