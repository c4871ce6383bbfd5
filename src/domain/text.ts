/** Text as people and programs send it, read by one rule: names, reasons, searches, codes. */
export type TextReading =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly problem: 'unusable' | 'empty' | 'too_long' };

/**
 * Control characters and line separators; lone surrogates (Cs), which neither UTF-8 nor Postgres can hold; and the marks
 * that turn the direction of writing: a name with one shows as another name, and turns what stands beside it.
 */
const UNUSABLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/** Whether a text with rules of its own (e-mail, password) has only usable characters. */
export const isUsable = (text: string): boolean => text.search(UNUSABLE) === -1;

/** Removes unusable characters from text that comes from elsewhere and cannot be refused. */
export const usablePart = (text: string, instead = ''): string => text.replaceAll(UNUSABLE, instead);

/**
 * Signs that nobody sees: zero-width and word-joining ones, soft hyphens, marks of direction. The joiners U+200C and
 * U+200D stay, because they make one emoji of several.
 */
const UNSEEN = /[\u00AD\u200B\u2060\uFEFF\p{Bidi_Control}]/gu;

/**
 * A name, unit or label as it is stored, wherever it is read, in a body, a form or a cell of a file: in NFC, without what
 * nobody sees, and all white space inside it (tabs, line breaks, no-break spaces, U+0085) one space.
 */
export const oneLine = (text: string): string =>
  PLAIN.test(text)
    ? text
    : text
        .normalize('NFC')
        .replaceAll(UNSEEN, '')
        .replaceAll(/\p{White_Space}+/gu, ' ')
        .trim();

/** Already so: Western letters and signs with one space between words, as nearly all cells of large files are. */
const PLAIN = /^[!-~\u00A1-\u00AC\u00AE-\u00FF]+(?: [!-~\u00A1-\u00AC\u00AE-\u00FF]+)*$/;

/** Anything that is drawn: not white space, nothing that Unicode wants ignored on screen, no blank braille cell. */
const VISIBLE = /[^\p{Default_Ignorable_Code_Point}\p{White_Space}\u2800\uFFF9-\uFFFB]/u;

/**
 * Trimmed and in NFC, of at most `max` code points. What nobody could see is empty: zero-width signs, soft hyphens,
 * Hangul fillers and their like. Inside a text they stay, because they join emoji and letters.
 */
export function readText(source: string, max: number): TextReading {
  const trimmed = source.trim();
  if (!isUsable(trimmed)) return { ok: false, problem: 'unusable' };
  if (!VISIBLE.test(trimmed)) return { ok: false, problem: 'empty' };
  const text = trimmed.normalize('NFC').trim();
  if (text.length > max && Array.from(text).length > max) return { ok: false, problem: 'too_long' };
  return { ok: true, text };
}

/** The same of several lines: line breaks, and nothing else of what controls, may stand in it. */
export function readLines(source: string, max: number): TextReading {
  const lines = source.replaceAll(/\r\n?/g, '\n').replaceAll('\t', ' ').trim().split('\n');
  if (!lines.every(isUsable)) return { ok: false, problem: 'unusable' };
  const text = lines
    .map((line) => line.trimEnd())
    .join('\n')
    .normalize('NFC');
  if (!VISIBLE.test(text)) return { ok: false, problem: 'empty' };
  return Array.from(text).length > max ? { ok: false, problem: 'too_long' } : { ok: true, text };
}

/** Letter case and accents aside, as people search: 'Muçarela' → 'mucarela'. */
export const plainText = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
