/** What a body of sales may weigh, alone or as a report. */
export const SALES_KILOBYTES = 512;
