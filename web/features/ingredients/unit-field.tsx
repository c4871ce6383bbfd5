import '#web/ui/mantine-fields.ts';
import { Autocomplete } from '@mantine/core';
import type { Ref } from 'react';
import { listSide } from '#web/ui/list-side.ts';

const USUAL = ['kg', 'g', 'L', 'ml', 'un', 'dúzia', 'pacote', 'caixa', 'maço'];

interface UnitFieldProps {
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly error?: string | undefined;
  readonly inputRef?: Ref<HTMLInputElement>;
  /** Something below is to be read. */
  readonly opensUp: boolean;
}

/** The usual units to pick from, and any other to type. */
export function UnitField({ inputRef, error, opensUp, ...rest }: UnitFieldProps) {
  return (
    <Autocomplete
      {...rest}
      {...listSide(opensUp)}
      ref={inputRef}
      label="Unidade"
      placeholder="kg"
      size="md"
      autoComplete="off"
      data={USUAL}
      // All of them, whatever is in the field: it is a short list to look at, not one to search.
      filter={({ options }) => options}
      selectFirstOptionOnChange={false}
      error={error}
    />
  );
}
