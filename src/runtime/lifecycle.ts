export interface Stoppable {
  /** Ends all started parts, the last one first. */
  stop(): Promise<void>;
}

/** Registers the end of a part that has just been started. */
export type OnStop = (end: () => unknown) => void;

/**
 * Starts parts one after the other and ends them in the opposite order: all of them on `stop`, and the started ones
 * when one cannot be started. A part that fails to end does not keep the others from ending, because those that hold a
 * database or a port come last.
 * @throws the error of the part that did not start; `stop` throws the first error, once the others have ended
 */
export async function startInOrder<Parts extends object | void>(
  start: (onStop: OnStop) => Promise<Parts>,
): Promise<Parts & Stoppable> {
  const stopFunctions: (() => unknown)[] = [];
  async function stop(): Promise<void> {
    const failures: unknown[] = [];
    for (const end of stopFunctions.splice(0).toReversed())
      try {
        await end();
      } catch (error) {
        failures.push(error);
      }
    if (failures.length > 0) throw failures[0];
  }
  try {
    const parts = await start((end) => void stopFunctions.push(end));
    return Object.assign({}, parts, { stop });
  } catch (error) {
    await stop().catch(() => undefined); // The error of the failed start is more informative.
    throw error;
  }
}
