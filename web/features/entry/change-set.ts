import type { SingleChange } from '#domain/business/commands.ts';
import type { Outcome } from '#web/stores/business/outcome.ts';
import type { BusinessStore } from '#web/stores/business-store.ts';
import { offerUndo, withdrawUndo } from './announce-change.ts';

/** A command that can be part of a set: of a ready model or an import. */
export type SetChange = Extract<
  SingleChange,
  {
    type:
      | 'AddFixedCost'
      | 'AddVariableCost'
      | 'AddIngredient'
      | 'AddDish'
      | 'AddDishIngredient'
      | 'ChangeFixedCost'
      | 'ChangeVariableCost'
      | 'ChangeIngredient';
  }
>;

interface Changes {
  /** The commands of the set, computed again for each new state of the business. */
  readonly commands: () => readonly SingleChange[] | Promise<readonly SingleChange[]>;
  /** Whether a newer change contradicts the set, so that the owner has to decide. */
  readonly isContested?: () => boolean | Promise<boolean>;
}

interface SetToMake extends Changes {
  /** '12 insumos incluídos' */
  readonly text: string;
  /** Called once the set is undone. */
  readonly onUndone?: () => void;
}

/** A set is sent again after a concurrent change, at most this many times. */
const MAX_REPEATS = 5;

/** Makes several changes as one and offers to undo them. @returns the outcome */
export async function makeSet(business: BusinessStore, { text, onUndone, ...changes }: SetToMake): Promise<Outcome> {
  withdrawUndo();
  const ended = await makeOnNewest(business, changes);
  if (ended.kind === 'saved') offerUndo(ended, { text, onUndone });
  return ended;
}

/**
 * Makes several changes as one, based on the state on screen. If that was not the newest one, the newest is read and
 * the set is sent again, unless a newer change contradicts it.
 */
export async function makeOnNewest(
  business: BusinessStore,
  { commands, isContested = () => false }: Changes,
): Promise<Outcome> {
  for (let repeats = 0; ; repeats += 1) {
    const made = commands();
    const issued = made instanceof Promise ? await made : made;
    const ended = await business.issue({ type: 'ApplyChangeSet', commands: issued }).outcome;
    if (ended.kind === 'saved' || ended.failure.isOutdated !== true || repeats === MAX_REPEATS) return ended;
    if (await isContested()) return ended;
  }
}
