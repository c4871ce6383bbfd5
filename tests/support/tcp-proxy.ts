import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface TcpProxy {
  /** The target's address through the proxy. */
  readonly url: string;
  /** Connections stay and new ones are accepted, but nothing passes, as with a peer that has disappeared. */
  stall(): void;
  /** Requests pass, answers get lost. */
  loseReplies(): void;
  /** Everything passes again. Data that were held back are lost with their connection. */
  heal(): void;
  /** Everything passes again, except on the existing connections, whose ends never learn of it. */
  abandon(): void;
  /** Delays everything by this time; 0 for no delay. */
  delay(milliseconds: number): void;
  /** Ends all connections by a reset. */
  reset(): void;
  /** Stops the next request that contains the text, or the answer to it, on its way. */
  catchNext(wanted: { readonly containing: string; readonly way: 'request' | 'reply' }): Promise<CaughtMessage>;
  /** Ends all connections and refuses new ones until `listen`. */
  refuse(): Promise<void>;
  listen(): Promise<void>;
  close(): Promise<void>;
}

/** A stopped message, with everything behind it. */
export interface CaughtMessage {
  /** Delivers the message, even if its sender has gone. */
  pass(): void;
  /** Drops the message and resets its connection. */
  lose(): void;
}

type Way = 'request' | 'reply';

interface Trap {
  readonly containing: string;
  readonly way: Way;
  readonly spring: (caught: CaughtMessage) => void;
}

interface Link {
  readonly client: Socket;
  readonly upstream: Socket;
  /** No data pass on this connection, for ever. */
  isAbandoned: boolean;
  /** The trap for the answer to a request that was let through. */
  trap: Trap | undefined;
  /** The data that wait behind a caught message. */
  caught: { readonly way: Way; readonly behind: Buffer[] } | undefined;
  /** The last message each way: the next one follows it, however long each is delayed. */
  readonly sent: Record<Way, Promise<void>>;
}

/** A proxy on loopback between a client and the server at `target`, which can break their connection. */
export async function startTcpProxy(target: string): Promise<TcpProxy> {
  const to = new URL(target);
  const links = new Set<Link>();
  let passing: Readonly<Record<Way, boolean>> = { request: true, reply: true };
  let delayMs = 0;
  let trap: Trap | undefined;

  const end = (link: Link): void => {
    links.delete(link);
    link.client.destroy();
    link.upstream.destroy();
  };
  const resetLink = (link: Link): void => {
    links.delete(link);
    link.client.resetAndDestroy();
    link.upstream.resetAndDestroy();
  };

  /** Returns true if one end is not told when the other one closes. */
  const isKept = (link: Link): boolean => link.isAbandoned || link.caught?.way === 'request';

  async function sendAfter(before: Promise<void>, isDue: Promise<void> | undefined, write: () => void): Promise<void> {
    await before;
    await isDue;
    write();
  }

  function send(link: Link, way: Way, chunk: Buffer): void {
    const socket = way === 'request' ? link.upstream : link.client;
    const isDue = delayMs > 0 ? sleep(delayMs) : undefined;
    link.sent[way] = sendAfter(link.sent[way], isDue, () => socket.destroyed || socket.write(chunk));
  }

  function spring(link: Link, sprung: Trap, chunk: Buffer): void {
    const behind = [chunk];
    link.caught = { way: sprung.way, behind };
    sprung.spring({
      pass() {
        link.caught = undefined;
        for (const each of behind) send(link, sprung.way, each);
        if (link.client.destroyed) void link.sent.request.then(() => link.upstream.end());
      },
      lose: () => resetLink(link),
    });
  }

  function take(link: Link, way: Way, chunk: Buffer): void {
    if (link.caught?.way === way) return void link.caught.behind.push(chunk);
    if (link.isAbandoned || !passing[way]) return;
    if (way === 'request' && trap && chunk.includes(trap.containing)) {
      const sprung = trap;
      trap = undefined;
      if (sprung.way === 'request') return spring(link, sprung, chunk);
      link.trap = sprung;
    } else if (way === 'reply' && link.trap) {
      const sprung = link.trap;
      link.trap = undefined;
      return spring(link, sprung, chunk);
    }
    send(link, way, chunk);
  }

  const server = createServer({ noDelay: true }, (client) => {
    const upstream = connect({ host: to.hostname, port: Number(to.port), noDelay: true });
    const sent = { request: Promise.resolve(), reply: Promise.resolve() };
    const link: Link = { client, upstream, isAbandoned: false, trap: undefined, caught: undefined, sent };
    links.add(link);
    client.on('data', (chunk: Buffer) => take(link, 'request', chunk));
    upstream.on('data', (chunk: Buffer) => take(link, 'reply', chunk));
    for (const socket of [client, upstream]) {
      socket.on('error', () => isKept(link) || end(link));
      socket.on('close', () => !isKept(link) && (passing.reply || socket === client) && end(link));
    }
  });
  async function listen(port: number): Promise<void> {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening'); // The promise rejects on 'error'.
  }
  const heal = (): void => {
    passing = { request: true, reply: true };
  };

  await listen(0);
  const { port } = server.address() as AddressInfo;
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  const refuse = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      for (const link of links) end(link);
    });
  return {
    url: url.href,
    stall() {
      passing = { request: false, reply: false };
    },
    loseReplies() {
      passing = { request: true, reply: false };
    },
    heal() {
      for (const link of links) end(link);
      heal();
    },
    abandon() {
      for (const link of links) link.isAbandoned = true;
      heal();
    },
    delay(milliseconds) {
      delayMs = milliseconds;
    },
    reset() {
      for (const link of links) resetLink(link);
    },
    catchNext: (wanted) => new Promise((resolve) => (trap = { ...wanted, spring: resolve })),
    refuse,
    listen: () => listen(port),
    close: async () => (server.listening ? refuse() : undefined),
  };
}
