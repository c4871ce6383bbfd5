export interface Stoppable {
  /** Ends what has been started, the last first. */
  stop(): Promise<void>;
}

/** Notes how something that has just been started is ended. */
export type OnStop = (end: () => unknown) => void;

/**
 * Starts things one after the other and ends them in the opposite order: all of them when asked to, and those that were
 * there already when one cannot be started. One that fails to end keeps none of the others: what holds a database or a
 * port comes last.
 * @throws what could not be started; `stop`: what failed first to end, once the others have ended
 */
export async function startInOrder<Parts extends object | void>(
  start: (onStop: OnStop) => Promise<Parts>,
): Promise<Parts & Stoppable> {
  const ends: (() => unknown)[] = [];
  async function stop(): Promise<void> {
    const failures: unknown[] = [];
    for (const end of ends.splice(0).toReversed())
      try {
        await end();
      } catch (error) {
        failures.push(error);
      }
    if (failures.length > 0) throw failures[0];
  }
  try {
    const parts = await start((end) => void ends.push(end));
    return Object.assign({}, parts, { stop });
  } catch (error) {
    await stop().catch(() => undefined); // why it did not start says more
    throw error;
  }
}
