import { Check } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { AMOUNTS, readAmount } from '#domain/amounts.ts';
import { Pill, Pills } from '#web/ui/pill.tsx';
import type { FieldContext } from '../entry/drawn-field.tsx';
import { YES } from '../fields/free-field.ts';

interface FreeInputProps {
  readonly form: FieldContext['form'];
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
