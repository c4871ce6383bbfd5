import { Autocomplete } from '@mantine/core';
import { type Ref, useState } from 'react';
import { measureOf } from '#domain/units/measure.ts';
import { readPack, type InputReading } from '#domain/units/quantity-text.ts';
import { listSide } from '#web/ui/mantine-fields.ts';
import { ReadingNote } from '../entry/quantity-field.tsx';
import { readPackTypedAsUnit } from '../fields/pack-field.ts';
import '#web/ui/mantine-fields.ts';

const COMMON_UNITS = ['kg', 'g', 'L', 'ml', 'un', 'dúzia', 'pacote', 'caixa', 'maço'];

interface UnitFieldProps {
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly error?: string | undefined;
  readonly inputRef?: Ref<HTMLInputElement>;
  /** Tells whether the list opens upwards, because there is text to read below. */
  readonly opensUpward: boolean;
  /** The reading of a pack that was typed instead of a unit. */
  readonly readingText: string;
  readonly onRefocus: () => void;
}

/** The input of a unit. It suggests common units and takes any other; a pack typed into it is read as one. */
export function UnitField({ inputRef, error, opensUpward, readingText, onRefocus, ...inputProps }: UnitFieldProps) {
  const [hasTyped, setHasTyped] = useState(false);
  const isCompleteUnit =
    COMMON_UNITS.includes(inputProps.value.trim()) ||
    measureOf(inputProps.value).kind !== 'custom' ||
    readPackTypedAsUnit(inputProps.value);
  const shouldHideOptions = hasTyped && Boolean(isCompleteUnit);
  const reading = readPackTypedAsUnit(inputProps.value) ? readPack(inputProps.value) : NO_PACK;
  return (
    <div>
      <Autocomplete
        {...inputProps}
        {...listSide(opensUpward)}
        onFocus={() => setHasTyped(false)}
        onChange={(text) => {
          setHasTyped(true);
          inputProps.onChange(text);
        }}
        ref={inputRef}
        label="Unidade"
        placeholder="kg"
        size="md"
        autoComplete="off"
        data={COMMON_UNITS}
        // The list is short and not filtered by typing. Once a whole unit is typed it would only cover the next field.
        filter={({ options }) => (shouldHideOptions ? [] : options)}
        selectFirstOptionOnChange={false}
        error={reading.kind === 'ambiguous' ? undefined : error}
      />
      <ReadingNote
        text={inputProps.value}
        reading={reading}
        interpretationText={readingText}
        onPick={(text) => {
          inputProps.onChange(text);
          onRefocus();
        }}
      />
    </div>
  );
}

const NO_PACK: InputReading<never> = { kind: 'empty' };
