import { mkdir, open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Erased accounts in a file outside the database, because a restored backup lacks later erasures. One line each,
 * instant and account id, without personal data.
 */
export interface ErasureList {
  /** Resolves when the line is on the disk. A repeated id is harmless. */
  add(userId: string): Promise<void>;
  /** Account ids without duplicates, in the order of their first erasure. */
  read(): Promise<readonly string[]>;
}

const LINE = /^\S+ ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/gm;

export function createErasureList(file: string, clock: () => Date): ErasureList {
  async function text(): Promise<string> {
    try {
      return await readFile(file, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
      throw error;
    }
  }
  return {
    async add(userId) {
      await mkdir(dirname(file), { recursive: true });
      const handle = await open(file, 'a', 0o600);
      try {
        // The line starts with a line break, so that a partial line left by a power cut or a full disk does not spoil
        // this one.
        await handle.appendFile(`\n${clock().toISOString()} ${userId}\n`);
        await handle.sync();
      } finally {
        await handle.close();
      }
    },
    async read() {
      const ids = Array.from((await text()).matchAll(LINE), ([, id]) => id ?? '');
      return [...new Set(ids)];
    },
  };
}
