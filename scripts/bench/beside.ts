import type { Result } from './result.ts';

/** Nothing may be slower or heavier by more than a twentieth. */
const WORSE = 0.05;

/** By what is measured, and of the same words which of them. */
function byLine(results: readonly Result[]): ReadonlyMap<string, Result> {
  const seen = new Map<string, number>();
  return new Map(
    results.map((result) => {
      const number = (seen.get(result.what) ?? 0) + 1;
      seen.set(result.what, number);
      return [`${result.what} ${number}`, result];
    }),
  );
}

/** This checkout and another one in turns, forth and back: what both have measured, each as a ratio to the other. */
export async function besideOther(
  here: () => Promise<Result[]>,
  there: () => Promise<Result[]>,
): Promise<readonly Result[]> {
  const [ours, others] = [byLine(await here()), byLine(await there())];
  const [othersAgain, oursAgain] = [byLine(await there()), byLine(await here())];
  return [...ours].flatMap(([line, result]): Result[] => {
    const [other, again, otherAgain] = [others.get(line), oursAgain.get(line), othersAgain.get(line)];
    if (!other || !again || !otherAgain) return [];
    return [
      {
        ...result,
        ours: [...result.ours, ...again.ours],
        plain: { name: 'the other checkout', values: [...other.ours, ...otherAgain.ours] },
        wanted: result.unit === '/s' ? { atLeast: 1 - WORSE } : { atMost: 1 + WORSE },
      },
    ];
  });
}
