import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { AMOUNTS, readAmount } from '#domain/amounts.ts';
import { readUnit } from '#domain/names.ts';
import { exactUnitPrice, type Pack as PackInput } from '#domain/business/ingredient/price.ts';
import { toSafeNumber, divideRounded, SCALE } from '#domain/decimal.ts';
import { formatQuantity } from '#domain/format.ts';
import { LIMITS } from '#domain/limits.ts';
import { formatForInput } from '#domain/numerals.ts';
import { readConversions, readPack } from '#domain/units/quantity-text.ts';
import { AmountField } from '#web/ui/amount-field.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import type { FieldContext } from '../entry/field-with-input.tsx';
import type { FieldReading } from '#domain/business/field.ts';
import { amountProps, quantityProps } from '../entry/entry-form.ts';
import { QuantityField } from '../entry/quantity-field.tsx';
import styles from './ingredients.module.css';
import { conversionsField, packField, readPackTypedAsUnit } from '../fields/pack-field.ts';
import { conversionPriceText, priceText, yieldText } from '../fields/price-text.ts';
import { yieldField } from '../fields/ingredient-input.ts';

const textOf = ({ form }: FieldContext, key: string): string => (form.texts[key] ?? '').trim();

const DETAIL_KEYS = ['pack', 'yieldPercentage', 'conversions'] as const;

/** The further fields of an ingredient, in a section that unfolds. */
export const DetailInputs = observer(function DetailInputs(context: FieldContext) {
  const isNeeded = DETAIL_KEYS.some((key) => textOf(context, key) !== '' || context.form.errors[key] !== undefined);
  return (
    <Disclosure key={context.form.timesCleared} label="Embalagem, perda e medidas" isNeeded={isNeeded}>
      <PackInput {...context} />
      <YieldInput {...context} />
      <QuantityField
        label="Quanto é uma medida na outra"
        placeholder="1 un = 50 g"
        description="Gramas e quilos, mililitros e litros o Prumo já sabe. Mais de uma: separe com ponto e vírgula."
        reading={readConversions(textOf(context, 'conversions'))}
        interpretationText={conversionsReadingText(context)}
        {...quantityProps(context.form, 'conversions')}
      />
    </Disclosure>
  );
});

const PackInput = observer(function PackInput(context: FieldContext) {
  const text = textOf(context, 'pack');
  return (
    <QuantityField
      label="O que vem na embalagem"
      placeholder="12 × 395 g"
      description="O preço acima passa a ser o da embalagem inteira."
      reading={readPack(text)}
      interpretationText={packReadingText(context, packField.read(text))}
      {...quantityProps(context.form, 'pack')}
    />
  );
});

/** The pack as Prumo has read it: 'Entendi: 4.740 g, R$ 18,97 / kg.' */
function packReadingText(context: FieldContext, pack: FieldReading<PackInput | null>): string {
  if (!pack.ok || pack.value === null) return '';
  const amount = `${formatQuantity(pack.value.quantity)} ${pack.value.unit}`;
  const priceFields = readPriceFields(context);
  if (!priceFields || priceFields.price === 0) return `Entendi: ${amount}.`;
  const { unit, price, conversions } = priceFields;
  const pricedPack = { ...pack.value, price };
  return `Entendi: ${amount}, ${priceText({ unit, unitPrice: 0, pack: pricedPack, conversions })}.`;
}

/** The reading of a pack that was typed into the unit field instead of its own. */
export function unitReadingText(context: FieldContext): string {
  const pack = readPackTypedAsUnit(textOf(context, 'unit'));
  return pack && textOf(context, 'pack') === '' ? packReadingText(context, pack) : '';
}

/** The fields that determine the price, as far as they can be read: `price` is that of the pack if there is one. */
function readPriceFields(context: FieldContext) {
  const unitText = textOf(context, 'unit');
  const packOfUnit = readPackTypedAsUnit(unitText);
  const unit = packOfUnit?.ok ? packOfUnit.value.unit : unitText;
  const price = readAmount(textOf(context, 'unitPrice'), AMOUNTS.packPrice);
  const conversions = conversionsField.read(textOf(context, 'conversions'));
  if (!price.ok || !readUnit(unit).ok || !conversions.ok) return undefined;
  return {
    unit,
    price: price.tenThousandths,
    conversions: conversions.value,
    packOfUnit: packOfUnit?.ok ? packOfUnit.value : null,
  };
}

/** The conversions as Prumo has read them: 'Entendi: 1 un = 50 g, R$ 9,00 / kg.' */
function conversionsReadingText(context: FieldContext): string {
  const conversions = conversionsField.read(textOf(context, 'conversions'));
  if (!conversions.ok || conversions.value === null) return '';
  const priceFields = readPriceFields(context);
  const pack = packField.read(textOf(context, 'pack'));
  const unit = priceFields?.unit ?? '';
  const boughtPack = pack.ok ? (pack.value ?? priceFields?.packOfUnit ?? null) : null;
  const price = exactUnitPrice({
    unit,
    unitPrice: priceFields?.price ?? 0,
    pack: boughtPack && { ...boughtPack, price: priceFields?.price ?? 0 },
    conversions: conversions.value,
  });
  const parts = conversions.value.map((conversion) =>
    conversionPriceText(conversion, { unit, price, conversions: conversions.value }),
  );
  return `Entendi: ${parts.join('; ')}.`;
}

const YieldInput = observer(function YieldInput(context: FieldContext) {
  const { form } = context;
  const reading = yieldField.read(textOf(context, 'yieldPercentage'));
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
      <WeightCalculator onPercentage={(percentage) => form.type('yieldPercentage', percentage)} />
    </div>
  );
});

/** Two weights, before and after preparing, from which the yield follows. */
function WeightCalculator({ onPercentage }: { readonly onPercentage: (percentage: string) => void }) {
  const [before, setBefore] = useState('');
  const [after, setAfter] = useState('');
  const updateWeights = (weightBefore: string, weightAfter: string): void => {
    setBefore(weightBefore);
    setAfter(weightAfter);
    const [gross, net] = [readAmount(weightBefore, AMOUNTS.quantity), readAmount(weightAfter, AMOUNTS.quantity)];
    if (!gross.ok || !net.ok) return;
    const percentage = toSafeNumber(
      divideRounded(BigInt(net.tenThousandths) * BigInt(100 * SCALE), BigInt(gross.tenThousandths)),
    );
    const { min, max } = LIMITS.yieldPercentage;
    if (percentage >= min && percentage <= max) onPercentage(formatForInput(percentage));
  };
  return (
    <div role="group" aria-label="Calcular pelo peso" className={`${styles['scales']} stack gap-12`}>
      <AmountField
        label="Peso antes"
        rule={AMOUNTS.quantity}
        value={before}
        onChange={(text) => updateWeights(text, after)}
        placeholder="1000"
      />
      <AmountField
        label="Peso depois"
        rule={AMOUNTS.quantity}
        value={after}
        onChange={(text) => updateWeights(before, text)}
        placeholder="800"
      />
    </div>
  );
}
