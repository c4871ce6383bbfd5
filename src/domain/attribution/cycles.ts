import type { Business, Preparation } from '../business/state.ts';

/**
 * Finds preparations that form a cycle once the recipes of both states are combined: A uses B before, B uses A after.
 * Such a change cannot be applied in part, because a recipe would need itself.
 * @returns by id of each preparation in a cycle, the first id of the cycle
 */
export function cyclesOf(before: Business, after: Business): ReadonlyMap<string, string> {
  const usedPreparations = (id: string): readonly string[] =>
    [before, after]
      .flatMap(({ preparations }) => preparations.get(id)?.lines ?? [])
      .map(({ ingredientId }) => ingredientId)
      .filter(isPreparation);
  function isPreparation(id: string): boolean {
    return before.preparations.has(id) || after.preparations.has(id);
  }
  const hasNewLines = ({ id, lines }: Preparation): boolean => before.preparations.get(id)?.lines !== lines;
  // Neither state alone has a cycle.
  if (![...after.preparations.values()].some(hasNewLines)) return new Map();
  const all = new Set([...before.preparations.keys(), ...after.preparations.keys()]);
  return new Map(
    stronglyConnected(all, usedPreparations)
      .filter((group) => group.length > 1)
      .flatMap((group) => {
        const first = group.toSorted()[0] ?? '';
        return group.map((id) => [id, first] as const);
      }),
  );
}

/** Tarjan's strongly connected components: within one, every node is reachable from every other. */
function stronglyConnected(
  all: Iterable<string>,
  successorsOf: (id: string) => readonly string[],
): readonly string[][] {
  const groups: string[][] = [];
  const order = new Map<string, number>();
  const stack: string[] = [];
  const isOpen = new Set<string>();
  const visit = (id: string): number => {
    const index = order.size;
    order.set(id, index);
    stack.push(id);
    isOpen.add(id);
    let lowest = index;
    for (const other of successorsOf(id)) {
      if (!order.has(other)) lowest = Math.min(lowest, visit(other));
      else if (isOpen.has(other)) lowest = Math.min(lowest, order.get(other) ?? lowest);
    }
    if (lowest === index) {
      const group = stack.splice(stack.indexOf(id));
      for (const each of group) isOpen.delete(each);
      groups.push(group);
    }
    return lowest;
  };
  for (const id of all) if (!order.has(id)) visit(id);
  return groups;
}
