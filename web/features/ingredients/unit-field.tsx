import { Autocomplete } from '@mantine/core';
import { type Ref, useState } from 'react';
import { measureOf } from '#domain/units/measure.ts';
import { readPack, type WrittenReading } from '#domain/units/written.ts';
import { listSide } from '#web/ui/mantine-fields.ts';
import { ReadingNote } from '../entry/written-field.tsx';
import { packInUnit } from '../fields/pack-field.ts';
import '#web/ui/mantine-fields.ts';

const USUAL = ['kg', 'g', 'L', 'ml', 'un', 'dúzia', 'pacote', 'caixa', 'maço'];

interface UnitFieldProps {
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly error?: string | undefined;
  readonly inputRef?: Ref<HTMLInputElement>;
  /** Whether the list opens upwards, because there is text to read below. */
  readonly opensUp: boolean;
  /** The reading of a pack that was typed instead of a unit. */
  readonly understood: string;
  readonly onPicked: () => void;
}

/** The unit field: common units to choose from, any other typed; a pack is read too. */
export function UnitField({ inputRef, error, opensUp, understood, onPicked, ...rest }: UnitFieldProps) {
  const [isTyped, setTyped] = useState(false);
  const isWhole = USUAL.includes(rest.value.trim()) || measureOf(rest.value).kind !== 'own' || packInUnit(rest.value);
  const isDone = isTyped && Boolean(isWhole);
  const reading = packInUnit(rest.value) ? readPack(rest.value) : NO_PACK;
  return (
    <div>
      <Autocomplete
        {...rest}
        {...listSide(opensUp)}
        onFocus={() => setTyped(false)}
        onChange={(text) => {
          setTyped(true);
          rest.onChange(text);
        }}
        ref={inputRef}
        label="Unidade"
        placeholder="kg"
        size="md"
        autoComplete="off"
        data={USUAL}
        // The list is short and not filtered by typing. Once a whole unit is typed it would only cover the next field.
        filter={({ options }) => (isDone ? [] : options)}
        selectFirstOptionOnChange={false}
        error={reading.kind === 'ambiguous' ? undefined : error}
      />
      <ReadingNote
        text={rest.value}
        reading={reading}
        understood={understood}
        onPick={(text) => {
          rest.onChange(text);
          onPicked();
        }}
      />
    </div>
  );
}

const NO_PACK: WrittenReading<never> = { kind: 'empty' };
