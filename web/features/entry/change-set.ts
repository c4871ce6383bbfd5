import { inverseOf, type SetChange } from '#web/stores/business/inverse.ts';
import type { Outcome } from '#web/stores/business/outcome.ts';
import type { BusinessStore } from '#web/stores/business-store.ts';
import { notify } from '#web/ui/notify.ts';

interface SetToMake {
  readonly commands: readonly SetChange[];
  /** '12 insumos incluídos' */
  readonly text: string;
  /** Told once the set has been taken back. */
  readonly onUndone?: () => void;
}

/** Makes several changes as one and offers the way back, which is one change too. Told how it ended. */
export async function makeSet(business: BusinessStore, { commands, text, onUndone }: SetToMake): Promise<Outcome> {
  const back = inverseOf(commands, business.state);
  const { refused, outcome } = business.changeTogether(commands);
  if (refused) return { kind: 'failed', failure: refused };
  const ended = await outcome;
  if (ended.kind === 'saved') notify({ text, undo: () => void takeBack(business, back, onUndone) });
  return ended;
}

async function takeBack(
  business: BusinessStore,
  back: ReturnType<typeof inverseOf>,
  onUndone: (() => void) | undefined,
): Promise<void> {
  const { refused, outcome } = business.changeTogether(back);
  const ended: Outcome = refused ? { kind: 'failed', failure: refused } : await outcome;
  if (ended.kind === 'failed') notify({ text: `Não foi desfeito: ${ended.failure.sentence}`, tone: 'problem' });
  else onUndone?.();
}
