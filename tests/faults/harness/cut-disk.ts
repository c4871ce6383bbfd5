import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, ftruncateSync, mkdirSync, mkdtempSync, openSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A disk that can lose its power: what had not been written through to it by then is gone. */
export interface CutDisk {
  /** From here on nothing reaches it and nothing comes from it. */
  cut(): void;
  /** Kills whoever works in it, as the power's end would have, and mounts it again as it was left. */
  mend(): Promise<void>;
  remove(): void;
}

const MEGABYTES = 600;

/** EXT4_IOC_SHUTDOWN with EXT4_GOING_FLAGS_NOLOGFLUSH: not even what is in the journal's memory is written. */
const SHUTDOWN = `
import fcntl, os, struct, sys
fcntl.ioctl(os.open(sys.argv[1], os.O_RDONLY), 0x8004587D, struct.pack('I', 2))
`;

const shutDown = (folder: string): string | undefined => {
  const done = spawnSync('python3', ['-c', SHUTDOWN, folder], { encoding: 'utf8' });
  return done.status === 0
    ? undefined
    : (done.error?.message ?? done.stderr.trim().split('\n').at(-1) ?? 'no reason given');
};

function run(program: string, args: readonly string[]): void {
  execFileSync(program, args, { stdio: 'pipe' });
}

function worksIn(pid: string, folder: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`).startsWith(`${folder}/`);
  } catch {
    return false; // it has ended meanwhile
  }
}

function killWhoWorksIn(folder: string): void {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name) && worksIn(name, folder)))
    try {
      process.kill(Number(pid), 'SIGKILL');
    } catch {
      // it has ended meanwhile
    }
}

/** A sentence that says why no disk can lose its power here; undefined where one can. */
export function whyNoPowerCut(): string | undefined {
  const base = mkdtempSync(join(tmpdir(), 'prumo-cut-'));
  try {
    const disk = mountCutDisk({ file: join(base, 'disk'), folder: join(base, 'on') }, 8);
    const reason = shutDown(join(base, 'on'));
    disk.remove();
    return reason && `this machine cuts no disk off: ${reason}`;
  } catch (error) {
    return `this machine mounts no disk out of a file: ${String(error).split('\n').slice(0, 2).join(' ')}`;
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}

/** An ext4 in `file`, mounted on `folder`; both are made. */
export function mountCutDisk(
  { file, folder }: { readonly file: string; readonly folder: string },
  megabytes = MEGABYTES,
): CutDisk {
  const handle = openSync(file, 'w');
  ftruncateSync(handle, megabytes * 1_024 * 1_024);
  closeSync(handle);
  run('mkfs.ext4', ['-q', '-F', '-m', '0', file]);
  mkdirSync(folder, { recursive: true });
  const mount = (): void => run('mount', ['-o', 'loop', file, folder]);
  mount();
  let isMounted = true;
  return {
    cut() {
      const reason = shutDown(folder);
      if (reason !== undefined) throw new Error(reason);
    },
    async mend() {
      for (const deadline = performance.now() + 60_000; ; await sleep(50)) {
        killWhoWorksIn(folder);
        isMounted = spawnSync('umount', [folder]).status !== 0;
        if (!isMounted) break;
        if (performance.now() > deadline) throw new Error(`${folder} is held by somebody`);
      }
      mount();
      isMounted = true;
    },
    remove() {
      if (isMounted) run('umount', [folder]);
    },
  };
}
