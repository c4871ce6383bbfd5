/**
 * Measures all contenders in turn, many rounds: what the machine does meanwhile hits all of them alike. Every other round
 * goes backwards, so that nobody always follows the same neighbour. A first round warms up and does not count.
 * @returns by name, a value for each round
 */
export async function inRounds<Name extends string, Value = number>(
  rounds: number,
  contenders: Readonly<Record<Name, () => Promise<Value>>>,
): Promise<Readonly<Record<Name, readonly Value[]>>> {
  const names = Object.keys(contenders) as Name[];
  const results = Object.fromEntries(names.map((name) => [name, [] as Value[]])) as Record<Name, Value[]>;
  for (let round = 0; round <= rounds; round += 1)
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const value = await contenders[name]();
      if (round > 0) results[name].push(value);
    }
  return results;
}
