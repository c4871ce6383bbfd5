/** Where a till's or an app's report of sales is brought in. */
export const SALES_REPORT = '/dashboard/relatorio-de-vendas';
