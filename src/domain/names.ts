import { count } from './format.ts';
import { LIMITS } from './limits.ts';
import { oneLine, readLines, readText } from './text.ts';

export type NameReading<Text extends string | null = string> =
  { readonly ok: true; readonly name: Text } | { readonly ok: false; readonly sentence: string };

/** Reads a short text as it is kept, or says in a sentence why it cannot be. */
export interface NameReader<Text extends string | null = string> {
  (source: string): NameReading<Text>;
  /** Code points that it takes at most. */
  readonly max: number;
}

/** @param noun as a sentence begins with it: 'O nome' */
export const shortText = (max: number, noun: string): NameReader =>
  Object.assign((source: string) => readShortText(source, max, noun), { max });

/** A name as it is kept: one line in NFC, 1–80 code points, without control characters or broken surrogates. */
export const readName = shortText(LIMITS.name.max, 'O nome');

/** A unit such as kg, g, ml, un: 1–20 code points under the same rules. */
export const readUnit = shortText(LIMITS.unit.max, 'A unidade');

/**
 * Several lines that may be left empty, and then are null.
 * @param noun as a sentence begins with it: 'O modo de preparo'
 */
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
        return { ok: false, sentence: `${noun} pode ter no máximo ${count(max)} caracteres.` };
      default:
        return reading.problem satisfies never;
    }
  };
  return Object.assign(read, { max });
};

/** Reads a method of preparation: up to 4 000 code points. */
export const readMethod = optionalLines(LIMITS.method.max, 'O modo de preparo');

/**
 * A text that may be left empty, and then is null: up to `max` code points under the same rules.
 * @param noun as a sentence begins with it: 'O fornecedor'
 */
export const optionalText = (max: number, noun: string): NameReader<string | null> => {
  const read = (source: string): NameReading<string | null> => {
    const reading = readText(oneLine(source), max);
    return !reading.ok && reading.problem === 'empty' ? { ok: true, name: null } : readShortText(source, max, noun);
  };
  return Object.assign(read, { max });
};

function readShortText(source: string, max: number, noun: string): NameReading {
  const reading = readText(oneLine(source), max);
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

/** Reads the name of a pack: 'caixa 12 × 395 g'. */
export const readLabel = optionalText(LIMITS.label.max, 'O nome da embalagem');

/** Reads the name of a channel: 'Balcão'. */
export const readChannelName = shortText(LIMITS.channelName.max, 'O nome do canal');

/**
 * Names as people compare them: letter case, accents, outer space and how wide a gap is do not count, nor does what
 * nobody sees (zero-width spaces, soft hyphens, marks that turn the direction of writing). The joiners U+200C and U+200D
 * stay, because emoji are made of them: 'Pizzas' and ' pizzas' are one name, two families of emoji are two.
 */
export const comparedName = (text: string): string =>
  (PLAIN.test(text)
    ? text
    : text.replaceAll(INVISIBLE, '').replaceAll(/\s+/g, ' ').trim().normalize('NFD').replaceAll(/\p{M}/gu, '')
  ).toLowerCase();

/** Most of what is compared, in files of fifty thousand rows. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/;

const INVISIBLE = /[\u00AD\u200B\u2060\uFEFF\p{Bidi_Control}]/gu;
