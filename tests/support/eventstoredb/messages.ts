import { createRequire } from 'node:module';
import type { Expected, ProposedEvent, StoredEvent } from './stored-events.ts';

/** The generated messages are CommonJS that no import statement can take apart. */
const require = createRequire(import.meta.url);
const GENERATED = '@eventstore/db-client/generated';

export const shared = require(`${GENERATED}/shared_pb`) as typeof import('@eventstore/db-client/generated/shared_pb');
export const streams = require(
  `${GENERATED}/streams_pb`,
) as typeof import('@eventstore/db-client/generated/streams_pb');
export const gossip = require(`${GENERATED}/gossip_pb`) as typeof import('@eventstore/db-client/generated/gossip_pb');
export const features = require(
  `${GENERATED}/serverfeatures_pb`,
) as typeof import('@eventstore/db-client/generated/serverfeatures_pb');
export const services = {
  ...(require(`${GENERATED}/streams_grpc_pb`) as typeof import('@eventstore/db-client/generated/streams_grpc_pb')),
  ...(require(`${GENERATED}/gossip_grpc_pb`) as typeof import('@eventstore/db-client/generated/gossip_grpc_pb')),
  ...(require(
    `${GENERATED}/serverfeatures_grpc_pb`,
  ) as typeof import('@eventstore/db-client/generated/serverfeatures_grpc_pb')),
};

type AppendReq = InstanceType<typeof streams.AppendReq>;
type AppendOptions = NonNullable<ReturnType<AppendReq['getOptions']>>;
type ReadResp = InstanceType<typeof streams.ReadResp>;
type StreamIdentifier = InstanceType<typeof shared.StreamIdentifier>;

/** Names are sent as bytes. */
export const nameIn = (identifier: StreamIdentifier | undefined): string =>
  Buffer.from(identifier?.getStreamName_asU8() ?? []).toString('utf8');

const identifierOf = (stream: string): StreamIdentifier =>
  new shared.StreamIdentifier().setStreamName(Buffer.from(stream, 'utf8'));

export function expectedIn(
  options: Pick<AppendOptions, 'hasAny' | 'hasNoStream' | 'hasStreamExists' | 'getRevision'>,
): Expected {
  if (options.hasAny()) return 'any';
  if (options.hasNoStream()) return 'no_stream';
  return options.hasStreamExists() ? 'stream_exists' : BigInt(options.getRevision());
}

/** @throws when something is missing that the real server requires */
export function proposedIn(request: AppendReq): ProposedEvent {
  const message = request.getProposedMessage();
  const type = message?.getMetadataMap().get('type');
  const contentType = message?.getMetadataMap().get('content-type');
  if (!message || !type || !contentType) throw new Error('an event needs type and content type');
  return {
    id: message.getId()?.getString() ?? '',
    type,
    contentType,
    data: message.getData_asU8(),
    metadata: message.getCustomMetadata_asU8(),
  };
}

/** The answer to a completed append. 64-bit numbers are text. */
export function successOf(at: { readonly revision: bigint; readonly commit: bigint; readonly prepare: bigint }) {
  const position = new streams.AppendResp.Position()
    .setCommitPosition(String(at.commit))
    .setPreparePosition(String(at.prepare));
  return new streams.AppendResp.Success().setCurrentRevision(String(at.revision)).setPosition(position);
}

export function wrongVersionOf(current: bigint | 'no_stream', expected: Expected) {
  const wrong = new streams.AppendResp.WrongExpectedVersion();
  if (current === 'no_stream') wrong.setCurrentNoStream(new shared.Empty());
  else wrong.setCurrentRevision(String(current));
  if (typeof expected === 'bigint') wrong.setExpectedRevision(String(expected));
  else if (expected === 'no_stream') wrong.setExpectedNoStream(new shared.Empty());
  return wrong;
}

export function eventOf(event: StoredEvent): ReadResp {
  const recorded = new streams.ReadResp.ReadEvent.RecordedEvent()
    .setId(new shared.UUID().setString(event.id))
    .setStreamIdentifier(identifierOf(event.stream))
    .setStreamRevision(String(event.revision))
    .setCommitPosition(String(event.commit))
    .setPreparePosition(String(event.prepare))
    .setCustomMetadata(event.metadata)
    .setData(event.data);
  const metadata = recorded.getMetadataMap();
  metadata.set('type', event.type);
  metadata.set('content-type', event.contentType);
  metadata.set('created', String(event.created));
  const read = new streams.ReadResp.ReadEvent().setEvent(recorded).setCommitPosition(String(event.commit));
  return new streams.ReadResp().setEvent(read);
}

export const confirmationOf = (id: string): ReadResp =>
  new streams.ReadResp().setConfirmation(new streams.ReadResp.SubscriptionConfirmation().setSubscriptionId(id));

export const caughtUp = (): ReadResp => new streams.ReadResp().setCaughtUp(new streams.ReadResp.CaughtUp());

export function checkpointOf({ commit, prepare }: StoredEvent): ReadResp {
  const checkpoint = new streams.ReadResp.Checkpoint()
    .setCommitPosition(String(commit))
    .setPreparePosition(String(prepare));
  return new streams.ReadResp().setCheckpoint(checkpoint);
}

export const notFound = (stream: string): ReadResp =>
  new streams.ReadResp().setStreamNotFound(
    new streams.ReadResp.StreamNotFound().setStreamIdentifier(identifierOf(stream)),
  );
