import { Button } from '@mantine/core';
import { useId } from 'react';
import { quantity } from '#domain/format.ts';
import type { Units } from '#domain/decimal.ts';
import { typedNumeral } from '#domain/numerals.ts';

interface ReadingsQuestionProps {
  /** The two things that the text can mean. */
  readonly readings: readonly Units[];
  /** Told the text of the one that was meant, and its units. */
  readonly onPick: (text: string, units: Units) => void;
}

/** 'Você quis dizer 3,5 ou 3.500': asked below a field, and the pick replaces its text. */
export const ReadingsQuestion = ({ readings, onPick }: ReadingsQuestionProps) => (
  <MeantQuestion
    choices={readings.map((units) => ({ label: quantity(units), onPick: () => onPick(typedNumeral(units), units) }))}
  />
);

interface MeantQuestionProps {
  readonly choices: readonly { readonly label: string; readonly onPick: () => void }[];
}

/** 'Você quis dizer', and what to pick from. */
export function MeantQuestion({ choices }: MeantQuestionProps) {
  const questionId = useId();
  return (
    <div role="group" aria-labelledby={questionId} className="row wrap gap-8 mt-8 soft text-15">
      <span id={questionId} aria-live="polite">
        Você quis dizer
      </span>
      {choices.map(({ label, onPick }) => (
        <Button key={label} variant="default" onClick={onPick}>
          {label}
        </Button>
      ))}
    </div>
  );
}
