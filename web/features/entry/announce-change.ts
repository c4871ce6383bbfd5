import type { IssuedCommand } from '#web/stores/business/pending-commands.ts';
import type { Outcome } from '#web/stores/business/outcome.ts';
import { dismiss, notify } from '#web/ui/notify.ts';

/** One toast for the last change, which the next one replaces. 'Alterações' lists all changes. */
const KEY = 'last change';

interface AnnouncedChange {
  readonly issued: IssuedCommand;
  /** The text of the toast after saving: 'Salvo', 'Custo fixo excluído: “Aluguel”'. */
  readonly text: string;
  /** The text behind the reason of a failure. */
  readonly otherwise?: string;
  /** Called once the change is undone on screen. */
  readonly onUndone?: () => void;
}

/**
 * Removes the toast of the previous change: its 'Desfazer' would be taken for that of a newer one that is being saved.
 */
export const withdrawUndo = (): void => dismiss(KEY);

/** Shows the toast of a change that is on screen already, with an undo button once it is saved. */
export async function announceChange({ issued, text, otherwise, onUndone }: AnnouncedChange): Promise<void> {
  withdrawUndo();
  const outcome = await issued.outcome;
  if (outcome.kind === 'saved') offerUndo(outcome, { text, onUndone });
  else if (otherwise !== undefined) notify({ text: `${outcome.failure.sentence} ${otherwise}`, tone: 'problem' });
}

/** 'Salvo · Desfazer'. */
export function offerUndo(
  { undo }: Extract<Outcome, { kind: 'saved' }>,
  { text, onUndone }: Pick<AnnouncedChange, 'text'> & { readonly onUndone?: (() => void) | undefined },
): void {
  notify({ text, key: KEY, undo: undo && (() => void takeBack(undo, onUndone)) });
}

async function takeBack(undo: () => Promise<Outcome>, onUndone: (() => void) | undefined): Promise<void> {
  const outcome = await undo();
  if (outcome.kind === 'failed') {
    notify({ text: notUndone(outcome.failure), tone: 'problem' });
    return;
  }
  notify({ text: 'Desfeito', key: KEY });
  onUndone?.();
}

export const notUndone = ({ sentence }: { readonly sentence: string }): string => `Não foi desfeito. ${sentence}`;
