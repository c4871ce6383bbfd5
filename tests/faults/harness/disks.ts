import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A small separate disk that is mounted on a folder. */
export interface Disk {
  /** Takes every byte that is left, and also those that are released later, until `giveBack`. */
  fill(): Promise<void>;
  giveBack(): Promise<void>;
  remove(): void;
}

/** Explains why no file system can be mounted here; undefined where that is allowed. */
export function whyNoMounting(): string | undefined {
  if (process.platform !== 'linux') return 'small disks of their own are mounted on Linux only';
  if (process.getuid?.() !== 0) return 'only root may mount small disks of their own';
  const folder = mkdtempSync(join(tmpdir(), 'prumo-mount-'));
  const tried = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder], { stdio: 'pipe' });
  if (tried.status === 0) execFileSync('umount', [folder]);
  rmSync(folder, { recursive: true, force: true });
  return tried.status === 0 ? undefined : 'this machine lets nobody mount small disks of their own';
}

/** @param folder is created when missing; its previous content is hidden while the disk is mounted */
export function mountSmallDisk(folder: string, megabytes: number): Disk {
  mkdirSync(folder, { recursive: true });
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'tmpfs', folder]);
  const ballast = join(folder, 'ballast');
  let isFull = false;
  let filling: Promise<void> = Promise.resolve();

  /** dd runs as a separate process, so that the load continues, and ends with an error when the disk is full. */
  const fillOnce = (): Promise<void> =>
    new Promise((done) => {
      const args = ['if=/dev/zero', `of=${ballast}`, 'bs=64k', 'oflag=append', 'conv=notrunc'];
      execFile('dd', args, () => done());
    });

  async function keepFull(): Promise<void> {
    for (;;) {
      await sleep(50);
      if (!isFull) return;
      await fillOnce();
    }
  }

  return {
    async fill() {
      isFull = true;
      await fillOnce();
      filling = keepFull();
    },
    async giveBack() {
      isFull = false;
      await filling;
      rmSync(ballast, { force: true });
    },
    remove() {
      isFull = false;
      execFileSync('umount', [folder]);
    },
  };
}
