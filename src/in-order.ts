export interface Stoppable {
  /** Ends what has been started, the last first. */
  stop(): Promise<void>;
}

/** Notes how something that has just been started is ended. */
export type WhenStopping = (end: () => unknown) => void;

/**
 * Starts things one after the other and ends them in the opposite order: all of them when asked to, and those that were
 * there already when one cannot be started.
 */
export async function startInOrder<Parts extends object | void>(
  start: (whenStopping: WhenStopping) => Promise<Parts>,
): Promise<Parts & Stoppable> {
  const ends: (() => unknown)[] = [];
  const stop = async (): Promise<void> => {
    for (const end of ends.splice(0).toReversed()) await end();
  };
  try {
    const parts = await start((end) => void ends.push(end));
    return Object.assign({}, parts, { stop });
  } catch (error) {
    await stop();
    throw error;
  }
}
