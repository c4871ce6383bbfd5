import type { SingleChange } from '#domain/business/commands.ts';
import type { Outcome } from '#web/stores/business/outcome.ts';
import type { BusinessStore } from '#web/stores/business-store.ts';
import { offerUndo } from './announce-change.ts';

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

interface SetToMake {
  readonly commands: readonly SingleChange[];
  /** '12 insumos incluídos' */
  readonly text: string;
  /** Told once the set has been taken back. */
  readonly onUndone?: () => void;
}

/** Makes several changes as one and offers the way back. Told how it ended. */
export async function makeSet(business: BusinessStore, { commands, text, onUndone }: SetToMake): Promise<Outcome> {
  const { refused, outcome } = business.changeTogether(commands);
  if (refused) return { kind: 'failed', failure: refused };
  const ended = await outcome;
  if (ended.kind === 'saved') offerUndo(ended, { text, onUndone });
  return ended;
}
