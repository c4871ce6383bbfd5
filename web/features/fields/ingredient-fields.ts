import { AMOUNTS, readAmount } from '#domain/amounts.ts';
import { HUNDRED_PERCENT, type TenThousandths } from '#domain/decimal.ts';
import { formatForInput } from '#domain/numerals.ts';
import type { FormField } from '../entry/field.ts';
import { toSearchText } from '#domain/text.ts';

/** The usable percentage of a purchase; an empty text means all of it. */
export const yieldField: FormField<TenThousandths | null> = {
  apiName: 'yield',
  label: 'Rendimento',
  isOptional: true,
  toInputText: (percentage) => (percentage === null ? '' : formatForInput(percentage)),
  toSentenceText: (percentage) => `${formatForInput(percentage ?? HUNDRED_PERCENT)} %`,
  read(text) {
    if (text.trim() === '') return { ok: true, value: null };
    const reading = readAmount(text, AMOUNTS.yieldPercentage);
    if (!reading.ok) return reading;
    return { ok: true, value: reading.tenThousandths === HUNDRED_PERCENT ? null : reading.tenThousandths };
  },
};

export const YES = 'sim';

/** The field that says that a price of zero is intended: water costs nothing. */
export const freeField: FormField<true | null> = {
  apiName: 'free',
  label: 'De graça',
  isOptional: true,
  toInputText: (isFree) => (isFree ? YES : ''),
  toSentenceText: (isFree) => (isFree ? 'de graça' : 'não é de graça'),
  read(text) {
    const word = toSearchText(text.trim());
    if (word === YES) return { ok: true, value: true };
    return word === '' || word === 'nao' ? { ok: true, value: null } : { ok: false, sentence: 'Diga sim ou não.' };
  },
};
