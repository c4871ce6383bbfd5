/** The day in the owner's time zone: '2026-03-09'. */
const dayOf = (now: Date): string => new Intl.DateTimeFormat('sv-SE').format(now);

/** 'prumo-insumos-2026-03-09.csv' */
export const fileName = (of: string, ending: 'csv' | 'xlsx', now: Date): string =>
  `prumo-${of}-${dayOf(now)}.${ending}`;

export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
