import { type ChangeEvent, type KeyboardEvent, useState } from 'react';
import { findDroppedLetters } from '#domain/numerals.ts';

interface NumberInputOptions {
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** Keeps the characters that may be typed. */
  readonly filter: (text: string) => string;
}

/**
 * The text of a field for plain numbers. Letters that are pasted with a number ('8 mil') are left out and named; until
 * the next edit the owner of the field gets the original text, which is no number, so that nothing is saved or computed
 * from it.
 */
export function useNumberInput({ value, onChange, filter }: NumberInputOptions) {
  const [rejected, setRejected] = useState<{ readonly text: string; readonly sentence: string }>();
  const isRejected = rejected !== undefined && rejected.text === value;
  function discardLetters(): void {
    if (!isRejected) return;
    setRejected(undefined);
    onChange(filter(value));
  }
  return {
    shown: isRejected ? filter(value) : value,
    /** The sentence is undefined while nothing was left out. */
    sentence: isRejected ? rejected.sentence : undefined,
    touch: discardLetters,
    onChange: ({ currentTarget: { value: typed }, nativeEvent }: ChangeEvent<HTMLInputElement>): void => {
      const text = filter(typed);
      // A single typed letter is visibly ignored and needs no sentence.
      const isKey = nativeEvent instanceof InputEvent && nativeEvent.data?.length === 1;
      const letters = isKey || text === '' ? undefined : findDroppedLetters(typed);
      setRejected(letters === undefined ? undefined : { text: typed, sentence: leftOutSentence(letters) });
      onChange(letters === undefined ? text : typed);
    },
    onKeyDown: ({ key }: KeyboardEvent): void => {
      if (!PASSIVE_KEYS.has(key)) discardLetters();
    },
  };
}

/** Keys that leave the field or its text unchanged. */
const PASSIVE_KEYS: ReadonlySet<string> = new Set(['Enter', 'Tab', 'Escape', 'Shift', 'Control', 'Meta', 'Alt']);

const leftOutSentence = (letters: string): string =>
  `“${letters}” ficou de fora: aqui só entram números. Confira o valor e toque nele para valer.`;
