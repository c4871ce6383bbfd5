import { comparedName } from '#domain/names.ts';

/**
 * The same for every report with the same headings: SHA-256 of them as they are compared, in hex. Undefined where the
 * browser has no `crypto.subtle`, as on a page that came over plain HTTP: such a file is not remembered.
 */
export async function headingsKey(headings: readonly string[]): Promise<string | undefined> {
  return sha256(comparedHeadings(headings));
}

/**
 * The same for every file with the same headings that goes into the same list: the columns of one list are not those of
 * another. A compared heading has no line break, so no other list or row of headings makes the same text, nor does a
 * report. Empty cells at the end of the row do not count.
 */
export async function listHeadingsKey(list: string, headings: readonly string[]): Promise<string | undefined> {
  const compared = headings.map(comparedName);
  const width = compared.findLastIndex((heading) => heading !== '') + 1;
  return width === 0 ? undefined : sha256([list, ...compared.slice(0, width)].join('\n'));
}

/** Equal where they are, as they are compared. */
export const comparedHeadings = (headings: readonly string[]): string => headings.map(comparedName).join('|');

async function sha256(text: string): Promise<string | undefined> {
  // The type says that it is always there.
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  if (!subtle) return undefined;
  const digest = await subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
