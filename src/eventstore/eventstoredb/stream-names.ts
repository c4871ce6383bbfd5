import { type EventLog, isAtOrAfter } from '../port.ts';

const PAGE = 1_000;

/**
 * Names of streams. The server has no list of them without its own projections, which need not be enabled, so all of our
 * events are followed once, and the first one of each stream gives its name: nothing has to be remembered. The whole log
 * goes over the wire for it, at the pace at which the names are taken.
 * @throws LogUnavailable
 */
export async function* streamNames(
  { head, subscribe }: Pick<EventLog, 'head' | 'subscribe'>,
  prefixes: readonly string[],
): AsyncGenerator<readonly string[]> {
  const end = await head();
  if (end === null) return;
  const { signal } = new AbortController();
  for await (const { events, last, caughtUp } of subscribe(null, { batchSize: PAGE, signal })) {
    const names = events.flatMap(({ stream, revision }) =>
      revision === 0n && prefixes.some((prefix) => stream.startsWith(prefix)) ? [stream] : [],
    );
    if (names.length > 0) yield names;
    // What stood at the end may have been erased and cleared away: then that all has come is told.
    if (caughtUp || isAtOrAfter(last, end)) return;
  }
}
