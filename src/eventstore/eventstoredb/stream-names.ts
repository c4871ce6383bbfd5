import { type EventLog, isAtOrAfter } from '../port.ts';

const PAGE_SIZE = 1_000;

/**
 * Lists names of streams. The server has no list of them without its own projections, which may be disabled, so all of
 * our events are read, and the first one of each stream gives its name: nothing has to be remembered. The whole log is
 * transferred for it, at the pace of the consumer.
 * @throws LogUnavailable
 */
export async function* listStreamNames(
  { head, subscribe }: Pick<EventLog, 'head' | 'subscribe'>,
  prefixes: readonly string[],
): AsyncGenerator<readonly string[]> {
  const end = await head();
  if (end === null) return;
  const { signal } = new AbortController();
  for await (const { events, last, isCaughtUp } of subscribe(null, { batchSize: PAGE_SIZE, signal })) {
    const names = events.flatMap(({ stream, revision }) =>
      revision === 0n && prefixes.some((prefix) => stream.startsWith(prefix)) ? [stream] : [],
    );
    if (names.length > 0) yield names;
    // The event at the end may have been erased and removed: then the subscription reports that it has caught up.
    if (isCaughtUp || isAtOrAfter(last, end)) return;
  }
}
