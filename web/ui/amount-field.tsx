import './mantine-fields.ts';
import { TextInput } from '@mantine/core';
import { type AmountRule, readAmount } from '#domain/amounts.ts';
import type { TenThousandths } from '#domain/decimal.ts';
import { keepNumeralCharacters } from '#domain/numerals.ts';
import { CandidatesQuestion } from './candidates-question.tsx';
import type { TextFieldProps } from './text-field.tsx';
import { useNumberInput } from './use-number-input.ts';

export interface AmountFieldProps extends TextFieldProps {
  /** The rule of the text, such as AMOUNTS.unitPrice, which decides how it is read and whether it can be ambiguous. */
  readonly rule: AmountRule;
  /** Is called after a reading is chosen and onChange has received its text, so that it can be saved. */
  readonly onPickCandidate?: ((amount: TenThousandths) => void) | undefined;
}

/**
 * A field for money, a quantity or a percentage. Only digits, dot and comma can be typed; the text is never erased or
 * reformatted. An ambiguous text (`3.500` kg) leads to a question below the field, whose answer replaces the text.
 */
export function AmountField(props: AmountFieldProps) {
  const { rule, onChange, onPickCandidate, error, inputRef, className, onBlur, onKeyDown, ...rest } = props;
  const input = useNumberInput({ value: rest.value, onChange, filter: keepNumeralCharacters });
  const candidates = readingsOf(rest.value, rule);
  return (
    <div className={className}>
      <TextInput
        {...rest}
        value={input.shown}
        ref={inputRef}
        type="text"
        inputMode="decimal"
        autoComplete="off"
        spellCheck={false}
        classNames={{ input: 'tabular' }}
        leftSection={rule.kind === 'money' ? <Mark text="R$" /> : undefined}
        rightSection={rule.kind === 'percentage' ? <Mark text="%" /> : undefined}
        error={input.sentence ?? (candidates ? undefined : error)}
        onChange={input.onChange}
        onPointerDown={input.touch}
        onKeyDown={(event) => {
          input.onKeyDown(event);
          onKeyDown?.(event);
        }}
        onBlur={input.sentence === undefined ? onBlur : undefined}
      />
      {candidates && (
        <CandidatesQuestion
          candidates={candidates}
          onPick={(text, amount) => {
            onChange(text);
            onPickCandidate?.(amount);
          }}
        />
      )}
    </div>
  );
}

function readingsOf(text: string, rule: AmountRule): readonly TenThousandths[] | undefined {
  const reading = readAmount(text, rule);
  return reading.ok ? undefined : reading.candidates;
}

const Mark = ({ text }: { readonly text: string }) => (
  <span className="faint text-15" aria-hidden="true">
    {text}
  </span>
);
