import { Button } from '@mantine/core';
import { useId } from 'react';
import { quantity } from '#domain/format.ts';
import type { TenThousandths } from '#domain/decimal.ts';
import { formatForInput } from '#domain/numerals.ts';

interface ReadingsQuestionProps {
  /** The two possible readings of the text. */
  readonly readings: readonly TenThousandths[];
  /** Receives the text and the units of the chosen reading. */
  readonly onPick: (text: string, units: TenThousandths) => void;
}

/** 'Você quis dizer 3,5 ou 3.500': a question below a field, whose answer replaces its text. */
export const ReadingsQuestion = ({ readings, onPick }: ReadingsQuestionProps) => (
  <MeantQuestion
    choices={readings.map((units) => ({ label: quantity(units), onPick: () => onPick(formatForInput(units), units) }))}
  />
);

interface MeantQuestionProps {
  readonly choices: readonly { readonly label: string; readonly onPick: () => void }[];
}

/** 'Você quis dizer', with the choices. */
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
