import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, inject } from 'vitest';

/*
 * Files of one worker share its modules and its process. A connection that one file leaves open is cut when its
 * database is dropped, and the error appears in the middle of the next file. So the file that leaves one open fails
 * itself.
 */

const CLOSING_MS = 5_000;

/** The handles that keep this process alive; Node has no other way to list them. */
const handles = (): readonly unknown[] =>
  (Reflect.get(process, '_getActiveHandles') as () => readonly unknown[]).call(process);

const connectionsTo = (port: number): number =>
  handles().filter((each) => each instanceof Socket && each.remotePort === port && !each.destroyed).length;

afterAll(async () => {
  const port = Number(new URL(inject('postgresUrl')).port);
  for (const deadline = Date.now() + CLOSING_MS; connectionsTo(port) > 0 && Date.now() < deadline;) await sleep(10);
  const left = connectionsTo(port);
  if (left > 0) throw new Error(`this file leaves ${left} connections to PostgreSQL open`);
});
