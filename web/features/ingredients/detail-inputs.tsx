import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { AMOUNTS, readAmount } from '#domain/amounts.ts';
import { readUnit } from '#domain/names.ts';
import { exactUnitPrice, type Pack } from '#domain/business/ingredient/price.ts';
import { bounded, divideRounded, SCALE } from '#domain/decimal.ts';
import { quantity } from '#domain/format.ts';
import { LIMITS } from '#domain/limits.ts';
import { typedNumeral } from '#domain/numerals.ts';
import { readConversions, readPack } from '#domain/units/written.ts';
import { AmountField } from '#web/ui/amount-field.tsx';
import { Unfolding } from '#web/ui/unfolding.tsx';
import type { FieldContext } from '../entry/field-with-input.tsx';
import type { FieldReading } from '../entry/field.ts';
import { amountProps, writtenProps } from '../entry/field-props.ts';
import { WrittenField } from '../entry/written-field.tsx';
import styles from './detail-inputs.module.css';
import { conversionsField, packField, packInUnit } from '../fields/pack-field.ts';
import { conversionPriceText, priceText, yieldText } from '../fields/price-text.ts';
import { yieldField } from '../fields/ingredient-fields.ts';

const textOf = ({ form }: FieldContext, key: string): string => (form.texts[key] ?? '').trim();

const KEYS = ['purchase', 'yieldPercentage', 'conversions'] as const;

/** The further fields of an ingredient, in a section that unfolds. */
export const DetailInputs = observer(function DetailInputs(drawing: FieldContext) {
  const isNeeded = KEYS.some((key) => textOf(drawing, key) !== '' || drawing.form.errors[key] !== undefined);
  return (
    <Unfolding key={drawing.form.timesCleared} label="Embalagem, perda e medidas" isNeeded={isNeeded}>
      <Pack {...drawing} />
      <Yields {...drawing} />
      <WrittenField
        label="Quanto é uma medida na outra"
        placeholder="1 un = 50 g"
        description="Gramas e quilos, mililitros e litros o Prumo já sabe. Mais de uma: separe com ponto e vírgula."
        reading={readConversions(textOf(drawing, 'conversions'))}
        understood={conversionsReadingText(drawing)}
        {...writtenProps(drawing.form, 'conversions')}
      />
    </Unfolding>
  );
});

const Pack = observer(function Pack(drawing: FieldContext) {
  const text = textOf(drawing, 'purchase');
  return (
    <WrittenField
      label="O que vem na embalagem"
      placeholder="12 × 395 g"
      description="O preço acima passa a ser o da embalagem inteira."
      reading={readPack(text)}
      understood={packReadingText(drawing, packField.read(text))}
      {...writtenProps(drawing.form, 'purchase')}
    />
  );
});

/** 'Entendi: 4.740 g, R$ 18,97 / kg.' */
function packReadingText(drawing: FieldContext, pack: FieldReading<Pack | null>): string {
  if (!pack.ok || pack.value === null) return '';
  const amount = `${quantity(pack.value.quantity)} ${pack.value.unit}`;
  const priced = pricedAs(drawing);
  if (!priced || priced.price === 0) return `Entendi: ${amount}.`;
  const { unit, price, conversions } = priced;
  const purchase = { ...pack.value, price };
  return `Entendi: ${amount}, ${priceText({ unit, unitPrice: 0, purchase, conversions })}.`;
}

/** The reading of a pack that was typed into the unit field instead of its own. */
export function unitReadingText(drawing: FieldContext): string {
  const pack = packInUnit(textOf(drawing, 'unit'));
  return pack && textOf(drawing, 'purchase') === '' ? packReadingText(drawing, pack) : '';
}

/** The fields that determine the price, as far as they can be read: `price` is that of the pack if there is one. */
function pricedAs(drawing: FieldContext) {
  const unitText = textOf(drawing, 'unit');
  const inUnit = packInUnit(unitText);
  const unit = inUnit?.ok ? inUnit.value.unit : unitText;
  const price = readAmount(textOf(drawing, 'unitPrice'), AMOUNTS.purchasePrice);
  const conversions = conversionsField.read(textOf(drawing, 'conversions'));
  if (!price.ok || !readUnit(unit).ok || !conversions.ok) return undefined;
  return { unit, price: price.units, conversions: conversions.value, inUnit: inUnit?.ok ? inUnit.value : null };
}

/** 'Entendi: 1 un = 50 g, R$ 9,00 / kg.' */
function conversionsReadingText(drawing: FieldContext): string {
  const conversions = conversionsField.read(textOf(drawing, 'conversions'));
  if (!conversions.ok || conversions.value === null) return '';
  const priced = pricedAs(drawing);
  const pack = packField.read(textOf(drawing, 'purchase'));
  const unit = priced?.unit ?? '';
  const bought = pack.ok ? (pack.value ?? priced?.inUnit ?? null) : null;
  const price = exactUnitPrice({
    unit,
    unitPrice: priced?.price ?? 0,
    purchase: bought && { ...bought, price: priced?.price ?? 0 },
    conversions: conversions.value,
  });
  const parts = conversions.value.map((each) =>
    conversionPriceText(each, { unit, price, conversions: conversions.value }),
  );
  return `Entendi: ${parts.join('; ')}.`;
}

const Yields = observer(function Yields(drawing: FieldContext) {
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
      <p role="status" className="mt-6 soft text-15 tabular hidden-empty">
        {reading.ok && reading.value !== null && `Entendi: ${yieldText(reading.value)}.`}
      </p>
      <Scales onWeighed={(percentage) => form.type('yieldPercentage', percentage)} />
    </div>
  );
});

/** Two weights, before and after preparing, from which the yield follows. */
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
    <div role="group" aria-label="Calcular pelo peso" className={`${styles['scales']} stack gap-12`}>
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
