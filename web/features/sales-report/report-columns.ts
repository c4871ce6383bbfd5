/** What a column of a report can say; a report has many more, which say nothing here. */
export const REPORT_COLUMNS = ['product', 'quantity', 'revenue', 'date', 'channel', 'order'] as const;
export type ReportColumn = (typeof REPORT_COLUMNS)[number];

/** Which column of the sheet is which, counted from 0; null where there is none. */
export type Columns = Readonly<Record<ReportColumn, number | null>>;

export const NO_COLUMNS: Columns = {
  product: null,
  quantity: null,
  revenue: null,
  date: null,
  channel: null,
  order: null,
};

export const COLUMN_LABELS: Readonly<Record<ReportColumn, string>> = {
  product: 'Produto',
  quantity: 'Quantidade',
  revenue: 'Valor vendido',
  date: 'Data ou mês',
  channel: 'Canal',
  order: 'Número do pedido',
};

/** Without them nothing can be understood. */
export const isReadable = ({ product, quantity }: Columns): boolean => product !== null && quantity !== null;
