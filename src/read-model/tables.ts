import type { ListName } from './list-rows.ts';

/**
 * The serving schema. A rebuild fills another schema and then renames it to this one, so no name inside depends on it.
 */
export const SERVING_SCHEMA = 'read';

/** The previous read model, kept until the next rebuild. */
export const PREVIOUS_SCHEMA = `${SERVING_SCHEMA}_previous`;

/** SQL for the position of a read model; null while it is empty. */
export const positionSql = (schema = SERVING_SCHEMA): string => `(select position from ${schema}.checkpoint)`;

/** The column that with `business_id` is the key of a list table, and its type. */
export const LIST_KEYS: Readonly<Record<ListName, { readonly column: string; readonly type: string }>> = {
  fixed_cost: { column: 'id', type: 'uuid' },
  variable_cost: { column: 'id', type: 'uuid' },
  month_revenue: { column: 'month', type: 'smallint' },
  ingredient: { column: 'id', type: 'uuid' },
  channel: { column: 'id', type: 'uuid' },
  preparation: { column: 'id', type: 'uuid' },
  dish: { column: 'id', type: 'uuid' },
};

/** One table of the read model: its columns in order, the first `keyCount` of which are its primary key. */
export interface Table {
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  readonly keyCount: number;
}

const table = (name: string, keyCount: number, columns: Readonly<Record<string, string>>): Table => ({
  name,
  keyCount,
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
