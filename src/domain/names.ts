import { formatCount } from './format.ts';
import { LIMITS } from './limits.ts';
import { toOneLine, readLines, readText } from './text.ts';

export type NameReading<Text extends string | null = string> =
  { readonly ok: true; readonly name: Text } | { readonly ok: false; readonly sentence: string };

/** Normalises a short text for storage, or returns a sentence that says why it is invalid. */
export interface NameReader<Text extends string | null = string> {
  (source: string): NameReading<Text>;
  /** The maximum length in code points. */
  readonly max: number;
}

/** @param noun the subject of a sentence: 'O nome' */
export const shortText = (max: number, noun: string): NameReader =>
  Object.assign((source: string) => readShortText(source, max, noun), { max });

/** A stored name: one line in NFC, 1–80 code points, without control characters or broken surrogates. */
export const readName = shortText(LIMITS.name.max, 'O nome');

/** A unit such as kg, g, ml, un: 1–20 code points under the same rules. */
export const readUnit = shortText(LIMITS.unit.max, 'A unidade');

/** Several lines, or null when empty. @param noun the subject of a sentence: 'O modo de preparo' */
export const optionalLines = (max: number, noun: string): NameReader<string | null> => {
  const read = (source: string): NameReading<string | null> => {
    const reading = readLines(source, max);
    if (reading.ok) return { ok: true, name: reading.text };
    switch (reading.problem) {
      case 'unusable':
        return { ok: false, sentence: `${noun} tem caracteres que não podem ser usados.` };
      case 'empty':
        return { ok: true, name: null };
      case 'too_long':
        return { ok: false, sentence: `${noun} pode ter no máximo ${formatCount(max)} caracteres.` };
      default:
        return reading.problem satisfies never;
    }
  };
  return Object.assign(read, { max });
};

/** Parses a method of preparation: up to 4 000 code points. */
export const readMethod = optionalLines(LIMITS.method.max, 'O modo de preparo');

/**
 * A text, or null when empty: up to `max` code points under the same rules.
 * @param noun the subject of a sentence: 'O fornecedor'
 */
export const optionalText = (max: number, noun: string): NameReader<string | null> => {
  const read = (source: string): NameReading<string | null> => {
    const reading = readText(toOneLine(source), max);
    return !reading.ok && reading.problem === 'empty' ? { ok: true, name: null } : readShortText(source, max, noun);
  };
  return Object.assign(read, { max });
};

function readShortText(source: string, max: number, noun: string): NameReading {
  const reading = readText(toOneLine(source), max);
  if (reading.ok) return { ok: true, name: reading.text };
  switch (reading.problem) {
    case 'unusable':
      return { ok: false, sentence: `${noun} tem caracteres que não podem ser usados.` };
    case 'empty':
      return { ok: false, sentence: 'Preencha este campo.' };
    case 'too_long':
      return { ok: false, sentence: `${noun} pode ter no máximo ${max} caracteres.` };
    default:
      return reading.problem satisfies never;
  }
}

/** Parses the name of a pack: 'caixa 12 × 395 g'. */
export const readLabel = optionalText(LIMITS.label.max, 'O nome da embalagem');

/** Parses the name of a channel: 'Balcão'. */
export const readChannelName = shortText(LIMITS.channelName.max, 'O nome do canal');

/**
 * Normalises names for comparison: letter case, accents, outer space and the width of gaps do not count, nor do
 * invisible characters (zero-width spaces, soft hyphens, marks of writing direction). The joiners U+200C and U+200D
 * stay, because emoji consist of them: 'Pizzas' and ' pizzas' are one name, two families of emoji are two.
 */
export const normalizeName = (text: string): string =>
  (PLAIN.test(text)
    ? text
    : text.replaceAll(INVISIBLE, '').replaceAll(/\s+/g, ' ').trim().normalize('NFD').replaceAll(/\p{M}/gu, '')
  ).toLowerCase();

/** A fast path for most names, because files may have fifty thousand rows. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/;

const INVISIBLE = /[\u00AD\u200B\u2060\uFEFF\p{Bidi_Control}]/gu;
