import { Check } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { AMOUNTS, readAmount } from '#contract/amounts.ts';
import { plainText } from '#contract/plain-text.ts';
import { Pill, Pills } from '#web/ui/pill.tsx';
import type { Drawing } from '../entry/drawn-field.tsx';
import type { Field } from '../entry/field.ts';

const YES = 'sim';

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

interface FreeInputProps {
  readonly form: Drawing['form'];
  readonly of: string;
}

/** Asked once the price reads zero. */
export const FreeInput = observer(function FreeInput({ form, of: key }: FreeInputProps) {
  const price = readAmount(form.texts['unitPrice'] ?? '', AMOUNTS.unitPrice);
  if (!price.ok || price.units > 0) return null;
  const isFree = form.texts[key] === YES;
  return (
    <Pills label="Preço zero">
      <Pill isOn={isFree} onClick={() => form.type(key, isFree ? '' : YES)}>
        {isFree && <Check size={16} aria-hidden />}É de graça
      </Pill>
    </Pills>
  );
});
