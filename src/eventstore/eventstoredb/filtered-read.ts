import shared from '@eventstore/db-client/generated/shared_pb.js';
import messages from '@eventstore/db-client/generated/streams_pb.js';
import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import { STREAM_PREFIXES } from '#domain/streams.ts';

export interface FilteredRead {
  /** Forwards the event at that place comes too, backwards it does not. undefined: from the start. */
  readonly from: bigint | undefined;
  readonly isBackwards: boolean;
  /** At most. */
  readonly count: number;
}

/** How many events of others the server looks through at a time. */
const SEARCH_WINDOW = 4_096;

/**
 * A read of the whole log that leaves out what others have written, which the server can and the client's own `readAll`
 * does not ask for: past twenty thousand of their events is one call, where paging through them is forty.
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
