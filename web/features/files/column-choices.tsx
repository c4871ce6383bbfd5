import '#web/ui/mantine-fields.ts';
import { NativeSelect } from '@mantine/core';
import styles from './files.module.css';

/** The column indexes of a sheet, from 0; null for a missing column. */
type ColumnPlaces<Column extends string> = { readonly [Name in Column]?: number | null };

interface ColumnChoicesProps<Column extends string> {
  readonly columns: readonly { readonly is: Column; readonly label: string; readonly isNeeded?: boolean }[];
  readonly headings: readonly string[];
  readonly places: ColumnPlaces<Column>;
  /** The label for no column. */
  readonly none: string;
  /** The first rows, of which each choice shows a cell. */
  readonly samples?: readonly (readonly string[])[];
  readonly onPlace: (column: Column, place: number | null) => void;
}

/** Selects for the columns of a sheet. */
export function ColumnChoices<Column extends string>({
  columns,
  headings,
  places,
  none,
  samples = [],
  onPlace,
}: ColumnChoicesProps<Column>) {
  return (
    <div className="flex wrap at-top gap-16">
      {columns.map(({ is, label, isNeeded = false }) => {
        const place = places[is] ?? null;
        const sample = place === null ? undefined : samples.map((row) => row[place] ?? '').find((cell) => cell !== '');
        return (
          <NativeSelect
            key={is}
            className={`${styles['choice']} shrinks`}
            label={label}
            description={sample === undefined ? undefined : `Exemplo: ${sample.slice(0, 40)}`}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            error={isNeeded && place === null ? 'Diga qual é a coluna.' : undefined}
            value={place === null ? '' : String(place)}
            onChange={({ currentTarget: { value } }) => onPlace(is, value === '' ? null : Number(value))}
            data={[
              { value: '', label: isNeeded ? 'Escolha a coluna' : none },
              ...headings.map((heading, index) => ({ value: String(index), label: heading })),
            ]}
          />
        );
      })}
    </div>
  );
}

/** The column indexes after one is changed; another column with the same index becomes missing. */
export const movedColumn = <Column extends string>(
  places: ColumnPlaces<Column>,
  column: Column,
  place: number | null,
): ColumnPlaces<Column> =>
  ({
    ...Object.fromEntries(Object.entries(places).map(([other, held]) => [other, held === place ? null : held])),
    [column]: place,
  }) as ColumnPlaces<Column>;
