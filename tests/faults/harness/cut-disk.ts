import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, ftruncateSync, mkdirSync, mkdtempSync, openSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A disk whose power can be cut: everything that was not flushed to it by then is lost. */
export interface CutDisk {
  /** Cuts the power: nothing is written or read from here on. */
  cut(): void;
  /**
   * Kills every process that uses the disk, as a power cut would, and mounts it again in the state in which it was
   * left.
   */
  mend(): Promise<void>;
  remove(): void;
}

const MEGABYTES = 600;

/** EXT4_IOC_SHUTDOWN with EXT4_GOING_FLAGS_NOLOGFLUSH, which does not even write the journal in memory. */
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
    return false; // The process has ended meanwhile.
  }
}

function killWhoWorksIn(folder: string): void {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name) && worksIn(name, folder)))
    try {
      process.kill(Number(pid), 'SIGKILL');
    } catch {
      // The process has ended meanwhile.
    }
}

/** Explains why a power cut is impossible here; undefined where it is possible. */
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

/** Creates an ext4 in `file` and mounts it on `folder`. */
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
