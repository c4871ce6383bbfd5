import {
  ANY,
  type AppendResult,
  type AppendToStreamOptions,
  type Credentials,
  EventStoreDBClient,
  type JSONEventData,
  type ResolvedEvent,
} from '@eventstore/db-client';
import { ReadStream } from '@eventstore/db-client/dist/streams/utils/ReadStream.js';
import { convertGrpcEvent } from '@eventstore/db-client/dist/utils/convertGrpcEvent.js';
import streamsService from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import { Channel, credentials as channelCredentials } from '@grpc/grpc-js';
import { isIP } from 'node:net';
import { checkServerIdentity } from 'node:tls';
import { atMost } from '#runtime/waiting.ts';

type Settings = ConstructorParameters<typeof EventStoreDBClient>[0];
type Security = NonNullable<ConstructorParameters<typeof EventStoreDBClient>[1]>;

const CLOSE_TIMEOUT_MS = 500;
/** What the client allows itself: an event that came in by other ways may be that large. */
const MAX_MESSAGE_BYTES = 17 * 1_024 * 1_024;
const KEEP_ALIVE_MS = 10_000;
/** Announced to a node that has no name but its IP address. It takes no part in checking who answers. */
const NAME_OF_THE_NAMELESS = 'eventstoredb';

/** With every call: the leader alone has everything that has been acknowledged. */
export const BY_LEADER = { requiresLeader: true };

/**
 * The client, with what it lacks: appends that go by themselves, an end of its connection, filtered reads, and nodes named
 * by an IP address.
 */
export class LogClient extends EventStoreDBClient {
  readonly #credentials: Credentials;

  constructor(settings: Settings, security: Security, credentials: Credentials) {
    super(settings, security, credentials);
    this.#credentials = credentials;
    if (!security.insecure) this.#nameNodesWithoutName(settings, security);
  }

  /**
   * Tells once when the connection there is now is lost. By itself the client connects again without a word, and who
   * answers then may be somebody else.
   */
  async onLost(tell: () => void): Promise<void> {
    const channel = await this.getChannel();
    const state = channel.getConnectivityState(false);
    channel.watchConnectivityState(state, Infinity, tell);
  }

  /** Credentials of its own make an append go by itself: the client would else send it through the batch that all share. */
  append(
    stream: string,
    events: JSONEventData[],
    options: Pick<AppendToStreamOptions, 'expectedRevision' | 'deadline'>,
  ): Promise<AppendResult> {
    return this.appendToStream(stream, events, { ...options, ...BY_LEADER, credentials: this.#credentials });
  }

  /** Closes a stream for good, whatever its revision is: nothing is to be left of it. */
  async bury(stream: string): Promise<void> {
    await this.tombstoneStream(stream, { expectedRevision: ANY, ...BY_LEADER });
  }

  /** A read that the client's own methods have no words for. */
  readBy(request: ReadReq): ReadStream<ResolvedEvent> {
    const open = this.GRPCStreamCreator(streamsService.StreamsClient, 'read', (client) =>
      client.read(request, ...this.callArguments(BY_LEADER, { deadline: Infinity })),
    );
    return new ReadStream(open, convertGrpcEvent, {});
  }

  /** Ends calls under way and the connection. */
  async end(): Promise<void> {
    const disposed = this.dispose().catch(() => undefined);
    await atMost(CLOSE_TIMEOUT_MS, disposed);
    (await this.getChannel()).close();
  }

  /**
   * The client announces the host of an address as the server's name, which TLS forbids for an IP address: Node warns of
   * it (DEP0123), and is to refuse it. Such a node gets a name to be greeted by; its certificate is checked for the IP
   * address all the same. The client has no setting for that, so the method that connects is replaced.
   */
  #nameNodesWithoutName(settings: Settings, { rootCertificate, userKeyFile, userCertFile }: Security): void {
    const itself = this as unknown as { createChannel: () => Promise<Channel> };
    const connectByName = itself.createChannel;
    itself.createChannel = async () => {
      const uri = await this.resolveUri();
      const host = uri.slice(0, uri.lastIndexOf(':'));
      if (isIP(host) === 0) return connectByName();
      const secure = channelCredentials.createSsl(rootCertificate ?? null, userKeyFile ?? null, userCertFile ?? null, {
        checkServerIdentity: (_name, certificate) => checkServerIdentity(host, certificate),
      });
      return new Channel(uri, secure, {
        'grpc.ssl_target_name_override': NAME_OF_THE_NAMELESS,
        'grpc.keepalive_time_ms': settings.keepAliveInterval ?? KEEP_ALIVE_MS,
        'grpc.keepalive_timeout_ms': settings.keepAliveTimeout ?? KEEP_ALIVE_MS,
        'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
      });
    };
  }
}
