import shared from '@eventstore/db-client/generated/shared_pb.js';
import messages from '@eventstore/db-client/generated/streams_pb.js';
import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import { type FoundEvent, metaIn } from './stored-meta.ts';

export interface FilteredRead {
  /** Only events of streams that begin with one of them. */
  readonly prefixes: readonly string[];
  /** Forwards the event at that place comes too, backwards it does not. undefined: from the start. */
  readonly from: bigint | undefined;
  readonly isBackwards: boolean;
  /** At most. */
  readonly count: number;
}

/** How many events of others the server looks through at a time. */
const SEARCH_WINDOW = 4_096;
const JSON_TYPE = 'application/json';

/**
 * A read of the whole log that leaves out what others have written, which the server can and the client's own `readAll`
 * does not ask for: past twenty thousand of their events is one call, where paging through them is forty.
 */
export function filteredRead({ prefixes, from, isBackwards, count }: FilteredRead): ReadReq {
  const { Options } = messages.ReadReq;
  const all = new Options.AllOptions();
  if (from === undefined) all.setStart(new shared.Empty());
  else all.setPosition(new Options.Position().setCommitPosition(String(from)).setPreparePosition(String(from)));
  const expression = new Options.FilterOptions.Expression().setPrefixList([...prefixes]);
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

/** The event in an answer; undefined: it tells of something else. */
export function foundInAnswer(answer: ReadResp): FoundEvent | undefined {
  const read = answer.getEvent();
  const event = read?.getEvent();
  if (!event) return undefined;
  const about = event.getMetadataMap();
  const data = event.getData_asU8();
  const meta = event.getCustomMetadata_asU8();
  return {
    stream: textOf(event.getStreamIdentifier()?.getStreamName_asU8()),
    revision: BigInt(event.getStreamRevision()),
    id: event.getId()?.getString() ?? '',
    type: about.get('type') ?? '',
    ...metaIn(meta.length > 0 ? jsonIn(meta) : undefined),
    data: about.get('content-type') === JSON_TYPE ? jsonIn(data) : data,
    commit: BigInt(read?.hasCommitPosition() ? read.getCommitPosition() : event.getCommitPosition()),
  };
}

const textOf = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString('utf8');

/** What is no JSON is nothing of ours, and comes as text, as from the client itself. */
function jsonIn(bytes: Uint8Array): unknown {
  const text = textOf(bytes);
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
