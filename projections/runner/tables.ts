import type { FoldedBatch } from '../read/fold-batch.ts';
import { LIST_NAMES, type ListName } from '../read/list-rows.ts';
import { LIST_KEYS } from '../read/schema.ts';

/** One table of the read model: its columns in order, the first `keys` of which are its primary key. */
export interface Table {
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  readonly keys: number;
}

export type Cell = string | number | boolean | null;

/** Rows to write into a table, keys of rows to delete from it, or first keys of which every row is deleted. */
export interface TableChange {
  readonly table: Table;
  readonly action: 'upsert' | 'delete' | 'clear';
  readonly rows: readonly (readonly Cell[])[];
}

const table = (name: string, keys: number, columns: Readonly<Record<string, string>>): Table => ({
  name,
  keys,
  columns: Object.entries(columns).map(([column, type]) => ({ name: column, type })),
});

const listTable = (name: ListName): Table =>
  table(name, 2, {
    business_id: 'uuid',
    [LIST_KEYS[name].column]: LIST_KEYS[name].type,
    sequence: 'integer',
    body: 'text',
  });

export const TABLES = {
  business: table('business', 1, {
    business_id: 'uuid',
    owner_id: 'uuid',
    dashboard: 'text',
    break_even: 'text',
    settings: 'text',
    position: 'text',
  }),
  fixed_cost: listTable('fixed_cost'),
  variable_cost: listTable('variable_cost'),
  month_revenue: listTable('month_revenue'),
  ingredient: listTable('ingredient'),
  channel: listTable('channel'),
  preparation: listTable('preparation'),
  dish: listTable('dish'),
  account: table('account', 1, {
    user_id: 'uuid',
    access_granted: 'boolean',
    payment_id: 'text',
    chosen_business_id: 'uuid',
  }),
  parked: table('parked', 2, { kind: 'text', id: 'uuid', position: 'text', error: 'text' }),
} as const;

/** Tables whose first key is the business. */
export const BUSINESS_TABLES: readonly Table[] = Object.values(TABLES).filter(
  ({ columns }) => columns[0]?.name === 'business_id',
);

/** What a folded batch means for the tables; a row is in at most one change of its table. */
export function tableChanges({ businesses, accounts, parked }: FoldedBatch): readonly TableChange[] {
  const erased = businesses.flatMap(({ id, isErased }) => (isErased ? [[id]] : []));
  return [
    ...BUSINESS_TABLES.map((each): TableChange => ({ table: each, action: 'clear', rows: erased })),
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

/** Streams that stand still from an event on. */
export const parkedRows = (parked: FoldedBatch['parked']): readonly TableChange[] => [
  {
    table: TABLES.parked,
    action: 'upsert',
    rows: parked.map(({ kind, id, position, error }) => [kind, id, position, error]),
  },
];
