import './mantine-fields.ts';
import { TextInput } from '@mantine/core';
import { type ChangeEvent, useState } from 'react';
import { type AmountRule, readAmount } from '#contract/amounts.ts';
import type { Units } from '#domain/decimal.ts';
import { keepNumeralCharacters, lettersLeftOut } from '#domain/numerals.ts';
import styles from './amount-field.module.css';
import { ReadingsQuestion } from './readings-question.tsx';
import type { TextFieldProps } from './text-field.tsx';

export interface AmountFieldProps extends TextFieldProps {
  /** `leftOut`: letters came with the number, which then counts for nothing until the field is touched again. */
  readonly onChange: (text: string, leftOut?: string) => void;
  /** AMOUNTS.unitPrice … : decides how the text is read, and whether it can be a question. */
  readonly rule: AmountRule;
  /** Told after a reading was picked and onChange has had its text: the moment to go on with saving. */
  readonly onPickReading?: ((units: Units) => void) | undefined;
}

/**
 * A field for money, a quantity or a percentage. Only digits, dot and comma enter; what is in it is never erased or
 * reformatted. A text with two meanings (`3.500` kg) is asked about below the field, and the pick replaces the text.
 */
export function AmountField(props: AmountFieldProps) {
  const { rule, onChange, onPickReading, error, inputRef, className, onBlur, onKeyDown, ...rest } = props;
  const [held, setHeld] = useState<{ readonly text: string; readonly sentence: string }>();
  const isHeld = held !== undefined && held.text === rest.value;
  const readings = readingsOf(rest.value, rule);
  function change({ currentTarget, nativeEvent }: ChangeEvent<HTMLInputElement>) {
    const text = keepNumeralCharacters(currentTarget.value);
    // One letter at a time is seen not to enter.
    const isKey = nativeEvent instanceof InputEvent && nativeEvent.data?.length === 1;
    const letters = isKey || text === '' ? undefined : lettersLeftOut(currentTarget.value);
    const sentence = letters === undefined ? undefined : leftOutSentence(letters);
    setHeld(sentence === undefined ? undefined : { text, sentence });
    onChange(text, sentence);
  }
  function touch() {
    if (!isHeld) return;
    setHeld(undefined);
    onChange(rest.value);
  }
  return (
    <div className={className}>
      <TextInput
        {...rest}
        ref={inputRef}
        type="text"
        inputMode="decimal"
        autoComplete="off"
        spellCheck={false}
        classNames={{ input: styles['input'] ?? '' }}
        leftSection={rule.kind === 'money' ? <Mark text="R$" /> : undefined}
        rightSection={rule.kind === 'percentage' ? <Mark text="%" /> : undefined}
        error={isHeld ? held.sentence : readings ? undefined : error}
        onChange={change}
        onPointerDown={touch}
        onKeyDown={(event) => {
          if (!LEADS_ON.has(event.key)) touch();
          onKeyDown?.(event);
        }}
        onBlur={isHeld ? undefined : onBlur}
      />
      {readings && (
        <ReadingsQuestion
          readings={readings}
          onPick={(text, units) => {
            onChange(text);
            onPickReading?.(units);
          }}
        />
      )}
    </div>
  );
}

/** Keys that leave a field or what is in it as they are. */
const LEADS_ON: ReadonlySet<string> = new Set(['Enter', 'Tab', 'Escape', 'Shift', 'Control', 'Meta', 'Alt']);

const leftOutSentence = (letters: string): string =>
  `“${letters}” ficou de fora: aqui só entram números. Confira o valor e toque nele para valer.`;

function readingsOf(text: string, rule: AmountRule): readonly Units[] | undefined {
  const reading = readAmount(text, rule);
  return reading.ok ? undefined : reading.readings;
}

const Mark = ({ text }: { readonly text: string }) => (
  <span className={styles['mark']} aria-hidden="true">
    {text}
  </span>
);
