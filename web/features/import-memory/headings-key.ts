import { normalizeName } from '#domain/names.ts';

/**
 * A key of the headings of a report: the SHA-256 of the compared headings, in hex. Undefined where the browser has no
 * `crypto.subtle`, as on a page over plain HTTP: such a file is not remembered.
 */
export async function headingsKey(headings: readonly string[]): Promise<string | undefined> {
  return sha256(comparedHeadings(headings));
}

/**
 * A key of the headings of a file for one list: the columns of one list differ from those of another. A compared
 * heading has no line break, so no other list, headings or report yields the same text. Empty cells at the end do not
 * count.
 */
export async function listHeadingsKey(list: string, headings: readonly string[]): Promise<string | undefined> {
  const compared = headings.map(normalizeName);
  const width = compared.findLastIndex((heading) => heading !== '') + 1;
  return width === 0 ? undefined : sha256([list, ...compared.slice(0, width)].join('\n'));
}

/** The headings in the form in which they are compared. */
export const comparedHeadings = (headings: readonly string[]): string => headings.map(normalizeName).join('|');

async function sha256(text: string): Promise<string | undefined> {
  // The type claims that `subtle` always exists.
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  if (!subtle) return undefined;
  const digest = await subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
