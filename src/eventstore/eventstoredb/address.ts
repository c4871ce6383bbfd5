import { readFileSync } from 'node:fs';
import { LogClient } from './log-client.ts';

/** The parsed address of an EventStoreDB, with its settings and credentials. */
export interface ServerAddress {
  /** The maximum duration of one call in milliseconds, if the address sets it. */
  readonly timeoutMs: number | undefined;
  /** The number of nodes in the address. */
  readonly nodeCount: number;
  /** Makes a client for one of the nodes, counted from 0. */
  connect(node: number): LogClient;
}

/** A fault in the configured address. The message never repeats the address, which holds a password. */
class InvalidAddress extends Error {
  override readonly name = 'InvalidAddress';
}

const ADDRESS_FORM = /^esdb(?:\+discover)?:\/\/(?:([^:@/]+):([^@/]+)@)?([^/?@]+)\/?(?:\?(.*))?$/;
const HOST_FORM = /^([^\s:[\]]+)(?::(\d{1,5}))?$/;
const FILE_OPTIONS = ['tlsCAFile', 'userCertFile', 'userKeyFile'];
const OPTIONS = ['tls', ...FILE_OPTIONS, 'keepAliveInterval', 'keepAliveTimeout', 'defaultDeadline'];
/**
 * An insecure server ignores credentials. They are set all the same, because without any the client batches appends.
 */
const ANONYMOUS = { username: 'nobody', password: 'nobody' };

function parseHost(text: string): { address: string; port: number } {
  const [, address = '', port = '2113'] = HOST_FORM.exec(text.trim()) ?? [];
  if (address === '') throw new InvalidAddress('a node is named as host or host:port');
  return { address, port: Number(port) };
}

function parseOptions(query: string): ReadonlyMap<string, string> {
  const options = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(query)) {
    const option = OPTIONS.find((known) => known.toLowerCase() === name.toLowerCase());
    if (option === undefined) throw new InvalidAddress(`the option "${name}" has no meaning here`);
    options.set(option, value);
  }
  return options;
}

function keepAliveMs(options: ReadonlyMap<string, string>, name: string): number {
  const text = options.get(name) ?? '10000';
  if (!/^\d{5,}$/.test(text)) throw new InvalidAddress(`${name} is at least 10000 milliseconds`);
  return Number(text);
}

function callDeadlineMs(options: ReadonlyMap<string, string>): number | undefined {
  const text = options.get('defaultDeadline');
  if (text !== undefined && !/^\d{3,5}$/.test(text))
    throw new InvalidAddress('defaultDeadline is 100 to 99999 milliseconds');
  return text === undefined ? undefined : Number(text);
}

function readOptionFile(options: ReadonlyMap<string, string>, name: string): Buffer | undefined {
  const path = options.get(name);
  if (path === undefined) return undefined;
  try {
    return readFileSync(path);
  } catch {
    throw new InvalidAddress(`the file of ${name} cannot be read`);
  }
}

/**
 * Parses `esdb://user:password@host:2113?tls=true`; several nodes of a cluster are separated by commas, or share one
 * name with `esdb+discover://`. Options: tls (by default true), tlsCAFile, userCertFile, userKeyFile,
 * keepAliveInterval, keepAliveTimeout, defaultDeadline (duration of one call; a caller waits less than two of them).
 *
 * The client's own discovery of a cluster is not used: when it fails while calls are ending it throws an uncatchable
 * error, and the process dies. Instead all nodes are called at the same time, and every call requires the leader, to
 * which any node refers us.
 *
 * Clients of equal settings share a connection underneath, and with it a pause of up to two minutes before an
 * unavailable server is tried again. So no two have the same keepalive interval, and a new client tries again
 * immediately.
 * @throws InvalidAddress
 */
export function parseAddress(url: string): ServerAddress {
  const match = ADDRESS_FORM.exec(url);
  if (!match) throw new InvalidAddress('it has the form esdb://user:password@host:2113?tls=true');
  const [, username, password, hosts = '', query = ''] = match;
  const options = parseOptions(query);
  const tls = options.get('tls') ?? 'true';
  if (tls !== 'true' && tls !== 'false') throw new InvalidAddress('tls is true or false');
  const isSecure = tls === 'true';
  if (isSecure && username === undefined) throw new InvalidAddress('a user and a password are needed, or tls=false');
  const endpoints = hosts.split(',').map(parseHost);
  const keepAliveInterval = keepAliveMs(options, 'keepAliveInterval');
  const keepAliveTimeout = keepAliveMs(options, 'keepAliveTimeout');
  const [rootCertificate, userCertFile, userKeyFile] = FILE_OPTIONS.map((name) => readOptionFile(options, name));
  const timeoutMs = callDeadlineMs(options);
  const credentials =
    username === undefined
      ? ANONYMOUS
      : { username: decodeURIComponent(username), password: decodeURIComponent(password ?? '') };
  let connectionCount = 0;
  return {
    timeoutMs,
    nodeCount: endpoints.length,
    connect(node) {
      connectionCount += 1;
      return new LogClient(
        {
          endpoint: endpoints[node] ?? { address: '', port: 0 },
          keepAliveInterval: keepAliveInterval + connectionCount,
          keepAliveTimeout,
          connectionName: 'prumo',
        },
        {
          insecure: !isSecure,
          ...(rootCertificate && { rootCertificate }),
          ...(userCertFile && { userCertFile }),
          ...(userKeyFile && { userKeyFile }),
        },
        credentials,
      );
    },
  };
}
