/** Lines that stay open only while something holds, which is looked at again and again for all of them. */
export interface EndingLines {
  /** @returns stop looking: the line has ended by itself */
  watch(holds: () => Promise<boolean>, end: () => void): () => void;
}

/** What has ended is found out this soon, in every process: twice within the second in which a line has to end. */
const LOOK_EVERY_MS = 400;

/** Looks while there is anything to look at, one round at a time. What cannot be looked at now is looked at next time. */
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
