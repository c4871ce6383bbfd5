import type { Held } from '#web/stores/business/ledger.ts';
import { notify } from '#web/ui/notify.ts';

interface Removal {
  readonly held: Held;
  /** '“Aluguel” excluído' */
  readonly text: string;
  /** Told when it was taken back: the thing is there again. */
  readonly onUndone?: () => void;
}

/** The toast of a removal: while it stays, the removal can be taken back; when it goes, the removal is sent. */
export function announceRemoval({ held, text, onUndone }: Removal): void {
  const undo = () => {
    held.undo();
    onUndone?.();
  };
  void follow(held, notify({ text, undo, onGone: held.send }));
}

async function follow(held: Held, dismiss: () => void): Promise<void> {
  const outcome = await held.outcome;
  dismiss(); // sent for another reason: there is nothing left to take back
  if (outcome.kind === 'failed') notify({ text: `${outcome.failure.sentence} Nada foi excluído.`, tone: 'problem' });
}
