import './mantine-fields.ts';
import { TextInput } from '@mantine/core';
import type { KeyboardEvent, Ref } from 'react';

export interface TextFieldProps {
  readonly label: string;
  /** The text of the field; only typing changes it. */
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** The sentence about a problem. */
  readonly error?: string | undefined;
  readonly description?: string | undefined;
  readonly placeholder?: string | undefined;
  readonly inputRef?: Ref<HTMLInputElement>;
  readonly onBlur?: () => void;
  readonly onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
  readonly autoComplete?: string;
  /** The id of a datalist with suggestions. */
  readonly list?: string;
  readonly disabled?: boolean;
  readonly className?: string | undefined;
}

/** A field for a name or a unit. */
export function TextField({ onChange, error, inputRef, autoComplete = 'off', ...rest }: TextFieldProps) {
  return (
    <TextInput
      {...rest}
      ref={inputRef}
      type="text"
      autoComplete={autoComplete}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
