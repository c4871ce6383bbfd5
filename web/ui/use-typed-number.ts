import { type ChangeEvent, type KeyboardEvent, useState } from 'react';
import { findDroppedLetters } from '#domain/numerals.ts';

interface TypedNumber {
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** Keeps the characters that may be typed. */
  readonly keep: (text: string) => string;
}

/**
 * The text of a field for plain numbers. Letters that are pasted with a number ('8 mil') are left out and named; until
 * the next edit the owner of the field gets the original text, which is no number, so that nothing is saved or computed
 * from it.
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
    /** The sentence is undefined while nothing was left out. */
    sentence: isHeld ? held.sentence : undefined,
    touch,
    change: ({ currentTarget: { value: typed }, nativeEvent }: ChangeEvent<HTMLInputElement>): void => {
      const text = keep(typed);
      // A single typed letter is visibly ignored and needs no sentence.
      const isKey = nativeEvent instanceof InputEvent && nativeEvent.data?.length === 1;
      const letters = isKey || text === '' ? undefined : findDroppedLetters(typed);
      setHeld(letters === undefined ? undefined : { typed, sentence: leftOutSentence(letters) });
      onChange(letters === undefined ? text : typed);
    },
    press: ({ key }: KeyboardEvent): void => {
      if (!LEADS_ON.has(key)) touch();
    },
  };
}

/** Keys that leave the field or its text unchanged. */
const LEADS_ON: ReadonlySet<string> = new Set(['Enter', 'Tab', 'Escape', 'Shift', 'Control', 'Meta', 'Alt']);

const leftOutSentence = (letters: string): string =>
  `“${letters}” ficou de fora: aqui só entram números. Confira o valor e toque nele para valer.`;
