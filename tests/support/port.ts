import { createServer } from 'node:net';

/*
 * A port that the system assigns is released before it is used, and any connection opened in between may get it: at ten
 * thousand connections a run this happens. These ports lie below those that systems assign (Linux from 32768, others
 * from 49152). Each worker counts through a range of its own, starting at its process id.
 */
const FIRST = 10_000;
const PARTS = 16;
const PART = 1_250;

const part = Number(process.env['VITEST_POOL_ID'] ?? 0) % PARTS;
let next = process.pid % PART;

const isFree = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const probe = createServer();
    probe.once('error', () => done(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => done(true)));
  });

/** A loopback port that no other process will be given. */
export async function ownPort(): Promise<number> {
  for (let tries = 0; tries < PART; tries += 1) {
    const port = FIRST + part * PART + next;
    next = (next + 1) % PART;
    if (await isFree(port)) return port;
  }
  throw new Error('no free port');
}
