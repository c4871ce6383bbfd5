/** The known columns of a report; its other columns are ignored. */
export const REPORT_COLUMNS = [
  'product',
  'quantity',
  'revenue',
  'discount',
  'date',
  'channel',
  'order',
  'status',
] as const;
export type ReportColumn = (typeof REPORT_COLUMNS)[number];

/** Columns that few reports have, so that a remembered layout may lack them. */
type RareColumn = 'discount' | 'status';

/** The column indexes, from 0; null for a missing column. */
export type ReportColumns = Readonly<Record<Exclude<ReportColumn, RareColumn>, number | null>> & {
  readonly [Column in RareColumn]?: number | null;
};

export const NO_COLUMNS = {
  product: null,
  quantity: null,
  revenue: null,
  discount: null,
  date: null,
  channel: null,
  order: null,
  status: null,
} as const satisfies ReportColumns;

export const COLUMN_LABELS: Readonly<Record<ReportColumn, string>> = {
  product: 'Produto',
  quantity: 'Quantidade',
  revenue: 'Valor vendido',
  discount: 'Desconto',
  date: 'Data ou mês',
  channel: 'Canal',
  order: 'Número do pedido',
  status: 'Situação',
};

/** Tells whether the report is by orders: it has revenue and no dishes. */
export const isPerOrder = ({ product, revenue }: ReportColumns): boolean => product === null && revenue !== null;

/** Tells whether the required columns are known. */
export const isReadable = (columns: ReportColumns): boolean =>
  isPerOrder(columns) || (columns.product !== null && columns.quantity !== null);
