import { Button } from '@mantine/core';
import { observer } from 'mobx-react-lite';
import { Link } from 'wouter';
import { formatReais } from '#web/ui/instants.ts';
import { Problem } from '#web/ui/note.tsx';
import { purchaseAddress } from '../navigation/addresses.ts';
import type { PurchaseSubmission } from './purchase-submission.ts';
import { effectSentences } from './purchase-words.ts';

interface SubmissionProblemProps {
  readonly submission: PurchaseSubmission;
  readonly problem: string | undefined;
}

/** The problem of a purchase's form, with a link to the purchase that was saved already. */
export const SubmissionProblem = observer(function SubmissionProblem({ submission, problem }: SubmissionProblemProps) {
  const { earlierId } = submission;
  return (
    <>
      <Problem text={problem} />
      {earlierId !== undefined && (
        <Link to={purchaseAddress(earlierId)} className="inline-row touch basil underlined lightly">
          Ver a compra lançada
        </Link>
      )}
    </>
  );
});

/** The effects of the purchase that was just saved, with a button that undoes it. */
export const SavedPurchaseNote = observer(function SavedPurchaseNote({
  submission,
}: {
  readonly submission: PurchaseSubmission;
}) {
  const { savedPurchase, isUndone, problem, canUndo } = submission;
  if (!savedPurchase) return null;
  return (
    <div className="card stack gap-8 pad-block-16 pad-inline-16">
      <div role="status" className="stack gap-4">
        <p className="weight-600">
          {isUndone ? 'A compra foi desfeita.' : `Compra lançada: ${formatReais(savedPurchase.total)}.`}
        </p>
        {!isUndone &&
          effectSentences(savedPurchase.moved).map((sentence) => (
            <p key={sentence} className="breaks">
              {sentence}
            </p>
          ))}
      </div>
      <Problem text={problem} />
      {!isUndone && (
        <div className="row wrap gap-16">
          {canUndo && (
            <Button variant="default" onClick={() => void submission.undo()}>
              Desfazer
            </Button>
          )}
          <Link to={purchaseAddress(savedPurchase.id)} className="inline-row touch basil underlined lightly">
            Ver a compra
          </Link>
        </div>
      )}
    </div>
  );
});
