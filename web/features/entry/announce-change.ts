import type { IssuedCommand } from '#web/stores/business/pending-commands.ts';
import type { SaveOutcome } from '#web/stores/business/outcome.ts';
import { dismiss, notify } from '#web/ui/notify.tsx';

/** The key of the toast for the last change, which the next one replaces. 'Alterações' lists all changes. */
const KEY = 'last change';

interface AnnouncedChange {
  readonly issued: IssuedCommand;
  /** The text of the toast after saving: 'Salvo', 'Custo fixo excluído: “Aluguel”'. */
  readonly text: string;
  /** The text behind the reason of a failure. */
  readonly failureNote?: string;
  /** Is called once the change is undone on screen. */
  readonly onUndone?: () => void;
}

/**
 * Removes the toast of the previous change: its 'Desfazer' would be taken for that of a newer one that is being saved.
 */
export const dismissUndo = (): void => dismiss(KEY);

/** Shows the toast of a change that is on screen already, with an undo button once it is saved. */
export async function announceChange({ issued, text, failureNote, onUndone }: AnnouncedChange): Promise<void> {
  dismissUndo();
  const outcome = await issued.outcome;
  if (outcome.kind === 'saved') offerUndo(outcome, { text, onUndone });
  else if (failureNote !== undefined) notify({ text: `${outcome.failure.sentence} ${failureNote}`, tone: 'problem' });
}

/** Shows the toast of a saved change with its undo button: 'Salvo · Desfazer'. */
export function offerUndo(
  { undo }: Extract<SaveOutcome, { kind: 'saved' }>,
  { text, onUndone }: Pick<AnnouncedChange, 'text'> & { readonly onUndone?: (() => void) | undefined },
): void {
  notify({ text, key: KEY, undo: undo && (() => void undoChange(undo, onUndone)) });
}

async function undoChange(undo: () => Promise<SaveOutcome>, onUndone: (() => void) | undefined): Promise<void> {
  const outcome = await undo();
  if (outcome.kind === 'failed') {
    notify({ text: notUndoneText(outcome.failure), tone: 'problem' });
    return;
  }
  notify({ text: 'Desfeito', key: KEY });
  onUndone?.();
}

export const notUndoneText = ({ sentence }: { readonly sentence: string }): string => `Não foi desfeito. ${sentence}`;
