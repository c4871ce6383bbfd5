/** Marks a file as UTF-8 for spreadsheets; written once at its beginning. */
export const BYTE_ORDER_MARK = '\uFEFF';

/**
 * One line for Brazilian spreadsheets: semicolons between, quotes where needed. A cell that a spreadsheet would take
 * for a formula gets an apostrophe in front, so that a name like “=2+2” stays a name; one that begins with an
 * apostrophe before such a sign gets one more, so that removing one always restores the original. A loss, -12,34, is a
 * number and is not changed.
 */
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(';')}\r\n`;

function csvCell(text: string): string {
  const guardedText = /^'*[=+\-@\t\r]/.test(text) && !/^-\d+(?:,\d+)?$/.test(text) ? `'${text}` : text;
  return /[;"\t\r\n]|^\s|\s$/.test(guardedText) ? `"${guardedText.replaceAll('"', '""')}"` : guardedText;
}

/** Removes the apostrophe that `csvLine` added. */
export const removeGuard = (text: string): string => (/^'+[=+\-@\t\r]/.test(text) ? text.slice(1) : text);

/** A complete file. */
export const csvFile = (rows: readonly (readonly string[])[]): string => BYTE_ORDER_MARK + rows.map(csvLine).join('');
