import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { AMOUNTS, readAmount } from '#contract/amounts.ts';
import { readUnit } from '#contract/names.ts';
import { bounded, divideRounded, SCALE } from '#domain/decimal.ts';
import { quantity } from '#domain/format.ts';
import { LIMITS } from '#domain/limits.ts';
import { typedNumeral } from '#domain/numerals.ts';
import { AmountField } from '#web/ui/amount-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { Unfolding } from '#web/ui/unfolding.tsx';
import type { Drawing } from '../entry/drawn-field.tsx';
import { amountProps, fieldProps } from '../entry/field-props.ts';
import styles from './kitchen-inputs.module.css';
import { conversionsField, packField } from './pack-field.ts';
import { priceText, yieldText } from './price-text.ts';
import { yieldField } from './yield-field.ts';

const textOf = ({ form }: Drawing, key: string): string => (form.texts[key] ?? '').trim();

const KEYS = ['purchase', 'yieldPercentage', 'conversions'] as const;

/** What three fields do not say of an ingredient, in one part that unfolds where it is wanted. */
export const KitchenInputs = observer(function KitchenInputs(drawing: Drawing) {
  const isNeeded = KEYS.some((key) => textOf(drawing, key) !== '' || drawing.form.errors[key] !== undefined);
  return (
    <Unfolding key={drawing.form.timesCleared} label="Embalagem, perda e medidas" isNeeded={isNeeded}>
      <Pack {...drawing} />
      <Yields {...drawing} />
      <TextField
        label="Quanto é uma medida na outra"
        placeholder="1 un = 50 g"
        description="Gramas e quilos, mililitros e litros o Prumo já sabe. Mais de uma: separe com ponto e vírgula."
        {...fieldProps(drawing.form, 'conversions')}
      />
    </Unfolding>
  );
});

const Pack = observer(function Pack(drawing: Drawing) {
  return (
    <div>
      <TextField
        label="O que vem na embalagem"
        placeholder="12 × 395 g"
        description="O preço acima passa a ser o da embalagem inteira."
        {...fieldProps(drawing.form, 'purchase')}
      />
      <p role="status" className={styles['understood']}>
        {packUnderstood(drawing)}
      </p>
    </div>
  );
});

/** 'Entendi: 4.740 g, R$ 18,97 / kg.' */
function packUnderstood(drawing: Drawing): string {
  const pack = packField.read(textOf(drawing, 'purchase'));
  if (!pack.ok || pack.value === null) return '';
  const amount = `${quantity(pack.value.quantity)} ${pack.value.unit}`;
  const [price, unit] = [
    readAmount(textOf(drawing, 'unitPrice'), AMOUNTS.purchasePrice),
    readUnit(textOf(drawing, 'unit')),
  ];
  const conversions = conversionsField.read(textOf(drawing, 'conversions'));
  if (!price.ok || price.units === 0 || !unit.ok || !conversions.ok) return `Entendi: ${amount}.`;
  const purchase = { ...pack.value, price: price.units };
  const text = priceText({ unit: unit.name, unitPrice: 0, purchase, conversions: conversions.value });
  return `Entendi: ${amount}, ${text}.`;
}

const Yields = observer(function Yields(drawing: Drawing) {
  const { form } = drawing;
  const reading = yieldField.read(textOf(drawing, 'yieldPercentage'));
  return (
    <div>
      <AmountField
        label="Rendimento"
        rule={AMOUNTS.yieldPercentage}
        placeholder="100"
        description="De 100 que você compra, quanto vai para o prato: perdeu na limpeza, menos; cresceu na panela, mais."
        {...amountProps(form, 'yieldPercentage')}
      />
      <p role="status" className={styles['understood']}>
        {reading.ok && reading.value !== null && `Entendi: ${yieldText(reading.value)}.`}
      </p>
      <Scales onWeighed={(percentage) => form.type('yieldPercentage', percentage)} />
    </div>
  );
});

/** Weighed before and after: the yield that follows. */
function Scales({ onWeighed }: { readonly onWeighed: (percentage: string) => void }) {
  const [before, setBefore] = useState('');
  const [after, setAfter] = useState('');
  const weigh = (was: string, is: string): void => {
    setBefore(was);
    setAfter(is);
    const [whole, left] = [readAmount(was, AMOUNTS.quantity), readAmount(is, AMOUNTS.quantity)];
    if (!whole.ok || !left.ok) return;
    const percentage = bounded(divideRounded(BigInt(left.units) * BigInt(100 * SCALE), BigInt(whole.units)));
    const { min, max } = LIMITS.yieldPercentage;
    if (percentage >= min && percentage <= max) onWeighed(typedNumeral(percentage));
  };
  return (
    <div role="group" aria-label="Calcular pelo peso" className={styles['scales']}>
      <AmountField
        label="Peso antes"
        rule={AMOUNTS.quantity}
        value={before}
        onChange={(text) => weigh(text, after)}
        placeholder="1000"
      />
      <AmountField
        label="Peso depois"
        rule={AMOUNTS.quantity}
        value={after}
        onChange={(text) => weigh(before, text)}
        placeholder="800"
      />
    </div>
  );
}
