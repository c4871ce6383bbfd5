import { Button } from '@mantine/core';
import { useId } from 'react';
import { quantity } from '#domain/format.ts';
import type { Units } from '#domain/decimal.ts';
import { typedNumeral } from '#domain/numerals.ts';
import styles from './amount-field.module.css';

interface ReadingsQuestionProps {
  /** The two things that the text can mean. */
  readonly readings: readonly Units[];
  /** Told the text of the one that was meant, and its units. */
  readonly onPick: (text: string, units: Units) => void;
}

/** 'Você quis dizer 3,5 ou 3.500': asked below a field, and the pick replaces its text. */
export function ReadingsQuestion({ readings, onPick }: ReadingsQuestionProps) {
  const questionId = useId();
  return (
    <div role="group" aria-labelledby={questionId} className={styles['question']}>
      <span id={questionId} aria-live="polite">
        Você quis dizer
      </span>
      {readings.map((units) => (
        <Button key={units} variant="default" onClick={() => onPick(typedNumeral(units), units)}>
          {quantity(units)}
        </Button>
      ))}
    </div>
  );
}
