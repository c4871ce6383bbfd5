import '#web/ui/mantine-fields.ts';
import { Textarea } from '@mantine/core';
import type { Ref } from 'react';

interface MethodFieldProps {
  /** Exactly what is in the field; nobody but the person typing changes it. */
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** A sentence for beside the field. */
  readonly error?: string | undefined;
  readonly inputRef?: Ref<HTMLTextAreaElement>;
}

/** How something is made, in as many lines as it takes: the field grows with them. */
export function MethodField({ onChange, error, inputRef, ...rest }: MethodFieldProps) {
  return (
    <Textarea
      {...rest}
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
