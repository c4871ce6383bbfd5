/**
 * One line for Brazilian spreadsheets: semicolons between, quotes where needed. A cell that a spreadsheet would take for
 * a formula gets an apostrophe in front, so that a name like “=2+2” stays a name.
 */
export const csvLine = (cells: readonly string[]): string => `${cells.map(cell).join(';')}\r\n`;

function cell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[;"\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
