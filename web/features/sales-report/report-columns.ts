/** What a column of a report can say; a report has many more, which say nothing here. */
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

/** Few reports have them, and what was remembered of a layout may not know them. */
type RareColumn = 'discount' | 'status';

/** Which column of the sheet is which, counted from 0; null where there is none. */
export type Columns = Readonly<Record<Exclude<ReportColumn, RareColumn>, number | null>> & {
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
} as const satisfies Columns;

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

/** A report by orders: it says what was earned and not with which dishes. */
export const isPerOrder = ({ product, revenue }: Columns): boolean => product === null && revenue !== null;

/** Without them nothing can be understood. */
export const isReadable = (columns: Columns): boolean =>
  isPerOrder(columns) || (columns.product !== null && columns.quantity !== null);
