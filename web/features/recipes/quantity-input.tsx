import { observer } from 'mobx-react-lite';
import { missingQuestion } from '#contract/unit-sentences.ts';
import { type Component, unitOf } from '#domain/business/component.ts';
import { bounded, divideRounded } from '#domain/decimal.ts';
import { quantity } from '#domain/format.ts';
import { ratioOf } from '#domain/units/conversions.ts';
import { isSameUnit } from '#domain/units/measure.ts';
import { readQuantity } from '#domain/units/written.ts';
import { Pill, Pills } from '#web/ui/pill.tsx';
import { ReadingsQuestion } from '#web/ui/readings-question.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import type { EntryForm } from '../entry/entry-form.ts';
import type { Field } from '../entry/field.ts';
import { fieldProps } from '../entry/field-props.ts';
import { answerUnit, type LineQuantity, questionFor, unitsOf } from './line-fields.ts';
import styles from './quantity-input.module.css';

// oxlint-disable-next-line typescript/consistent-type-definitions -- the fields of a form are a record
export type LineForm = { readonly quantity: Field<LineQuantity>; readonly answer: Field<string> };

interface QuantityInputProps {
  readonly form: EntryForm<LineForm>;
  readonly label: string;
  readonly component: Component | undefined;
}

/** How much of it: typed as people say it, with what was understood, and what is still to be asked. */
export const QuantityInput = observer(function QuantityInput({ form, label, component }: QuantityInputProps) {
  const written = readQuantity(form.texts.quantity);
  const unit = written.kind === 'value' ? written.value.unit : undefined;
  const question = questionFor(component, unit);
  const own = component && unitOf(component);
  const pick = (picked: string): void => {
    const number = form.texts.quantity.replace(/[^\d.,/\s½⅓⅔¼¾⅛].*$/u, '').trim();
    form.type('quantity', picked === own ? number : `${number} ${picked}`.trim());
    form.focus('quantity');
  };
  const units = component ? unitsOf(component) : [];
  return (
    <div className={styles['whole']}>
      <TextField
        label={label}
        placeholder={own === undefined ? undefined : `0 ${own}`}
        {...fieldProps(form, 'quantity')}
        error={written.kind === 'ambiguous' ? undefined : form.errors.quantity}
      />
      {written.kind === 'ambiguous' && (
        <ReadingsQuestion
          readings={written.readings}
          onPick={(text) => {
            form.type('quantity', `${text}${writtenUnit(form.texts.quantity)}`);
            form.focus('quantity');
          }}
        />
      )}
      {units.length > 1 && (
        <Pills label="Unidade">
          {units.map((each) => (
            <Pill key={each} isOn={isSameUnit(unit ?? own ?? '', each)} onClick={() => pick(each)}>
              {each}
            </Pill>
          ))}
        </Pills>
      )}
      <p role="status" className={styles['understood']}>
        {component && understood(component, form.texts.quantity)}
      </p>
      {component && question && (
        <TextField
          label={missingQuestion(component.name, question)}
          placeholder={`50 ${answerUnit(question)}`}
          description="Guardado para as próximas vezes."
          {...fieldProps(form, 'answer')}
        />
      )}
    </div>
  );
});

/** ' g', of '3.500 g'. */
const writtenUnit = (text: string): string => /\s*[^\d.,\s/].*$/u.exec(text.trim())?.[0] ?? '';

/** 'Entendi: 0,32 kg.', where it was said in another unit. */
function understood(component: Component, text: string): string {
  const written = readQuantity(text);
  if (written.kind !== 'value') return '';
  const own = unitOf(component);
  const { unit = own, quantity: amount } = written.value;
  const ratio = isSameUnit(unit, own) ? undefined : ratioOf(unit, own, component.conversions);
  if (ratio) {
    const units = bounded(divideRounded(BigInt(amount) * ratio.n, ratio.d));
    return `Entendi: ${quantity(amount)} ${unit}, que são ${quantity(units)} ${own}.`;
  }
  // A fraction was written: what it is as a number.
  return /[/½⅓⅔¼¾⅛]/u.test(text) ? `Entendi: ${quantity(amount)} ${unit}.` : '';
}
