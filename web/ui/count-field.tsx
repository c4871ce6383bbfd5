import './mantine-fields.ts';
import { TextInput } from '@mantine/core';
import { keepDigits } from '#domain/numerals.ts';
import type { TextFieldProps } from './text-field.tsx';
import { useTypedNumber } from './use-typed-number.ts';

interface CountFieldProps extends Omit<TextFieldProps, 'label' | 'description' | 'disabled' | 'autoComplete'> {
  readonly label?: string;
  /** The label for screen readers where none is visible. */
  readonly 'aria-label'?: string;
}

/** A field for pieces, orders or portions: only digits can be typed. */
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
  const typed = useTypedNumber({ value, onChange, keep: keepDigits });
  return (
    <TextInput
      {...rest}
      className={className}
      ref={inputRef}
      type="text"
      inputMode="numeric"
      autoComplete="off"
      value={typed.shown}
      error={typed.sentence ?? error}
      onChange={typed.change}
      onPointerDown={typed.touch}
      onKeyDown={(event) => {
        typed.press(event);
        onKeyDown?.(event);
      }}
      onBlur={typed.sentence === undefined ? onBlur : undefined}
    />
  );
}
