import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, inject } from 'vitest';

/*
 * Files of one worker share its modules and its process. A connection that one of them leaves open is cut when its
 * database goes, and the error comes up in the middle of the next file: so the file that leaves one fails itself.
 */

const CLOSING_MS = 5_000;

const open = new Set<Socket>();

function remember(message: unknown): void {
  const { socket } = message as { readonly socket: Socket };
  open.add(socket);
  socket.once('close', () => open.delete(socket));
}

subscribe('net.client.socket', remember);

afterAll(async () => {
  const port = Number(new URL(inject('postgresUrl')).port);
  const left = (): number => [...open].filter(({ remotePort }) => remotePort === port).length;
  for (const deadline = Date.now() + CLOSING_MS; left() > 0 && Date.now() < deadline;) await sleep(10);
  unsubscribe('net.client.socket', remember);
  if (left() > 0) throw new Error(`this file leaves ${left()} connections to PostgreSQL open`);
});
