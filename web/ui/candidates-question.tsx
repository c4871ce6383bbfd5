import { Button } from '@mantine/core';
import { useId } from 'react';
import { formatQuantity } from '#domain/format.ts';
import type { TenThousandths } from '#domain/decimal.ts';
import { formatForInput } from '#domain/numerals.ts';

interface CandidatesQuestionProps {
  /** The two numbers that the text may mean. */
  readonly candidates: readonly TenThousandths[];
  /** Receives the text and the amount of the chosen candidate. */
  readonly onPick: (text: string, amount: TenThousandths) => void;
}

/** A question below a field, whose answer replaces its text: 'Você quis dizer 3,5 ou 3.500'. */
export const CandidatesQuestion = ({ candidates, onPick }: CandidatesQuestionProps) => (
  <DidYouMean
    choices={candidates.map((amount) => ({
      label: formatQuantity(amount),
      onPick: () => onPick(formatForInput(amount), amount),
    }))}
  />
);

interface DidYouMeanProps {
  readonly choices: readonly { readonly label: string; readonly onPick: () => void }[];
}

/** The question 'Você quis dizer' with a button for each choice. */
export function DidYouMean({ choices }: DidYouMeanProps) {
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
