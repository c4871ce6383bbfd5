import '#web/ui/mantine-fields.ts';
import { NativeSelect } from '@mantine/core';
import styles from './files.module.css';

/** The column indexes of a sheet, from 0; null for a missing column. */
type ColumnIndexes<Column extends string> = { readonly [Name in Column]?: number | null };

interface ColumnChoicesProps<Column extends string> {
  readonly columns: readonly { readonly is: Column; readonly label: string; readonly isNeeded?: boolean }[];
  readonly headings: readonly string[];
  readonly indexes: ColumnIndexes<Column>;
  /** The label for no column. */
  readonly none: string;
  /** The first rows, of which each choice shows a cell. */
  readonly samples?: readonly (readonly string[])[];
  readonly onChange: (column: Column, index: number | null) => void;
}

/** Selects for the columns of a sheet. */
export function ColumnChoices<Column extends string>({
  columns,
  headings,
  indexes,
  none,
  samples = [],
  onChange,
}: ColumnChoicesProps<Column>) {
  return (
    <div className="flex wrap at-top gap-16">
      {columns.map(({ is, label, isNeeded = false }) => {
        const index = indexes[is] ?? null;
        const sample = index === null ? undefined : samples.map((row) => row[index] ?? '').find((cell) => cell !== '');
        return (
          <NativeSelect
            key={is}
            className={`${styles['choice']} shrinks`}
            label={label}
            description={sample === undefined ? undefined : `Exemplo: ${sample.slice(0, 40)}`}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            error={isNeeded && index === null ? 'Diga qual é a coluna.' : undefined}
            value={index === null ? '' : String(index)}
            onChange={({ currentTarget: { value } }) => onChange(is, value === '' ? null : Number(value))}
            data={[
              { value: '', label: isNeeded ? 'Escolha a coluna' : none },
              ...headings.map((heading, column) => ({ value: String(column), label: heading })),
            ]}
          />
        );
      })}
    </div>
  );
}

/** The column indexes after one is changed; another column with the same index becomes missing. */
export const moveColumn = <Column extends string>(
  indexes: ColumnIndexes<Column>,
  column: Column,
  place: number | null,
): ColumnIndexes<Column> =>
  ({
    ...Object.fromEntries(
      Object.entries(indexes).map(([other, current]) => [other, current === place ? null : current]),
    ),
    [column]: place,
  }) as ColumnIndexes<Column>;
