import { businessStream } from '#domain/streams.ts';
import type { EventLog, EventText } from '#eventstore/port.ts';
import { nothingPast, type Past, pastOf } from './past.ts';

/** The pasts of businesses, read from the log. */
export interface Pasts {
  /**
   * Everything that has happened in a business up to now; nothing when it is not this account's any more.
   * @throws LogUnavailable · UnreadableEvent
   */
  of(business: { readonly id: string; readonly ownerId: string }): Promise<Past>;
  /** Keeps nothing of a business: it is being erased. */
  forget(id: string): void;
}

interface Options {
  readonly log: Pick<EventLog, 'readTexts'>;
  /** Events kept in memory over all businesses: whoever looks back asks for several things about the same past. */
  readonly remembered?: number;
}

export function createPasts({ log, remembered = 100_000 }: Options): Pasts {
  const known = new Map<string, Past>();
  /** In all that is known. */
  let events = 0;
  const reads = new Map<string, { readonly running: Promise<Past>; next?: Promise<Past> }>();

  async function read(id: string): Promise<Past> {
    const before = known.get(id) ?? nothingPast;
    const last = before.events.at(-1)?.number ?? -1;
    const texts: EventText[] = [];
    // With the last one that is known: it is gone when the business has been erased meanwhile.
    const from = BigInt(Math.max(last, 0));
    for await (const page of log.readTexts(businessStream(id), from)) for (const text of page) texts.push(text);
    const past = texts.length === 0 ? nothingPast : pastOf(texts, before);
    remember(id, past);
    return past;
  }

  function remember(id: string, past: Past): void {
    forget(id);
    known.set(id, past);
    events += past.events.length;
    for (const oldest of known.keys()) {
      if (events <= remembered) return;
      forget(oldest);
    }
  }

  function forget(id: string): void {
    events -= known.get(id)?.events.length ?? 0;
    known.delete(id);
  }

  /**
   * Asked for together, read once: a dashboard as of some day is seven calls. Whoever comes while a read is running waits
   * for the next one: that which runs may have begun before their own last change.
   */
  function latest(id: string): Promise<Past> {
    const now = reads.get(id);
    if (!now) return begin(id);
    now.next ??= now.running.then(
      () => begin(id),
      () => begin(id),
    );
    return now.next;
  }

  function begin(id: string): Promise<Past> {
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
      const past = await latest(id);
      if (past.ownerId === ownerId) return past;
      forget(id);
      return nothingPast;
    },
    forget,
  };
}
