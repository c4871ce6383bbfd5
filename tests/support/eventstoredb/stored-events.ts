/**
 * The events of the stand-in, in streams and in one global order, with the rules of the real server for expected
 * revisions, repeats and tombstones. Nothing here knows the wire.
 */
export interface StoredEvent {
  readonly id: string;
  readonly type: string;
  readonly contentType: string;
  readonly stream: string;
  /** 2^63 − 1 for a tombstone. */
  readonly revision: bigint;
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
  /** 100 ns ticks since 1970. */
  readonly created: bigint;
  /** A byte offset, different for each event. */
  readonly commit: bigint;
  /** The byte offset of the first event of the same append, not of this event. */
  readonly prepare: bigint;
}

export type ProposedEvent = Pick<StoredEvent, 'id' | 'type' | 'contentType' | 'data' | 'metadata'>;
export type Expected = 'any' | 'no_stream' | 'stream_exists' | bigint;

export type AppendAnswer =
  | { readonly kind: 'done'; readonly revision: bigint; readonly commit: bigint; readonly prepare: bigint }
  | { readonly kind: 'wrong_version'; readonly current: bigint | 'no_stream' }
  | { readonly kind: 'deleted' };

export interface StoredEvents {
  readonly all: readonly StoredEvent[];
  /** The events of a stream; undefined if it does not exist. */
  stream(name: string): readonly StoredEvent[] | undefined;
  isDeleted(name: string): boolean;
  append(stream: string, expected: Expected, events: readonly ProposedEvent[]): AppendAnswer;
  /** The answer to an append that writes nothing (a repeat or a refusal); undefined if it would be written. */
  answerAtOnce(stream: string, expected: Expected, events: readonly ProposedEvent[]): AppendAnswer | undefined;
  tombstone(stream: string, expected: Expected): AppendAnswer;
  /** Removes the remains of deleted streams, like a scavenge on every node. */
  scavenge(): void;
  /** An independent copy, like a restored backup. */
  copy(): StoredEvents;
  /** Calls `tell` after every change; the result ends that. */
  watch(tell: () => void): () => void;
}

const TOMBSTONE_REVISION = 2n ** 63n - 1n;
const RECORD_BYTES = 104;
const EMPTY = new Uint8Array();

interface Contents {
  readonly all: readonly StoredEvent[];
  readonly streams: ReadonlyMap<string, readonly StoredEvent[]>;
  readonly deleted: ReadonlySet<string>;
  readonly nextCommit: bigint;
}

const NOTHING: Contents = { all: [], streams: new Map(), deleted: new Set(), nextCommit: 0n };

export function createStoredEvents(from = NOTHING): StoredEvents {
  let all = [...from.all];
  const streams = new Map(Array.from(from.streams, ([name, events]) => [name, [...events]]));
  const deleted = new Set(from.deleted);
  const watchers = new Set<() => void>();
  let { nextCommit } = from;

  const eventsOf = (stream: string): readonly StoredEvent[] => streams.get(stream) ?? [];
  const currentOf = (stream: string): bigint => BigInt(eventsOf(stream).length) - 1n;
  const named = (current: bigint): bigint | 'no_stream' => (current < 0n ? 'no_stream' : current);

  function keep(stream: string, written: readonly StoredEvent[]): void {
    const own = streams.get(stream) ?? [];
    own.push(...written);
    streams.set(stream, own);
  }

  function write(stream: string, revision: bigint, events: readonly ProposedEvent[]): StoredEvent {
    const prepare = nextCommit;
    const written = events.map((event, i): StoredEvent => {
      const commit = nextCommit;
      nextCommit += BigInt(RECORD_BYTES + event.data.length + event.metadata.length);
      const created = BigInt(Date.now()) * 10_000n;
      return { ...event, stream, revision: revision + BigInt(i), created, commit, prepare };
    });
    all.push(...written);
    if (revision !== TOMBSTONE_REVISION) keep(stream, written);
    for (const tell of watchers) tell();
    return written.at(-1) as StoredEvent;
  }

  const doneAt = ({ revision, commit, prepare }: StoredEvent): AppendAnswer => ({
    kind: 'done',
    revision,
    commit,
    prepare,
  });

  /** Returns the last of the events after `expected`, if they are the same as these. */
  function repeated(stream: string, expected: bigint, events: readonly ProposedEvent[]): StoredEvent | undefined {
    const first = Number(expected) + 1;
    const there = eventsOf(stream).slice(first, first + events.length);
    const isSame = there.length === events.length && there.every(({ id }, i) => id === events[i]?.id);
    return isSame ? there.at(-1) : undefined;
  }

  function wrongVersion(stream: string, expected: Expected): AppendAnswer | undefined {
    const current = currentOf(stream);
    const isRight =
      expected === 'any' ||
      (expected === 'stream_exists' ? current >= 0n : current === (expected === 'no_stream' ? -1n : expected));
    return isRight ? undefined : { kind: 'wrong_version', current: named(current) };
  }

  function answerAtOnce(
    stream: string,
    expected: Expected,
    events: readonly ProposedEvent[],
  ): AppendAnswer | undefined {
    if (deleted.has(stream)) return { kind: 'deleted' };
    if (typeof expected === 'bigint' || expected === 'no_stream') {
      const before = repeated(stream, expected === 'no_stream' ? -1n : expected, events);
      if (before) return doneAt(before);
    }
    return wrongVersion(stream, expected);
  }

  return {
    get all() {
      return all;
    },
    stream: (name) => streams.get(name),
    isDeleted: (name) => deleted.has(name),
    append: (stream, expected, events) =>
      answerAtOnce(stream, expected, events) ?? doneAt(write(stream, currentOf(stream) + 1n, events)),
    answerAtOnce,
    tombstone(stream, expected) {
      if (deleted.has(stream)) return { kind: 'deleted' };
      const refused = wrongVersion(stream, expected);
      if (refused) return refused;
      deleted.add(stream);
      const event = { id: crypto.randomUUID(), type: '$streamDeleted', contentType: 'application/octet-stream' };
      return doneAt(write(stream, TOMBSTONE_REVISION, [{ ...event, data: EMPTY, metadata: EMPTY }]));
    },
    scavenge() {
      all = all.filter(({ stream, revision }) => !deleted.has(stream) || revision === TOMBSTONE_REVISION);
    },
    copy: () => createStoredEvents({ all, streams, deleted, nextCommit }),
    watch(tell) {
      watchers.add(tell);
      return () => watchers.delete(tell);
    },
  };
}
