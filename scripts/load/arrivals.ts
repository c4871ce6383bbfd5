/** Instants in milliseconds, as many a second on average, as people come who know nothing of each other (Poisson). */
export function* arrivals(perSecond: number, milliseconds: number, random: () => number): Generator<number> {
  for (let at = 0; ;) {
    at += (-Math.log(1 - random()) * 1_000) / perSecond;
    if (at >= milliseconds) return;
    yield at;
  }
}
