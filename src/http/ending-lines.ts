/** Streams that stay open only while a condition holds, which is checked again and again for all of them. */
export interface EndingLines {
  /** @returns a function that stops the checks, because the stream has ended by itself */
  watch(holds: () => Promise<boolean>, end: () => void): () => void;
}

/**
 * The interval of the checks in every process, in milliseconds: twice within the second in which a stream has to end.
 */
const LOOK_EVERY_MS = 400;

/**
 * Checks while there are open streams, one round at a time. A condition that cannot be checked now is checked in the
 * next round.
 */
export function createEndingLines(everyMs: number = LOOK_EVERY_MS): EndingLines {
  const watched = new Set<{ readonly holds: () => Promise<boolean>; readonly end: () => void }>();
  let timer: NodeJS.Timeout | undefined;
  let isLooking = false;

  async function look(): Promise<void> {
    if (isLooking) return;
    isLooking = true;
    await Promise.all(
      [...watched].map(async (line) => {
        const stillHolds = await line.holds().catch(() => true);
        if (!stillHolds && watched.delete(line)) line.end();
      }),
    );
    isLooking = false;
  }

  return {
    watch(holds, end) {
      const line = { holds, end };
      watched.add(line);
      timer ??= setInterval(() => void look(), everyMs);
      return () => {
        watched.delete(line);
        if (watched.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
  };
}
