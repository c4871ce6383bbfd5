import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import { fileURLToPath } from 'node:url';

/** A pooler or TLS proxy between the product and its PostgreSQL, as operators may have it. */
export interface DatabaseGateway {
  /** The target's address through the gateway, without options. */
  readonly url: string;
  close(): Promise<void>;
}

interface Behaviour {
  /**
   * The gateway speaks TLS, with a certificate for localhost of the tests' own authority. `demanded`: it accepts
   * nothing else.
   */
  readonly tls?: 'offered' | 'demanded';
  /** Behaves like PgBouncer: accepts few parameters at the start of a session and sends a process id of its own. */
  readonly isPooler?: boolean;
}

const fileOf = (name: string): string => fileURLToPath(new URL(`./tls/${name}`, import.meta.url));
/** The certificate of the authority. */
export const AUTHORITY = fileOf('ca.crt');

const SSL_REQUEST = 80_877_103;
const OTHER_PROCESS = 2_000_000_000;
/** The parameters that PgBouncer accepts by default. */
const POOLER_TAKES = ['user', 'database', 'application_name', 'client_encoding', 'DateStyle', 'TimeZone'];

export async function startDatabaseGateway(target: string, behaviour: Behaviour): Promise<DatabaseGateway> {
  const to = new URL(target);
  const sockets = new Set<Duplex>();
  const server = createServer((client) => {
    sockets.add(client);
    client.on('error', () => undefined);
    client.on('close', () => sockets.delete(client));
    client.once('data', (first) => greet(client, first, false));
  });

  function greet(client: Duplex, first: Buffer, isSecure: boolean): void {
    if (first.readInt32BE(4) === SSL_REQUEST) return offerTls(client as Socket);
    if (behaviour.tls === 'demanded' && !isSecure)
      return refuse(
        client,
        '28000',
        'no pg_hba.conf entry for host "127.0.0.1", user "x", database "y", no encryption',
      );
    const unknown = behaviour.isPooler ? parametersIn(first).find((name) => !POOLER_TAKES.includes(name)) : undefined;
    if (unknown !== undefined) return refuse(client, '08P01', `unsupported startup parameter: ${unknown}`);
    const upstream = connect({ host: to.hostname, port: Number(to.port), noDelay: true });
    upstream.on('error', () => client.destroy());
    upstream.on('close', () => client.destroy());
    client.on('close', () => upstream.destroy());
    upstream.write(first);
    client.pipe(upstream);
    if (behaviour.isPooler) passWithAnotherId(upstream, client);
    else upstream.pipe(client);
  }

  function offerTls(client: Socket): void {
    if (!behaviour.tls) {
      client.end('N');
      return;
    }
    client.write('S');
    const secure = new TLSSocket(client, {
      isServer: true,
      key: readFileSync(fileOf('server.key')),
      cert: readFileSync(fileOf('server.crt')),
    });
    secure.on('error', () => client.destroy());
    secure.once('data', (first) => greet(secure, first, true));
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(target);
  url.host = `localhost:${(server.address() as AddressInfo).port}`;
  url.search = '';
  return {
    url: url.href,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** Returns the names in the message that begins a session: pairs of texts that end with a zero. */
function parametersIn(message: Buffer): readonly string[] {
  const texts = message.subarray(8, message.readInt32BE(0)).toString().split('\0');
  return texts.filter((text, i) => i % 2 === 0 && text !== '');
}

function refuse(client: Duplex, code: string, message: string): void {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`);
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(fields.length + 4, 1);
  client.end(Buffer.concat([head, fields]));
}

/** Passes on the server's messages one by one until its greeting, in which it replaces the process id. */
function passWithAnotherId(upstream: Socket, client: Duplex): void {
  let held: Buffer = Buffer.alloc(0);
  function take(chunk: Buffer): void {
    held = Buffer.concat([held, chunk]);
    for (;;) {
      const length = held.length >= 5 ? 1 + held.readInt32BE(1) : Infinity;
      if (held.length < length) return;
      const message = held.subarray(0, length);
      held = held.subarray(length);
      const isGreeting = message.toString('latin1', 0, 1) === 'K'; // BackendKeyData
      if (isGreeting) message.writeInt32BE(OTHER_PROCESS, 5);
      client.write(message);
      if (!isGreeting) continue;
      upstream.off('data', take);
      client.write(held);
      upstream.pipe(client);
      return;
    }
  }
  upstream.on('data', take);
}
