import { businessStream } from '#domain/streams.ts';
import type { EventLog, EventText } from '#eventstore/port.ts';
import { type BusinessHistory, businessHistory, emptyHistory } from './business-history.ts';

/** The histories of businesses, read from the log. */
export interface Histories {
  /**
   * All events of a business up to now; an empty history when the account no longer owns it.
   * @throws LogUnavailable · UnreadableEvent
   */
  of(business: { readonly id: string; readonly ownerId: string }): Promise<BusinessHistory>;
  /** Drops a business from the cache while it is being erased. */
  forget(id: string): void;
}

interface Options {
  readonly log: Pick<EventLog, 'readTexts'>;
  /**
   * The maximum number of characters of events cached over all businesses. An owner who looks back sends several reads
   * of the same history. A month of sales is as long as two hundred prices.
   */
  readonly cachedCharacters?: number;
}

export function createHistories({ log, cachedCharacters = 50_000_000 }: Options): Histories {
  const cache = new Map<string, BusinessHistory>();
  /** The number of characters in all cached histories. */
  let characters = 0;
  const reads = new Map<string, { readonly running: Promise<BusinessHistory>; next?: Promise<BusinessHistory> }>();

  async function read(id: string): Promise<BusinessHistory> {
    const before = cache.get(id) ?? emptyHistory;
    const last = before.events.at(-1)?.revision ?? -1;
    const texts: EventText[] = [];
    // The read starts at the last known event, which is missing when the business has been erased meanwhile.
    const from = BigInt(Math.max(last, 0));
    for await (const page of log.readTexts(businessStream(id), from)) for (const text of page) texts.push(text);
    const history = texts.length === 0 ? emptyHistory : businessHistory(texts, before);
    keep(id, history);
    return history;
  }

  function keep(id: string, history: BusinessHistory): void {
    forget(id);
    cache.set(id, history);
    characters += history.length;
    for (const oldest of cache.keys()) {
      if (characters <= cachedCharacters || cache.size === 1) return;
      forget(oldest);
    }
  }

  function forget(id: string): void {
    characters -= cache.get(id)?.length ?? 0;
    cache.delete(id);
  }

  /**
   * Concurrent calls share one read: a dashboard as of a past day is seven calls. A call that arrives while a read is
   * running waits for the next one, because the running one may have started before the caller's own last change.
   */
  function latest(id: string): Promise<BusinessHistory> {
    const now = reads.get(id);
    if (!now) return begin(id);
    now.next ??= now.running.then(
      () => begin(id),
      () => begin(id),
    );
    return now.next;
  }

  function begin(id: string): Promise<BusinessHistory> {
    const running = read(id);
    const entry = { running };
    reads.set(id, entry);
    const leave = () => {
      if (reads.get(id) === entry) reads.delete(id);
    };
    running.then(leave, leave);
    return running;
  }

  return {
    async of({ id, ownerId }) {
      const history = await latest(id);
      if (history.ownerId === ownerId) return history;
      forget(id);
      return emptyHistory;
    },
    forget,
  };
}
