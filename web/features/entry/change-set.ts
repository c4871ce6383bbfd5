import type { SingleChange } from '#domain/business/commands.ts';
import type { Outcome } from '#web/stores/business/outcome.ts';
import type { BusinessStore } from '#web/stores/business-store.ts';
import { offerUndo, withdrawUndo } from './announce-change.ts';

/** What can be added or changed in one go, by a ready model or an import. */
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
  /** Asked anew for what the business has become. */
  readonly commands: () => readonly SingleChange[] | Promise<readonly SingleChange[]>;
  /** Does what has become newer stand against any of them? Then somebody has to be asked. */
  readonly isContested?: () => boolean | Promise<boolean>;
}

interface SetToMake extends Changes {
  /** '12 insumos incluídos' */
  readonly text: string;
  /** Told once the set has been taken back. */
  readonly onUndone?: () => void;
}

/** Each of them is one more change that somebody else makes at the same moment. */
const MAX_REPEATS = 5;

/** Makes several changes as one and offers the way back. Told how it ended. */
export async function makeSet(business: BusinessStore, { text, onUndone, ...changes }: SetToMake): Promise<Outcome> {
  withdrawUndo();
  const ended = await makeOnNewest(business, changes);
  if (ended.kind === 'saved') offerUndo(ended, { text, onUndone });
  return ended;
}

/**
 * Makes several changes as one, over what is in view. Where that was not the newest, the newest is read, and as long as
 * nothing of it stands against them they are made on that.
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
