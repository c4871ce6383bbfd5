/** Ends streams of server-sent events whose condition does not hold any more: it is checked at an interval for all of them. */
export interface SseWatch {
  /** Ends the stream once `mayContinue` gives false. @returns a function that stops the checks */
  watch(mayContinue: () => Promise<boolean>, endStream: () => void): () => void;
}

/**
 * The interval of the checks in every process, in milliseconds: twice within the second in which a stream has to end.
 */
const CHECK_EVERY_MS = 400;

/**
 * Checks while there are open streams, one round at a time. A condition that cannot be checked now is checked in the
 * next round.
 */
export function createSseWatch(everyMs: number = CHECK_EVERY_MS): SseWatch {
  const streams = new Set<{ readonly holds: () => Promise<boolean>; readonly end: () => void }>();
  let timer: NodeJS.Timeout | undefined;
  let isChecking = false;

  async function checkAll(): Promise<void> {
    if (isChecking) return;
    isChecking = true;
    await Promise.all(
      [...streams].map(async (stream) => {
        const mayStay = await stream.holds().catch(() => true);
        if (!mayStay && streams.delete(stream)) stream.end();
      }),
    );
    isChecking = false;
  }

  return {
    watch(holds, end) {
      const stream = { holds, end };
      streams.add(stream);
      timer ??= setInterval(() => void checkAll(), everyMs);
      return () => {
        streams.delete(stream);
        if (streams.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
  };
}
