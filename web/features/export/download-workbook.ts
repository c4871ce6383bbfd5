import { salesFrom } from '#contract/entities/sales.ts';
import { yearMonthName } from '#contract/month-names.ts';
import type { BusinessStore } from '#web/stores/business-store.ts';
import { allSales, goneNamesIn } from '../sales/sales-reading.ts';
import { businessWorkbook } from './business-workbook.ts';
import { fileName, saveFile } from './save-file.ts';
import { workbookFile } from './workbook-file.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

type Source = Pick<BusinessStore, 'lookBack' | 'state' | 'figures'>;

/**
 * Everything of the business as one file, made on the device.
 * @returns what did not fit, as a sentence
 * @throws ApiProblem · NetworkFailure where the sales cannot be read
 */
export async function downloadWorkbook(business: Source): Promise<string | undefined> {
  const sales = await allSales(business);
  const workbook = businessWorkbook({
    state: { ...business.state, sales: salesFrom(sales) },
    figures: business.figures,
    goneNames: goneNamesIn(sales),
  });
  saveFile(new Blob([workbookFile(workbook)], { type: XLSX }), fileName('tudo', 'xlsx', new Date()));
  return workbook.salesFrom === null ? undefined : leftOut(workbook.salesFrom);
}

const leftOut = (month: string): string =>
  `A planilha tem as vendas desde ${yearMonthName(month)}: as mais antigas não couberam.`;
