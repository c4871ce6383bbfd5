import './mantine-fields.ts';
import { TextInput } from '@mantine/core';
import { keepNumeralCharacters } from '#domain/numerals.ts';
import type { TextFieldProps } from './text-field.tsx';
import { useNumberInput } from './use-number-input.ts';

interface CountFieldProps extends Omit<TextFieldProps, 'label' | 'description' | 'disabled' | 'autoComplete'> {
  readonly label?: string;
  /** The label for screen readers where none is visible. */
  readonly 'aria-label'?: string;
}

/**
 * A field for pieces, orders or portions. Dots and commas stay in the text, because without them '25,5' would become 255;
 * its owner reads such a text as no number.
 */
export function CountField({
  onChange,
  error,
  inputRef,
  onBlur,
  onKeyDown,
  value,
  className = '',
  ...rest
}: CountFieldProps) {
  const input = useNumberInput({ value, onChange, filter: keepNumeralCharacters });
  return (
    <TextInput
      {...rest}
      className={className}
      ref={inputRef}
      type="text"
      inputMode="numeric"
      autoComplete="off"
      value={input.shown}
      error={input.sentence ?? (/[.,]/.test(value) ? 'Digite um número inteiro.' : error)}
      onChange={input.onChange}
      onPointerDown={input.touch}
      onKeyDown={(event) => {
        input.onKeyDown(event);
        onKeyDown?.(event);
      }}
      onBlur={input.sentence === undefined ? onBlur : undefined}
    />
  );
}
