import { readFileSync } from 'node:fs';
import { LogClient } from './log-client.ts';

/** The parsed address of an EventStoreDB, with its settings and credentials. */
export interface ServerAddress {
  /** Maximum duration of one call in milliseconds, if the address sets it. */
  readonly timeoutMs: number | undefined;
  /** The number of nodes in the address. */
  readonly nodes: number;
  /** Makes a client for one of the nodes, counted from 0. */
  connect(node: number): LogClient;
}

/** A fault in the configured address. The message never repeats the address, which holds a password. */
class InvalidAddress extends Error {
  override readonly name = 'InvalidAddress';
}

const FORM = /^esdb(?:\+discover)?:\/\/(?:([^:@/]+):([^@/]+)@)?([^/?@]+)\/?(?:\?(.*))?$/;
const HOST = /^([^\s:[\]]+)(?::(\d{1,5}))?$/;
const FILES = ['tlsCAFile', 'userCertFile', 'userKeyFile'];
const OPTIONS = ['tls', ...FILES, 'keepAliveInterval', 'keepAliveTimeout', 'defaultDeadline'];
/**
 * An insecure server ignores credentials. They are set all the same, because without any the client batches appends.
 */
const NOBODY = { username: 'nobody', password: 'nobody' };

function hostOf(text: string): { address: string; port: number } {
  const [, address = '', port = '2113'] = HOST.exec(text.trim()) ?? [];
  if (address === '') throw new InvalidAddress('a node is named as host or host:port');
  return { address, port: Number(port) };
}

function optionsOf(query: string): ReadonlyMap<string, string> {
  const options = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(query)) {
    const known = OPTIONS.find((option) => option.toLowerCase() === name.toLowerCase());
    if (known === undefined) throw new InvalidAddress(`the option "${name}" has no meaning here`);
    options.set(known, value);
  }
  return options;
}

function millisecondsOf(options: ReadonlyMap<string, string>, name: string): number {
  const text = options.get(name) ?? '10000';
  if (!/^\d{5,}$/.test(text)) throw new InvalidAddress(`${name} is at least 10000 milliseconds`);
  return Number(text);
}

function deadlineOf(options: ReadonlyMap<string, string>): number | undefined {
  const text = options.get('defaultDeadline');
  if (text !== undefined && !/^\d{3,5}$/.test(text))
    throw new InvalidAddress('defaultDeadline is 100 to 99999 milliseconds');
  return text === undefined ? undefined : Number(text);
}

function fileOf(options: ReadonlyMap<string, string>, name: string): Buffer | undefined {
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
  const match = FORM.exec(url);
  if (!match) throw new InvalidAddress('it has the form esdb://user:password@host:2113?tls=true');
  const [, username, password, hosts = '', query = ''] = match;
  const options = optionsOf(query);
  const tls = options.get('tls') ?? 'true';
  if (tls !== 'true' && tls !== 'false') throw new InvalidAddress('tls is true or false');
  const isSecure = tls === 'true';
  if (isSecure && username === undefined) throw new InvalidAddress('a user and a password are needed, or tls=false');
  const endpoints = hosts.split(',').map(hostOf);
  const keepAliveInterval = millisecondsOf(options, 'keepAliveInterval');
  const keepAliveTimeout = millisecondsOf(options, 'keepAliveTimeout');
  const [rootCertificate, userCertFile, userKeyFile] = FILES.map((name) => fileOf(options, name));
  const timeoutMs = deadlineOf(options);
  const credentials =
    username === undefined
      ? NOBODY
      : { username: decodeURIComponent(username), password: decodeURIComponent(password ?? '') };
  let connections = 0;
  return {
    timeoutMs,
    nodes: endpoints.length,
    connect(node) {
      connections += 1;
      return new LogClient(
        {
          endpoint: endpoints[node] ?? { address: '', port: 0 },
          keepAliveInterval: keepAliveInterval + connections,
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
