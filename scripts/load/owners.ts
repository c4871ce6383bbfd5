import { makeOwners } from '../bench/businesses.ts';
import { populate } from '../bench/databases.ts';
import { logProgress } from '../bench/measuring.ts';

/** An owner with a business, as far as the load needs it. */
export interface LoadOwner {
  readonly cookie: string;
  readonly ingredientIds: readonly string[];
  /** True if a change of this owner is under way: with another one it would be unclear which one must be visible. */
  isChanging: boolean;
}

/** Number of owners whose events are made and written before the next ones are made, so that they fit in memory. */
const OWNERS_PER_BATCH = 500;

export async function writeOwners(url: string, size: { businesses: number; eventsEach: number }): Promise<LoadOwner[]> {
  const owners: LoadOwner[] = [];
  for (let first = 0; first < size.businesses; first += OWNERS_PER_BATCH) {
    const batch = makeOwners(Math.min(OWNERS_PER_BATCH, size.businesses - first), size.eventsEach, first);
    for (const { cookie, events } of await populate(url, batch))
      owners.push({
        cookie,
        ingredientIds: events.flatMap((event) => (event.type === 'IngredientAdded' ? [event.data.id] : [])),
        isChanging: false,
      });
    logProgress(`${owners.length} of ${size.businesses} businesses written`);
  }
  return owners;
}
