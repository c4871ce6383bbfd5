import { Button } from '@mantine/core';
import { observer } from 'mobx-react-lite';
import { Link } from 'wouter';
import { formatReais } from '#web/ui/instants.ts';
import { purchaseAddress } from '../navigation/addresses.ts';
import type { PurchaseSending } from './purchase-sending.ts';
import { movedSentences } from './purchase-words.ts';

/** The effects of the purchase that was just saved, with a button that takes it back. */
export const EnteredNote = observer(function EnteredNote({ sending }: { readonly sending: PurchaseSending }) {
  const { entered, isTakenBack, problem, canUndo } = sending;
  if (!entered) return null;
  return (
    <div className="card stack gap-8 pad-block-16 pad-inline-16">
      <div role="status" className="stack gap-4">
        <p className="weight-600">
          {isTakenBack ? 'A compra foi desfeita.' : `Compra lançada: ${formatReais(entered.total)}.`}
        </p>
        {!isTakenBack && movedSentences(entered.moved).map((sentence) => <p key={sentence}>{sentence}</p>)}
      </div>
      {problem !== undefined && (
        <p role="alert" className="tomato">
          {problem}
        </p>
      )}
      {!isTakenBack && (
        <div className="row wrap gap-16">
          {canUndo && (
            <Button variant="default" onClick={() => void sending.undo()}>
              Desfazer
            </Button>
          )}
          <Link to={purchaseAddress(entered.id)} className="inline-row touch basil underlined lightly">
            Ver a compra
          </Link>
        </div>
      )}
    </div>
  );
});
