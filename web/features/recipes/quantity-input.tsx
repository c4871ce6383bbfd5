import { type Component, unitOf } from '#domain/business/recipe/components.ts';
import { observer } from 'mobx-react-lite';
import { conversionQuestion } from '#contract/refused-calls.ts';
import { exactUnitPrice } from '#domain/business/ingredient/price.ts';
import { toSafeNumber, divideRounded } from '#domain/decimal.ts';
import { createCosting, type CostingState } from '#domain/figures/costing.ts';
import { quantity } from '#domain/format.ts';
import type { Fraction } from '#domain/fraction.ts';
import { formatForInput } from '#domain/numerals.ts';
import { type MissingConversion, ratioOf } from '#domain/units/conversions.ts';
import { isSameUnit } from '#domain/units/measure.ts';
import { readQuantity } from '#domain/units/quantity-text.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { DidYouMean } from '#web/ui/readings-question.tsx';
import { Pill, Pills } from '#web/ui/pill.tsx';
import type { EntryForm } from '../entry/entry-form.ts';
import type { Field } from '../entry/field.ts';
import { quantityProps } from '../entry/field-props.ts';
import { QuantityField } from '../entry/quantity-field.tsx';
import { conversionPriceText } from '../fields/price-text.ts';
import {
  answerUnit,
  conversionFrom,
  type UnitDoubt,
  type LineQuantity,
  missingConversionFor,
  unitsOf,
} from '../fields/line-fields.ts';

// oxlint-disable-next-line typescript/consistent-type-definitions -- the fields of a form are a record
export type LineForm = { readonly quantity: Field<LineQuantity>; readonly answer: Field<string> };

interface QuantityInputProps<F extends LineForm> {
  readonly form: EntryForm<F>;
  readonly label: string;
  readonly component: Component | undefined;
  readonly doubt: UnitDoubt;
}

/** The quantity in free text, with the number that was read and the questions that remain. */
export const QuantityInput = observer(function QuantityInput<F extends LineForm>(props: QuantityInputProps<F>) {
  const { form, label, component, doubt } = props;
  const { business } = useStores();
  const written = readQuantity(form.texts.quantity);
  const unit = written.kind === 'value' ? written.value.unit : undefined;
  const question = missingConversionFor(component, unit);
  const own = component && unitOf(component);
  const pick = (picked: string): void => {
    const isCompound = written.kind === 'value' && COMPOUND.test(form.texts.quantity);
    const number = isCompound
      ? formatForInput(written.value.quantity)
      : form.texts.quantity.replace(/[^\d.,/\s½⅓⅔¼¾⅛].*$/u, '').trim();
    form.type('quantity', picked === own ? number : `${number} ${picked}`.trim());
    form.focus('quantity');
  };
  const units = component ? unitsOf(component) : [];
  const isBare = written.kind === 'value' && unit === undefined;
  const doubted =
    isBare &&
    doubt(written.value.quantity)?.map((each) => ({
      label: `${quantity(written.value.quantity)} ${each}`,
      onPick: () => {
        form.type('quantity', `${form.texts.quantity.trim()} ${each}`);
        form.focus('quantity');
      },
    }));
  return (
    <div className="stack shrinks gap-8">
      <QuantityField
        label={label}
        placeholder={own === undefined ? undefined : `0 ${own}`}
        reading={written}
        readText={component ? understood(component, form.texts.quantity) : ''}
        {...quantityProps(form, 'quantity')}
      />
      {doubted && <DidYouMean choices={doubted} />}
      {units.length > 1 && (
        <Pills label="Unidade">
          {units.map((each) => (
            <Pill key={each} isOn={isSameUnit(unit ?? own ?? '', each)} onClick={() => pick(each)}>
              {each}
            </Pill>
          ))}
        </Pills>
      )}
      {component && question && (
        <QuantityField
          label={conversionQuestion(component.name, question)}
          placeholder={`50 ${answerUnit(question)}`}
          description="Guardado para as próximas vezes."
          reading={readQuantity(form.texts.answer)}
          readText={answerReadingText({ component, question, answer: form.texts.answer }, business.state)}
          {...quantityProps(form, 'answer')}
        />
      )}
    </div>
  );
});

/** '2x395g', '1h30': more than one number makes the quantity. */
const COMPOUND = /\d\s*(?:[x×*]|h\D*)\s*\d/i;

/** 'Entendi: 0,32 kg.', where it was typed in another unit. */
function understood(component: Component, text: string): string {
  const written = readQuantity(text);
  if (written.kind !== 'value') return '';
  const own = unitOf(component);
  const { unit = own, quantity: amount } = written.value;
  const ratio = isSameUnit(unit, own) ? undefined : ratioOf(unit, own, component.conversions);
  if (ratio) {
    const units = toSafeNumber(divideRounded(BigInt(amount) * ratio.n, ratio.d));
    return `Entendi: ${quantity(amount)} ${unit}, que são ${quantity(units)} ${own}.`;
  }
  // The text has a fraction, a pack or a time, so its value as a number is shown.
  return /[/½⅓⅔¼¾⅛]/u.test(text) || COMPOUND.test(text) ? `Entendi: ${quantity(amount)} ${unit}.` : '';
}

const NOTHING: Fraction = { n: 0n, d: 1n };

interface ConversionAnswer {
  readonly component: Component;
  readonly question: MissingConversion;
  readonly answer: string;
}

/** 'Entendi: 1 un = 50 g, R$ 9,00 / kg.' */
function answerReadingText({ component, question, answer }: ConversionAnswer, kitchen: CostingState): string {
  const conversion = conversionFrom(question, answer);
  if (!conversion) return '';
  const conversions = [...(component.conversions ?? []), conversion];
  const price =
    'lines' in component
      ? (createCosting(kitchen).preparation(component.id)?.unitCost.exact() ?? NOTHING)
      : exactUnitPrice(component);
  return `Entendi: ${conversionPriceText(conversion, { unit: unitOf(component), price, conversions })}.`;
}
