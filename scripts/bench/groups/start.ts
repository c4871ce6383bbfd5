import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#postgres/free-port.ts';
import { built, startProgram } from '../programs.ts';
import { progress, type Result } from '../result.ts';
import type { Setting } from '../setting.ts';

const ROUNDS = 3;

/** Milliseconds from the command to the first page, with the database that comes along. */
async function start(dataDir: string): Promise<number> {
  const port = await freePort();
  const started = performance.now();
  const program = await startProgram({
    args: [built('scripts/start.mjs')],
    env: { DATA_DIR: dataDir, HOST: '127.0.0.1' },
    port,
    readyPath: '/',
  });
  const took = performance.now() - started;
  await program.stop();
  return took;
}

/** As after installation and build: the first start makes the database, the second finds it. */
export async function starts({ rounds }: Setting): Promise<Result[]> {
  const [first, second]: [number[], number[]] = [[], []];
  for (let round = 0; round < Math.min(rounds, ROUNDS); round += 1) {
    progress(`starts, round ${round + 1}`);
    const folder = mkdtempSync(join(tmpdir(), 'prumo-bench-start-'));
    try {
      const dataDir = join(folder, 'data');
      first.push(await start(dataDir));
      second.push(await start(dataDir));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  const line = (what: string, ours: readonly number[], atMost: number): Result => ({
    goal: 7,
    what,
    unit: 'ms',
    ours,
    wanted: { atMost },
  });
  return [
    line('first start to first page, initdb included', first, 4_000),
    line('second start to first page', second, 1_500),
  ];
}
