/** Text from people and programs, checked by one rule: names, reasons, searches, codes. */
export type TextReading =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly problem: 'unusable' | 'empty' | 'too_long' };

/**
 * Control characters and line separators; lone surrogates (Cs), which neither UTF-8 nor PostgreSQL can store; and marks
 * of writing direction, which make a name look like another one and reverse the text beside it.
 */
const UNUSABLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/** Tells whether a text with rules of its own (e-mail, password) has only usable characters. */
export const isUsable = (text: string): boolean => text.search(UNUSABLE) === -1;

/** Removes unusable characters from text of other programs, which cannot be refused. */
export const replaceUnusable = (text: string, instead = ''): string => text.replaceAll(UNUSABLE, instead);

/**
 * Invisible characters: zero-width spaces, word joiners, soft hyphens, marks of direction. The joiners U+200C and
 * U+200D stay, because they combine several characters into one emoji.
 */
const UNSEEN = /[\u00AD\u200B\u2060\uFEFF\p{Bidi_Control}]/gu;

/**
 * Normalises a name, unit or label for storage, from a body, a form or a cell of a file: NFC, without invisible
 * characters, and all white space inside (tabs, line breaks, no-break spaces, U+0085) as one space.
 */
export const toOneLine = (text: string): string =>
  PLAIN.test(text)
    ? text
    : text
        .normalize('NFC')
        .replaceAll(UNSEEN, '')
        .replaceAll(/\p{White_Space}+/gu, ' ')
        .trim();

/**
 * Text that is normalised already: Western letters and signs with one space between words, like nearly all cells of
 * large files.
 */
const PLAIN = /^[!-~\u00A1-\u00AC\u00AE-\u00FF]+(?: [!-~\u00A1-\u00AC\u00AE-\u00FF]+)*$/;

/** A visible character: not white space, not ignorable on screen according to Unicode, not a blank braille cell. */
const VISIBLE = /[^\p{Default_Ignorable_Code_Point}\p{White_Space}\u2800\uFFF9-\uFFFB]/u;

/**
 * Trims a text and converts it to NFC, with at most `max` code points. A text of invisible characters (zero-width
 * spaces, soft hyphens, Hangul fillers) counts as empty. Inside a text they stay, because they join emoji and letters.
 */
export function readText(source: string, max: number): TextReading {
  const trimmed = source.trim();
  if (!isUsable(trimmed)) return { ok: false, problem: 'unusable' };
  if (!VISIBLE.test(trimmed)) return { ok: false, problem: 'empty' };
  const text = trimmed.normalize('NFC').trim();
  if (text.length > max && Array.from(text).length > max) return { ok: false, problem: 'too_long' };
  return { ok: true, text };
}

/** Normalises several lines like `readText`: of all control characters only line breaks are allowed. */
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

/** Text for searching, without letter case and accents: 'Muçarela' → 'mucarela'. */
export const toSearchText = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** The text with a capital first letter: 'o valor' → 'O valor'. */
export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
