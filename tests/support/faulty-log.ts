import { type AppendResult, type EventLog, LogUnavailable } from '#eventstore/port.ts';

/** One append in progress: `commit` passes it to the real log. */
type Append = (commit: () => Promise<AppendResult>) => Promise<AppendResult>;

/** A log whose next appends (and reads) fail in these ways, one each; after that it works. */
export function faultyLog(
  log: EventLog,
  { appends = [], reads = 0 }: { readonly appends?: readonly Append[]; readonly reads?: number },
): EventLog & { readonly attempts: () => number } {
  const faults = [...appends];
  let unreadable = reads;
  let tried = 0;
  return {
    ...log,
    attempts: () => tried,
    async *read(stream, fromRevision) {
      if (unreadable > 0) {
        unreadable -= 1;
        throw new LogUnavailable('not_appended', new Error('down'));
      }
      yield* log.read(stream, fromRevision);
    },
    append(stream, expected, events) {
      tried += 1;
      const commit = () => log.append(stream, expected, events);
      return (faults.shift() ?? ((go) => go()))(commit);
    },
  };
}

/** The events are committed, but the answer is lost. */
export const lostReply: Append = async (commit) => {
  await commit();
  throw new LogUnavailable('unknown', new Error('connection reset'));
};

export const notReached: Append = async () => {
  throw new LogUnavailable('not_appended', new Error('connection refused'));
};

/** The events are not committed, and the caller does not learn it. */
export const lostRequest: Append = async () => {
  throw new LogUnavailable('unknown', new Error('connection reset'));
};

/** Runs another action first. */
export const appendAfter =
  (meanwhile: () => Promise<unknown>, then: Append = (commit) => commit()): Append =>
  async (commit) => {
    await meanwhile();
    return then(commit);
  };
