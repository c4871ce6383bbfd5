import {
  type sendUnaryData,
  Server,
  ServerCredentials,
  type ServerDuplexStream,
  type ServerReadableStream,
  type ServerUnaryCall,
  type ServiceError,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  cancelled,
  commitTimedOut,
  denied,
  notLeader,
  streamDeleted,
  timedOut,
  tooLarge,
  unavailable,
} from './errors.ts';
import {
  expectedIn,
  features,
  gossip,
  nameIn,
  proposedIn,
  services,
  shared,
  streams,
  successOf,
  wrongVersionOf,
} from './messages.ts';
import { answerRead, type ReadCall } from './reading.ts';
import {
  type AppendAnswer,
  createStoredEvents,
  type Expected,
  type ProposedEvent,
  type StoredEvents,
} from './stored-events.ts';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

type AppendReq = InstanceType<typeof streams.AppendReq>;
type AppendResp = InstanceType<typeof streams.AppendResp>;
type TombstoneReq = InstanceType<typeof streams.TombstoneReq>;
type TombstoneResp = InstanceType<typeof streams.TombstoneResp>;

/** The fault of the next append. The last four still write the events. */
export type AppendFault =
  'unavailable' | 'denied' | 'not_leader' | 'timed_out' | 'lost_reply' | 'no_reply' | 'no_position';

export interface Calls {
  append: number;
  batchAppend: number;
  read: number;
  /** The number of reads of all events, in either direction, without reads of one stream and subscriptions. */
  readAll: number;
  tombstone: number;
  /** The number of calls with a user's credentials or that required the leader. */
  withCredentials: number;
  toLeader: number;
}

/**
 * A stand-in for an EventStoreDB server: it speaks the real client's protocol over a real connection and keeps
 * everything in memory. It reproduces only the behaviour of the real server that its authors know.
 */
export interface StandIn {
  /** The connection string for `createEventStoreDbLog`. */
  readonly url: string;
  readonly port: number;
  readonly stored: StoredEvents;
  readonly calls: Calls;
  /** The faults of the next appends, one each. */
  readonly appendFaults: AppendFault[];
  /** Delays the commit of each append by this time. */
  delayAppends(milliseconds: number): void;
  /**
   * Stops committing appends.
   * @returns a function that lets them continue
   */
  holdAppends(): () => void;
  /** The number of appends in progress, and its maximum so far. */
  appendsUnderWay(): { readonly now: number; readonly most: number };
  /** The number of subscriptions. */
  subscriptions(): number;
  /** Existing subscriptions receive nothing any more and get no error. */
  muteSubscriptions(): void;
  /** Ends subscriptions: politely, as a server that stops, or with an error. @returns how many */
  endSubscriptions(way: 'politely' | 'cancelled' | 'unavailable'): number;
  /** Reports that the leader is on that port; undefined: this server. */
  reportLeader(leaderPort: number | undefined): void;
  /** Replaces the log by another copy, such as that of a node which has not been scavenged yet. */
  replaceEvents(stored: StoredEvents): void;
  /** Cuts every connection and refuses new ones until `start`. The data stay. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Writes events of others to the same database: system streams and another application. */
  writeForeign(count: number): void;
}

const FOREIGN = [
  ['$stats-127.0.0.1:2113', '$statsCollected'],
  ['orders-7', 'OrderPlaced'],
] as const;

/** The shortest commit time of a real server on an idle machine. */
const COMMIT_MS = 2;
/**
 * The time without an answer to a repeat that arrived while the first append was being committed: measured with
 * 23.10.8.
 */
const REPEAT_TIMEOUT_MS = 2_500;

/** The certificate of a server with TLS: the contents of its files, and the path of the authority's certificate. */
export interface Certificate {
  readonly key: string;
  readonly certificate: string;
  readonly authorityFile: string;
}

interface Options {
  /** The server uses no TLS if this is left out. */
  readonly tls?: Certificate;
  /** The events that another node has too; by default the log starts empty. */
  readonly stored?: StoredEvents;
  /** The largest number of bytes in one append. */
  readonly appendLimit?: number;
  /** The port; by default a free one. */
  readonly port?: number;
}

export async function startStandIn({
  stored: given = createStoredEvents(),
  appendLimit = 1_048_576,
  port: wanted = 0,
  tls,
}: Options = {}): Promise<StandIn> {
  let stored = given;
  /** Appends that are being committed, by stream. */
  const committing = new Map<string, { readonly ids: string; readonly done: Promise<AppendAnswer> }>();
  const calls: Calls = {
    append: 0,
    batchAppend: 0,
    read: 0,
    readAll: 0,
    tombstone: 0,
    withCredentials: 0,
    toLeader: 0,
  };
  const appendFaults: AppendFault[] = [];
  const subscriptions = new Set<ReadCall>();
  let leaderPort: number | undefined;
  let delayMs = 0;
  let held = Promise.resolve();
  let underWay = 0;
  let mostUnderWay = 0;
  let port = wanted;
  let server: Server | undefined;

  /**
   * Counts the call.
   * @returns the reason for a refusal
   */
  function received(
    kind: keyof Calls,
    call: { readonly metadata: { get(name: string): readonly unknown[] } },
  ): ServiceError | undefined {
    calls[kind] += 1;
    if (call.metadata.get('authorization').length > 0) calls.withCredentials += 1;
    const needsLeader = call.metadata.get('requires-leader')[0] === 'true';
    if (needsLeader) calls.toLeader += 1;
    return needsLeader && leaderPort !== undefined ? notLeader(leaderPort) : undefined;
  }

  /**
   * Commits an append. Events can be read, and are delivered, after the commit. Until then another append to the same
   * stream waits, but a repeat of the same one gets no answer for a long time, and then an inconclusive one.
   * @returns undefined for such a repeat
   */
  async function committed(
    stream: string,
    expected: Expected,
    events: readonly ProposedEvent[],
  ): Promise<AppendAnswer | undefined> {
    const ids = events.map(({ id }) => id).join(' ');
    for (let before = committing.get(stream); before; before = committing.get(stream)) {
      if (before.ids === ids) {
        await sleep(REPEAT_TIMEOUT_MS);
        return undefined;
      }
      await before.done;
    }
    const atOnce = stored.answerAtOnce(stream, expected, events);
    if (atOnce) return atOnce;
    const waited = Promise.all([held, sleep(COMMIT_MS + delayMs)]);
    const done = waited.then(() => {
      committing.delete(stream);
      return stored.append(stream, expected, events);
    });
    committing.set(stream, { ids, done });
    return done;
  }

  async function answerTo(
    options: NonNullable<ReturnType<AppendReq['getOptions']>>,
    events: readonly ProposedEvent[],
  ): Promise<AppendResp | ServiceError> {
    const stream = nameIn(options.getStreamIdentifier());
    const expected = expectedIn(options);
    const answer = await committed(stream, expected, events);
    if (!answer) return commitTimedOut();
    if (answer.kind === 'deleted') return streamDeleted(stream);
    const response = new streams.AppendResp();
    if (answer.kind === 'done') response.setSuccess(successOf(answer));
    else response.setWrongExpectedVersion(wrongVersionOf(answer.current, expected));
    return response;
  }

  async function append(
    call: ServerReadableStream<AppendReq, AppendResp>,
    reply: sendUnaryData<AppendResp>,
  ): Promise<void> {
    const refused = received('append', call);
    if (refused) return reply(refused);
    underWay += 1;
    mostUnderWay = Math.max(mostUnderWay, underWay);
    try {
      const requests: AppendReq[] = [];
      for await (const request of call) requests.push(request as AppendReq);
      if (call.cancelled) return; // The message was cut off in the middle, so the events are incomplete.
      const [first, ...rest] = requests;
      const options = first?.getOptions();
      if (!options) return reply(denied());
      const events = rest.map(proposedIn);
      const bytes = events.reduce((sum, { data }) => sum + data.length, 0);
      if (bytes > appendLimit) return reply(tooLarge(appendLimit));
      const fault = appendFaults.shift();
      if (fault === 'unavailable') return reply(unavailable());
      if (fault === 'denied') return reply(denied());
      if (fault === 'not_leader') return reply(notLeader(port));
      const answer = await answerTo(options, events);
      if (fault === 'no_reply') return;
      if (fault === 'timed_out') return reply(timedOut());
      if (fault === 'lost_reply') return reply(unavailable());
      if (answer instanceof Error) return reply(answer);
      if (fault === 'no_position') answer.getSuccess()?.setNoPosition(new shared.Empty());
      reply(null, answer);
    } finally {
      underWay -= 1;
    }
  }

  function tombstone(call: ServerUnaryCall<TombstoneReq, TombstoneResp>, reply: sendUnaryData<TombstoneResp>): void {
    const refused = received('tombstone', call);
    const options = call.request.getOptions();
    if (refused || !options) return reply(refused ?? denied());
    const stream = nameIn(options.getStreamIdentifier());
    const answer = stored.tombstone(stream, expectedIn(options));
    if (answer.kind === 'done') {
      const position = new streams.TombstoneResp.Position()
        .setCommitPosition(String(answer.commit))
        .setPreparePosition(String(answer.prepare));
      return reply(null, new streams.TombstoneResp().setPosition(position));
    }
    reply(streamDeleted(stream));
  }

  function read(call: ReadCall): void {
    const refused = received('read', call);
    if (refused) return void call.emit('error', refused);
    const options = call.request.getOptions();
    if (options?.hasSubscription()) {
      subscriptions.add(call);
      for (const event of ['cancelled', 'close', 'finish']) call.once(event, () => subscriptions.delete(call));
    } else if (options?.hasAll()) calls.readAll += 1;
    answerRead(call, stored).catch((error: unknown) => call.emit('error', error));
  }

  /** Batch appends are only counted, because the product must never use them. */
  function batchAppend(call: ServerDuplexStream<unknown, unknown>): void {
    calls.batchAppend += 1;
    call.emit('error', denied());
  }

  function members(_: unknown, reply: sendUnaryData<InstanceType<typeof gossip.ClusterInfo>>): void {
    const at = new gossip.EndPoint().setAddress('127.0.0.1').setPort(leaderPort ?? port);
    const leader = new gossip.MemberInfo()
      .setInstanceId(new shared.UUID().setString(crypto.randomUUID()))
      .setState(gossip.MemberInfo.VNodeState.LEADER)
      .setIsAlive(true)
      .setHttpEndPoint(at);
    reply(null, new gossip.ClusterInfo().setMembersList([leader]));
  }

  function methods(_: unknown, reply: sendUnaryData<InstanceType<typeof features.SupportedMethods>>): void {
    const names = ['read', 'append', 'batchappend', 'tombstone'];
    const service = 'event_store.client.streams.streams';
    const list = names.map((name) =>
      new features.SupportedMethod().setServiceName(service).setMethodName(name).setFeaturesList([]),
    );
    reply(null, new features.SupportedMethods().setMethodsList(list).setEventStoreServerVersion('23.10.0'));
  }

  const pair = tls && { private_key: Buffer.from(tls.key), cert_chain: Buffer.from(tls.certificate) };
  const credentials = pair ? ServerCredentials.createSsl(null, [pair]) : ServerCredentials.createInsecure();

  async function start(): Promise<void> {
    server = new Server();
    const streaming = {
      read,
      append: (...call: Parameters<typeof append>) => void append(...call).catch(() => undefined), // The caller has left.
      batchAppend,
      tombstone,
    } as UntypedServiceImplementation;
    server.addService(services.StreamsService, streaming);
    server.addService(services.GossipService, { read: members });
    server.addService(services.ServerFeaturesService, { getSupportedMethods: methods });
    port = await boundTo(server, port, credentials);
  }

  await start();
  return {
    url: tls
      ? `esdb://admin:changeit@127.0.0.1:${port}?tls=true&tlsCAFile=${tls.authorityFile}`
      : `esdb://127.0.0.1:${port}?tls=false`,
    port,
    get stored() {
      return stored;
    },
    calls,
    appendFaults,
    delayAppends: (milliseconds) => void (delayMs = milliseconds),
    holdAppends() {
      let release = (): void => undefined;
      held = new Promise((resolve) => {
        release = resolve;
      });
      return () => release();
    },
    appendsUnderWay: () => ({ now: underWay, most: mostUnderWay }),
    subscriptions: () => subscriptions.size,
    muteSubscriptions() {
      for (const call of subscriptions) call.write = () => true;
    },
    endSubscriptions(way) {
      const ended = [...subscriptions];
      for (const call of ended) {
        if (way === 'politely') call.end();
        else call.emit('error', way === 'cancelled' ? cancelled() : unavailable());
      }
      subscriptions.clear();
      return ended.length;
    },
    reportLeader: (at) => void (leaderPort = at),
    replaceEvents: (other) => void (stored = other),
    async stop() {
      const running = server;
      server = undefined;
      running?.forceShutdown();
      await sleep(5); // The sockets close in the following turns of the event loop.
    },
    start,
    writeForeign(count) {
      const nothing = { contentType: 'application/json', data: Buffer.from('{}'), metadata: Buffer.from('') };
      for (let n = 0; n < count; n += 1) {
        const [stream, type] = FOREIGN[n % 2] ?? FOREIGN[0];
        stored.append(stream, 'any', [{ ...nothing, id: crypto.randomUUID(), type }]);
      }
    },
  };
}

const bind = (server: Server, port: number, credentials: ServerCredentials): Promise<number> =>
  new Promise((resolve, reject) => {
    server.bindAsync(`127.0.0.1:${port}`, credentials, (error, bound) => (error ? reject(error) : resolve(bound)));
  });

/**
 * Binds the server; port 0 stands for a free port. A former port may briefly be in use by an outgoing connection, so
 * this retries.
 */
async function boundTo(server: Server, port: number, credentials: ServerCredentials): Promise<number> {
  for (let tries = 0; ; tries += 1)
    try {
      return await bind(server, port, credentials);
    } catch (error) {
      if (tries === 100) throw error;
      await sleep(20);
    }
}

const pathOf = (name: string): string => fileURLToPath(new URL(`./tls/${name}`, import.meta.url));

/** A self-signed certificate for the address 127.0.0.1, without a name. Only tests trust it. */
export const loopbackCertificate = (): Certificate => ({
  key: readFileSync(pathOf('key.pem'), 'utf8'),
  certificate: readFileSync(pathOf('certificate.pem'), 'utf8'),
  authorityFile: pathOf('certificate.pem'),
});
