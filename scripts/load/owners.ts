import { type OwnerCount, ownerBatches } from '../bench/businesses.ts';
import { createSignedInOwners } from '../bench/databases.ts';
import { logProgress } from '../bench/measurement.ts';

/**
 * What the workload needs to know of an owner. Events are left out, because those of all owners would fill the memory.
 */
export interface LoadOwner {
  readonly cookie: string;
  readonly ingredientIds: readonly string[];
  /**
   * Tells whether a change of this owner is in progress: a second one would make it unclear which one must be visible.
   */
  isChanging: boolean;
}

/** Writes the events of all owners to the log and signs the owners in. */
export async function createLoadOwners(url: string, count: OwnerCount): Promise<LoadOwner[]> {
  const owners: LoadOwner[] = [];
  for (const batch of ownerBatches(count)) {
    for (const { cookie, events } of await createSignedInOwners(url, batch))
      owners.push({
        cookie,
        ingredientIds: events.flatMap((event) => (event.type === 'IngredientAdded' ? [event.data.id] : [])),
        isChanging: false,
      });
    logProgress(`${owners.length} of ${count.businesses} businesses written`);
  }
  return owners;
}
