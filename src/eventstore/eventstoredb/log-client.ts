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
import { waitAtMost } from '#runtime/waiting.ts';

type ClientSettings = ConstructorParameters<typeof EventStoreDBClient>[0];
type Security = NonNullable<ConstructorParameters<typeof EventStoreDBClient>[1]>;

const CLOSE_TIMEOUT_MS = 500;
/** The client's own limit: an event that another program wrote may be that large. */
const MAX_MESSAGE_BYTES = 17 * 1_024 * 1_024;
const KEEP_ALIVE_MS = 10_000;
/**
 * The TLS server name for a node that is known by its IP address only. It plays no part in checking the certificate.
 */
const FALLBACK_SERVER_NAME = 'eventstoredb';

/** An option of every call: only the leader has everything that has been acknowledged. */
export const LEADER_ONLY = { requiresLeader: true };

/**
 * The client, extended by appends outside the batch, closing its connection, filtered reads, and nodes with an IP
 * address.
 */
export class LogClient extends EventStoreDBClient {
  readonly #credentials: Credentials;

  constructor(settings: ClientSettings, security: Security, credentials: Credentials) {
    super(settings, security, credentials);
    this.#credentials = credentials;
    if (!security.insecure) this.#nameNodesWithoutName(settings, security);
  }

  /**
   * Calls `notify` once when the current connection is lost. By itself the client reconnects silently, perhaps to
   * another log.
   */
  async onLost(notify: () => void): Promise<void> {
    const channel = await this.getChannel();
    const state = channel.getConnectivityState(false);
    channel.watchConnectivityState(state, Infinity, notify);
  }

  /** Appends outside the batch that the client would otherwise share, because the call has credentials of its own. */
  append(
    stream: string,
    events: JSONEventData[],
    options: Pick<AppendToStreamOptions, 'expectedRevision' | 'deadline'>,
  ): Promise<AppendResult> {
    return this.appendToStream(stream, events, { ...options, ...LEADER_ONLY, credentials: this.#credentials });
  }

  /** Closes a stream for good, whatever its revision. */
  async tombstone(stream: string): Promise<void> {
    await this.tombstoneStream(stream, { expectedRevision: ANY, ...LEADER_ONLY });
  }

  /** Sends a read that the client's own methods do not support. */
  readRequest(request: ReadReq): ReadStream<ResolvedEvent> {
    const open = this.GRPCStreamCreator(streamsService.StreamsClient, 'read', (client) =>
      client.read(request, ...this.callArguments(LEADER_ONLY, { deadline: Infinity })),
    );
    return new ReadStream(open, convertGrpcEvent, {});
  }

  /** Ends running calls and the connection. */
  async end(): Promise<void> {
    const disposed = this.dispose().catch(() => undefined);
    await waitAtMost(CLOSE_TIMEOUT_MS, disposed);
    (await this.getChannel()).close();
  }

  /**
   * The client announces the host of an address as the TLS server name, which is not allowed for an IP address: Node
   * warns of it (DEP0123) and will reject it. Such a node gets a fixed server name; its certificate is checked for the
   * IP address all the same. The client has no setting for that, so the connecting method is replaced.
   */
  #nameNodesWithoutName(settings: ClientSettings, { rootCertificate, userKeyFile, userCertFile }: Security): void {
    const client = this as unknown as { createChannel: () => Promise<Channel> };
    const connectByName = client.createChannel;
    client.createChannel = async () => {
      const uri = await this.resolveUri();
      const host = uri.slice(0, uri.lastIndexOf(':'));
      if (isIP(host) === 0) return connectByName();
      const secure = channelCredentials.createSsl(rootCertificate ?? null, userKeyFile ?? null, userCertFile ?? null, {
        checkServerIdentity: (_name, certificate) => checkServerIdentity(host, certificate),
      });
      return new Channel(uri, secure, {
        'grpc.ssl_target_name_override': FALLBACK_SERVER_NAME,
        'grpc.keepalive_time_ms': settings.keepAliveInterval ?? KEEP_ALIVE_MS,
        'grpc.keepalive_timeout_ms': settings.keepAliveTimeout ?? KEEP_ALIVE_MS,
        'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
      });
    };
  }
}
