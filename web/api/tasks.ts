/** Longer than that, and a slow phone is late with what somebody does meanwhile. */
const MAX_SLICE_MS = 8;

/** Resolves in a task of its own: the page has drawn, and has answered whoever touched it. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

/** For work in small steps: to be awaited between two of them, it gives the page its turn every few milliseconds. */
export function createSlices(now = () => performance.now()): () => Promise<void> {
  let begun = now();
  return async () => {
    if (now() - begun < MAX_SLICE_MS) return;
    await nextTask();
    begun = now();
  };
}
