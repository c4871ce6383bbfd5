import shared from '@eventstore/db-client/generated/shared_pb.js';
import messages from '@eventstore/db-client/generated/streams_pb.js';
import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import { STREAM_PREFIXES } from '#domain/streams.ts';

export interface FilteredRead {
  /**
   * The commit position at which the read starts; forwards includes the event there, backwards does not. Undefined for
   * the start of the log.
   */
  readonly from: bigint | undefined;
  readonly isBackwards: boolean;
  /** The maximum number of events. */
  readonly count: number;
}

/** The number of other programs' events that the server skips per step. */
const SEARCH_WINDOW = 4_096;

/**
 * Builds a read of the whole log without events of other programs, which the server supports but the client's own
 * `readAll` does not: skipping twenty thousand of them is one call instead of forty.
 */
export function filteredRead({ from, isBackwards, count }: FilteredRead): ReadReq {
  const { Options } = messages.ReadReq;
  const all = new Options.AllOptions();
  if (from === undefined) all.setStart(new shared.Empty());
  else all.setPosition(new Options.Position().setCommitPosition(String(from)).setPreparePosition(String(from)));
  const expression = new Options.FilterOptions.Expression().setPrefixList([...STREAM_PREFIXES]);
  const filter = new Options.FilterOptions()
    .setStreamIdentifier(expression)
    .setMax(SEARCH_WINDOW)
    .setCheckpointintervalmultiplier(1);
  const options = new Options()
    .setAll(all)
    .setCount(String(count))
    .setFilter(filter)
    .setResolveLinks(false)
    .setReadDirection(isBackwards ? Options.ReadDirection.BACKWARDS : Options.ReadDirection.FORWARDS)
    .setUuidOption(new Options.UUIDOption().setString(new shared.Empty()));
  return new messages.ReadReq().setOptions(options);
}
