import type { SingleCommand } from '#domain/business/commands.ts';
import type { SaveOutcome } from '#web/stores/business/outcome.ts';
import type { BusinessStore } from '#web/stores/business-store.ts';
import { offerUndo, dismissUndo } from './announce-change.ts';

interface Changes {
  /** The commands of the set, computed again for each new state of the business. */
  readonly commands: () => readonly SingleCommand[] | Promise<readonly SingleCommand[]>;
  /** Tells whether a newer change contradicts the set, so that the owner has to decide. */
  readonly isContested?: () => boolean | Promise<boolean>;
}

interface ChangeSetOptions extends Changes {
  /** The text of the toast: '12 insumos incluídos'. */
  readonly text: string;
  /** Is called once the set is undone. */
  readonly onUndone?: () => void;
}

/** A set is sent again after a concurrent change, at most this many times. */
const MAX_REPEATS = 5;

/** Makes several changes as one and offers to undo them. @returns the outcome */
export async function applyChangeSet(
  business: BusinessStore,
  { text, onUndone, ...changes }: ChangeSetOptions,
): Promise<SaveOutcome> {
  dismissUndo();
  const outcome = await applyToNewest(business, changes);
  if (outcome.kind === 'saved') offerUndo(outcome, { text, onUndone });
  return outcome;
}

/**
 * Makes several changes as one, based on the state on screen. If that was not the newest one, the newest is read and
 * the set is sent again, unless a newer change contradicts it.
 */
export async function applyToNewest(
  business: BusinessStore,
  { commands, isContested = () => false }: Changes,
): Promise<SaveOutcome> {
  for (let repeats = 0; ; repeats += 1) {
    const result = commands();
    const commandList = result instanceof Promise ? await result : result;
    const outcome = await business.issue({ type: 'ApplyChangeSet', commands: commandList }).outcome;
    if (outcome.kind === 'saved' || outcome.failure.isOutdated !== true || repeats === MAX_REPEATS) return outcome;
    if (await isContested()) return outcome;
  }
}
