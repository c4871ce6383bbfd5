import { plainText } from '#domain/text.ts';
import type { Field } from '../entry/field.ts';

export const YES = 'sim';

/** A price of zero that is not missing: water costs nothing. */
export const freeField: Field<true | null> = {
  wire: 'free',
  label: 'De graça',
  isOptional: true,
  typed: (isFree) => (isFree ? YES : ''),
  said: (isFree) => (isFree ? 'de graça' : 'não é de graça'),
  read(text) {
    const word = plainText(text.trim());
    if (word === YES) return { ok: true, value: true };
    return word === '' || word === 'nao' ? { ok: true, value: null } : { ok: false, sentence: 'Diga sim ou não.' };
  },
};
