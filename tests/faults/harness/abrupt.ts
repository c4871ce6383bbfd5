import { connect } from 'node:net';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Owner } from './owner.ts';

interface PostRequest {
  readonly origin: string;
  readonly owner: Owner;
  readonly path: string;
  readonly key: string;
  readonly body: object;
}

export interface AbruptEnd {
  /** The share of the body that is sent, from 0 to 1. */
  readonly share: number;
  /** The milliseconds between the last sent byte and the reset. */
  readonly afterMs: number;
}

/** Sends the beginning of a POST and resets the connection, whatever has been received by then. */
export async function postAndReset(posting: PostRequest, { share, afterMs }: AbruptEnd): Promise<void> {
  const { origin, owner, path, key, body } = posting;
  const { host, port } = new URL(origin);
  const text = JSON.stringify(body);
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: ${host}`,
    `Cookie: ${owner.cookie}`,
    'Sec-Fetch-Site: same-origin',
    `Idempotency-Key: ${key}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(text)}`,
  ];
  const socket = connect({ host: '127.0.0.1', port: Number(port) });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(`${head.join('\r\n')}\r\n\r\n${text.slice(0, Math.floor(text.length * share))}`);
  await sleep(afterMs);
  socket.resetAndDestroy();
}
