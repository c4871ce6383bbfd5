import type { FoldedBatch } from '../read/fold-batch.ts';
import { LIST_NAMES } from '#read-model/list-rows.ts';
import { BUSINESS_TABLES, type Table, TABLES } from '#read-model/tables.ts';

export type Cell = string | number | boolean | null;

/** Rows to write into a table, keys of rows to delete from it, or first keys of which every row is deleted. */
export interface TableChange {
  readonly table: Table;
  readonly action: 'upsert' | 'delete' | 'clear';
  readonly rows: readonly (readonly Cell[])[];
}

/** The table changes of a folded batch; a row is in at most one change of its table. */
export function tableChanges({ businesses, accounts, parked }: FoldedBatch): readonly TableChange[] {
  const erased = businesses.flatMap(({ id, isErased }) => (isErased ? [[id]] : []));
  return [
    ...BUSINESS_TABLES.map((table): TableChange => ({ table, action: 'clear', rows: erased })),
    { table: TABLES.parked, action: 'delete', rows: erased.map(([id = '']) => ['business', id]) },
    {
      table: TABLES.business,
      action: 'upsert',
      rows: businesses.flatMap(({ id, business: { upsert } }) =>
        upsert ? [[id, upsert.ownerId, upsert.dashboard, upsert.breakEven, upsert.settings, upsert.position]] : [],
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
    ...parkedRows(parked),
  ];
}

/** Rows for parked streams. */
export const parkedRows = (parked: FoldedBatch['parked']): readonly TableChange[] => [
  {
    table: TABLES.parked,
    action: 'upsert',
    rows: parked.map(({ kind, id, position, error }) => [kind, id, position, error]),
  },
];
