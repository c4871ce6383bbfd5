import { observer } from 'mobx-react-lite';
import { useId } from 'react';
import { formatCount } from '#domain/format.ts';
import type { ImportDraft } from './import-draft.ts';
import styles from './import.module.css';
import type { SheetColumn } from '../fields/import-kind.ts';
import type { RowChoice } from './review.ts';
import type { RowView } from './row-view.ts';

interface ImportRowLineProps {
  readonly row: RowView;
  readonly columns: readonly SheetColumn[];
  readonly draft: ImportDraft;
}

/** The id of the datalist with the names of components. */
export const COMPONENT_LIST_ID = 'import-components';

const CHOICES: Readonly<Record<RowChoice, string>> = { update: 'Atualizar', add: 'Incluir', skip: 'Pular' };

/** A row of the preview. It uses plain inputs, because hundreds of rows are on screen at once. */
export const ImportRowLine = observer(function ImportRowLine({ row, columns, draft }: ImportRowLineProps) {
  return (
    <tr data-import-row={row.number} className={`${styles['row']} ${styles[row.outcome] ?? ''}`}>
      <td className={`${styles['number']} absolute faint text-14 tabular`}>{formatCount(row.line)}</td>
      {columns.map((column) => (
        <Cell key={column.is} row={row} column={column} draft={draft} />
      ))}
      <td className={`${styles['outcome']} stack at-middle whole-row gap-4 across-12 soft text-15`}>
        <span>
          {row.sheet === '' ? '' : `${row.sheet}. `}
          {draft.refusalOf(row) ?? row.sentence}
        </span>
        <select
          aria-label={`O que fazer com a linha ${formatCount(row.line)}`}
          className={`${styles['select']} wide touch edge rounded-small on-surface same-font`}
          value={draft.choiceOf(row)}
          onChange={(event) => draft.choose(row, event.currentTarget.value as RowChoice)}
        >
          {row.choices.map((choice) => (
            <option key={choice} value={choice}>
              {choice === 'add' && row.choices.includes('update') ? 'Incluir como novo' : CHOICES[choice]}
            </option>
          ))}
        </select>
      </td>
    </tr>
  );
});

interface CellProps {
  readonly row: RowView;
  readonly column: SheetColumn;
  readonly draft: ImportDraft;
}

const Cell = observer(function Cell({ row, column: { is: column, label }, draft }: CellProps) {
  const id = useId();
  const error = row.errors[column];
  return (
    <td className={`${styles['cell']} shrinks`} data-column={column} data-label={label}>
      <input
        type="text"
        inputMode={column === 'amount' ? 'decimal' : 'text'}
        autoComplete="off"
        list={column === 'component' ? COMPONENT_LIST_ID : undefined}
        spellCheck={false}
        className={`${styles['input']} wide touch edge rounded-small on-surface same-font`}
        aria-label={`${label}, linha ${formatCount(row.line)}`}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : id}
        placeholder={row.hints[column]}
        value={draft.textOf(row, column)}
        onChange={(event) => draft.editCell(row, column, event.currentTarget.value)}
      />
      {error !== undefined && (
        <span id={id} className="block mt-4 tomato text-14">
          {error}
        </span>
      )}
    </td>
  );
});
