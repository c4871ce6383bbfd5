import type { IssuedCommand } from '#web/stores/business/pending-commands.ts';
import type { Outcome } from '#web/stores/business/outcome.ts';
import { dismiss, notify } from '#web/ui/notify.ts';

/** One toast for the last change: the next one takes its place. All of them stand in 'Alterações'. */
const KEY = 'last change';

interface Change {
  readonly issued: IssuedCommand;
  /** What is said once it is saved: 'Salvo', 'Custo fixo excluído: “Aluguel”'. */
  readonly text: string;
  /** What is said behind the reason when it was not. */
  readonly otherwise?: string;
  /** Told once it has been taken back and is on screen so. */
  readonly onUndone?: () => void;
}

/** A newer change is on screen: 'Desfazer' of the one before would be taken for its own while it is being saved. */
export const withdrawUndo = (): void => dismiss(KEY);

/** The toast of a change that the screen shows already, with the way back once it is saved. */
export async function announceChange({ issued, text, otherwise, onUndone }: Change): Promise<void> {
  withdrawUndo();
  const outcome = await issued.outcome;
  if (outcome.kind === 'saved') offerUndo(outcome, { text, onUndone });
  else if (otherwise !== undefined) notify({ text: `${outcome.failure.sentence} ${otherwise}`, tone: 'problem' });
}

/** 'Salvo · Desfazer'. */
export function offerUndo(
  { undo }: Extract<Outcome, { kind: 'saved' }>,
  { text, onUndone }: Pick<Change, 'text'> & { readonly onUndone?: (() => void) | undefined },
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
