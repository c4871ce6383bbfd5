import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, inject } from 'vitest';

/*
 * Files of one worker share its modules and its process. A connection that one of them leaves open is cut when its
 * database goes, and the error comes up in the middle of the next file: so the file that leaves one fails itself.
 */

const CLOSING_MS = 5_000;

/** Handles of this process; Node has no other way to look at them. */
const handles = (): readonly unknown[] =>
  (process as unknown as { _getActiveHandles(): readonly unknown[] })._getActiveHandles();

const connectionsTo = (port: number): readonly Socket[] =>
  handles().filter((each): each is Socket => each instanceof Socket && each.remotePort === port && !each.destroyed);

afterAll(async () => {
  const port = Number(new URL(inject('postgresUrl')).port);
  const deadline = Date.now() + CLOSING_MS;
  while (connectionsTo(port).length > 0 && Date.now() < deadline) await sleep(10);
  const left = connectionsTo(port).length;
  if (left > 0) throw new Error(`this file leaves ${left} connections to PostgreSQL open`);
});
