import { type ChangeEvent, type KeyboardEvent, useState } from 'react';
import { lettersLeftOut } from '#domain/numerals.ts';

interface TypedNumber {
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** The characters that may enter. */
  readonly keep: (text: string) => string;
}

/**
 * What is typed into a field of plain numbers. Letters that come with a number ('8 mil') are left out and named; until the
 * field is touched again its owner has the text as it came, which is no number, so that nothing is saved or computed of it.
 */
export function useTypedNumber({ value, onChange, keep }: TypedNumber) {
  const [held, setHeld] = useState<{ readonly typed: string; readonly sentence: string }>();
  const isHeld = held !== undefined && held.typed === value;
  function touch(): void {
    if (!isHeld) return;
    setHeld(undefined);
    onChange(keep(value));
  }
  return {
    shown: isHeld ? keep(value) : value,
    /** Undefined while nothing was left out. */
    sentence: isHeld ? held.sentence : undefined,
    touch,
    change: ({ currentTarget: { value: typed }, nativeEvent }: ChangeEvent<HTMLInputElement>): void => {
      const text = keep(typed);
      // One letter at a time is seen not to enter.
      const isKey = nativeEvent instanceof InputEvent && nativeEvent.data?.length === 1;
      const letters = isKey || text === '' ? undefined : lettersLeftOut(typed);
      setHeld(letters === undefined ? undefined : { typed, sentence: leftOutSentence(letters) });
      onChange(letters === undefined ? text : typed);
    },
    press: ({ key }: KeyboardEvent): void => {
      if (!LEADS_ON.has(key)) touch();
    },
  };
}

/** Keys that leave a field or what is in it as they are. */
const LEADS_ON: ReadonlySet<string> = new Set(['Enter', 'Tab', 'Escape', 'Shift', 'Control', 'Meta', 'Alt']);

const leftOutSentence = (letters: string): string =>
  `“${letters}” ficou de fora: aqui só entram números. Confira o valor e toque nele para valer.`;
