import { type Component, unitOf } from '#domain/business/recipe/components.ts';
import { observer } from 'mobx-react-lite';
import { conversionQuestion } from '#contract/refused-calls.ts';
import { exactUnitPrice } from '#domain/business/ingredient/price.ts';
import { toSafeNumber, divideRounded } from '#domain/decimal.ts';
import { createCosting, type CostingState } from '#domain/figures/costing.ts';
import { formatQuantity } from '#domain/format.ts';
import type { Fraction } from '#domain/fraction.ts';
import { formatForInput } from '#domain/numerals.ts';
import { type MissingConversion, ratioOf } from '#domain/units/conversions.ts';
import { isSameUnit } from '#domain/units/measure.ts';
import { readQuantity } from '#domain/units/quantity-text.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { DidYouMean } from '#web/ui/candidates-question.tsx';
import { Pill, Pills } from '#web/ui/pill.tsx';
import { type EntryForm, quantityProps } from '../entry/entry-form.ts';
import type { FormField } from '../entry/field.ts';
import { QuantityField } from '../entry/quantity-field.tsx';
import { conversionPriceText } from '../fields/price-text.ts';
import {
  answerUnit,
  conversionFrom,
  type UnitDoubt,
  type LineQuantity,
  missingConversionFor,
  unitChoicesOf,
} from '../fields/line-fields.ts';

// oxlint-disable-next-line typescript/consistent-type-definitions -- the fields of a form are a record
export type LineForm = { readonly quantity: FormField<LineQuantity>; readonly answer: FormField<string> };

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
  const reading = readQuantity(form.texts.quantity);
  const unit = reading.kind === 'value' ? reading.value.unit : undefined;
  const question = missingConversionFor(component, unit);
  const componentUnit = component && unitOf(component);
  const pick = (unitName: string): void => {
    const isCompound = reading.kind === 'value' && COMPOUND_QUANTITY.test(form.texts.quantity);
    const number = isCompound
      ? formatForInput(reading.value.quantity)
      : form.texts.quantity.replace(/[^\d.,/\s½⅓⅔¼¾⅛].*$/u, '').trim();
    form.type('quantity', unitName === componentUnit ? number : `${number} ${unitName}`.trim());
    form.focus('quantity');
  };
  const units = component ? unitChoicesOf(component) : [];
  const isBare = reading.kind === 'value' && unit === undefined;
  const unitChoices =
    isBare &&
    doubt(reading.value.quantity)?.map((each) => ({
      label: `${formatQuantity(reading.value.quantity)} ${each}`,
      onPick: () => {
        form.type('quantity', `${form.texts.quantity.trim()} ${each}`);
        form.focus('quantity');
      },
    }));
  return (
    <div className="stack shrinks gap-8">
      <QuantityField
        label={label}
        placeholder={componentUnit === undefined ? undefined : `0 ${componentUnit}`}
        reading={reading}
        interpretationText={component ? readingText(component, form.texts.quantity) : ''}
        {...quantityProps(form, 'quantity')}
      />
      {unitChoices && <DidYouMean choices={unitChoices} />}
      {units.length > 1 && (
        <Pills label="Unidade">
          {units.map((each) => (
            <Pill key={each} isOn={isSameUnit(unit ?? componentUnit ?? '', each)} onClick={() => pick(each)}>
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
          interpretationText={answerReadingText({ component, question, answer: form.texts.answer }, business.state)}
          {...quantityProps(form, 'answer')}
        />
      )}
    </div>
  );
});

/** A quantity of more than one number: '2x395g', '1h30'. */
const COMPOUND_QUANTITY = /\d\s*(?:[x×*]|h\D*)\s*\d/i;

/** Repeats the quantity in the component's unit, where another one was typed: 'Entendi: 320 g, que são 0,32 kg.' */
function readingText(component: Component, text: string): string {
  const reading = readQuantity(text);
  if (reading.kind !== 'value') return '';
  const componentUnit = unitOf(component);
  const { unit = componentUnit, quantity: amount } = reading.value;
  const ratio = isSameUnit(unit, componentUnit) ? undefined : ratioOf(unit, componentUnit, component.conversions);
  if (ratio) {
    const ownAmount = toSafeNumber(divideRounded(BigInt(amount) * ratio.n, ratio.d));
    return `Entendi: ${formatQuantity(amount)} ${unit}, que são ${formatQuantity(ownAmount)} ${componentUnit}.`;
  }
  // The text has a fraction, a pack or a time, so its value as a number is shown.
  return /[/½⅓⅔¼¾⅛]/u.test(text) || COMPOUND_QUANTITY.test(text) ? `Entendi: ${formatQuantity(amount)} ${unit}.` : '';
}

const ZERO: Fraction = { n: 0n, d: 1n };

interface ConversionAnswer {
  readonly component: Component;
  readonly question: MissingConversion;
  readonly answer: string;
}

/** Repeats the answer with the price that follows from it: 'Entendi: 1 un = 50 g, R$ 9,00 / kg.' */
function answerReadingText({ component, question, answer }: ConversionAnswer, state: CostingState): string {
  const conversion = conversionFrom(question, answer);
  if (!conversion) return '';
  const conversions = [...(component.conversions ?? []), conversion];
  const price =
    'lines' in component
      ? (createCosting(state).preparation(component.id)?.unitCost.exact() ?? ZERO)
      : exactUnitPrice(component);
  return `Entendi: ${conversionPriceText(conversion, { unit: unitOf(component), price, conversions })}.`;
}
