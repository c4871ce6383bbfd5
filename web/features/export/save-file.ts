/** The day in the browser's time zone: '2026-03-09'. */
const dayText = (now: Date): string => new Intl.DateTimeFormat('sv-SE').format(now);

/** The name of a downloaded file: 'prumo-insumos-2026-03-09.csv'. */
export const fileName = (subject: string, ending: 'csv' | 'xlsx', now: Date): string =>
  `prumo-${subject}-${dayText(now)}.${ending}`;

export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000); // Some browsers begin to read the file only after the click.
}
