import type { Business, Preparation } from '../business/state.ts';

/**
 * Preparations that use each other in a circle once the recipes of both states are laid over each other: A uses B before,
 * B uses A after. Half of such a change cannot be: it would have a recipe that needs itself.
 * @returns by id of each preparation that stands in such a circle, the first id of all that do
 */
export function circlesOf(before: Business, after: Business): ReadonlyMap<string, string> {
  const used = (id: string): readonly string[] =>
    [before, after]
      .flatMap(({ preparations }) => preparations.get(id)?.lines ?? [])
      .map(({ ingredientId }) => ingredientId)
      .filter(isPreparation);
  function isPreparation(id: string): boolean {
    return before.preparations.has(id) || after.preparations.has(id);
  }
  const hasNewLines = ({ id, lines }: Preparation): boolean => before.preparations.get(id)?.lines !== lines;
  // Each state by itself has no circle.
  if (![...after.preparations.values()].some(hasNewLines)) return new Map();
  const all = new Set([...before.preparations.keys(), ...after.preparations.keys()]);
  return new Map(
    stronglyConnected(all, used)
      .filter((group) => group.length > 1)
      .flatMap((group) => {
        const first = group.toSorted()[0] ?? '';
        return group.map((id) => [id, first] as const);
      }),
  );
}

/** Tarjan's groups: each can be reached from every other of its group. */
function stronglyConnected(all: Iterable<string>, next: (id: string) => readonly string[]): readonly string[][] {
  const groups: string[][] = [];
  const order = new Map<string, number>();
  const open: string[] = [];
  const isOpen = new Set<string>();
  const visit = (id: string): number => {
    const place = order.size;
    order.set(id, place);
    open.push(id);
    isOpen.add(id);
    let low = place;
    for (const other of next(id)) {
      if (!order.has(other)) low = Math.min(low, visit(other));
      else if (isOpen.has(other)) low = Math.min(low, order.get(other) ?? low);
    }
    if (low === place) {
      const group = open.splice(open.indexOf(id));
      for (const each of group) isOpen.delete(each);
      groups.push(group);
    }
    return low;
  };
  for (const id of all) if (!order.has(id)) visit(id);
  return groups;
}
