import { LIMITS } from '#domain/limits.ts';

export type NameReading =
  { readonly ok: true; readonly name: string } | { readonly ok: false; readonly sentence: string };

/** A name as it is kept: trimmed, in NFC, 1–80 code points, without control characters or broken surrogates. */
export const readName = (source: string): NameReading => readShortText(source, LIMITS.name.max, 'O nome');

/** A unit such as kg, g, ml, un: 1–12 code points under the same rules. */
export const readUnit = (source: string): NameReading => readShortText(source, LIMITS.unit.max, 'A unidade');

function readShortText(source: string, max: number, noun: string): NameReading {
  // Cs: a lone surrogate, which neither UTF-8 nor Postgres can hold.
  if (/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(source.trim()))
    return { ok: false, sentence: `${noun} tem caracteres que não podem ser usados.` };
  const name = source.normalize('NFC').trim();
  if (name === '') return { ok: false, sentence: 'Preencha este campo.' };
  if (Array.from(name).length > max) return { ok: false, sentence: `${noun} pode ter no máximo ${max} caracteres.` };
  return { ok: true, name };
}
