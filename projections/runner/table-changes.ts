import type { FoldedBatch } from '../read/fold-batch.ts';
import { LIST_NAMES } from '#read-model/list-rows.ts';
import { BUSINESS_TABLES, type Table, TABLES } from '#read-model/tables.ts';

export type Cell = string | number | boolean | null;

/**
 * Rows to write into a table, keys of rows to delete from it, or values of the first key column, whose rows are all
 * deleted.
 */
export interface TableChange {
  readonly table: Table;
  readonly action: 'upsert' | 'delete' | 'delete_by_first_key';
  readonly rows: readonly (readonly Cell[])[];
}

/** The table changes of a folded batch; a row is in at most one change of its table. */
export function tableChanges({ businesses, accounts, parked }: FoldedBatch): readonly TableChange[] {
  const erasedKeys = businesses.flatMap(({ id, isErased }) => (isErased ? [[id]] : []));
  return [
    ...BUSINESS_TABLES.map((table): TableChange => ({ table, action: 'delete_by_first_key', rows: erasedKeys })),
    { table: TABLES.parked, action: 'delete', rows: erasedKeys.map(([id = '']) => ['business', id]) },
    {
      table: TABLES.business,
      action: 'upsert',
      rows: businesses.flatMap(({ id, business: row }) =>
        row ? [[id, row.ownerId, row.dashboard, row.breakEvenFinancial, row.businessSettings, row.position]] : [],
      ),
    },
    ...LIST_NAMES.flatMap((name): TableChange[] => [
      {
        table: TABLES[name],
        action: 'upsert',
        rows: businesses.flatMap(({ id, lists }) =>
          lists[name].upserts.map((row) => [id, row.id, row.sequence, row.body]),
        ),
      },
      {
        table: TABLES[name],
        action: 'delete',
        rows: businesses.flatMap(({ id, lists }) => lists[name].removals.map((key) => [id, key])),
      },
    ]),
    {
      table: TABLES.account,
      action: 'upsert',
      rows: accounts.map((row) => [row.userId, row.accessGranted, row.paymentId, row.chosenBusinessId]),
    },
    ...parkedStreamChanges(parked),
  ];
}

/** Records streams that can no longer be projected, each with the error of its failing event. */
export const parkedStreamChanges = (parked: FoldedBatch['parked']): readonly TableChange[] => [
  {
    table: TABLES.parked,
    action: 'upsert',
    rows: parked.map(({ kind, id, position, error }) => [kind, id, position, error]),
  },
];
