import '#web/ui/mantine-fields.ts';
import { Textarea } from '@mantine/core';
import type { Ref } from 'react';

interface MethodFieldProps {
  /** The text of the field; only typing changes it. */
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** The sentence about a problem. */
  readonly error?: string | undefined;
  readonly inputRef?: Ref<HTMLTextAreaElement>;
}

/** A multi-line field for the method, which grows with its text. */
export function MethodField({ onChange, error, inputRef, ...fieldProps }: MethodFieldProps) {
  return (
    <Textarea
      {...fieldProps}
      ref={inputRef}
      className="whole-row"
      label="Modo de preparo"
      placeholder="Um passo por linha"
      size="md"
      radius="md"
      autosize
      minRows={3}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
