import { mkdir, open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Who has been erased, in a file outside the database: a backup that is restored knows nothing of erasures after it was
 * made. One line each, instant and account id; nothing personal.
 */
export interface ErasureList {
  /** On the disk when it resolves. The same id twice does no harm. */
  add(userId: string): Promise<void>;
  /** Account ids, each once, in the order of their first erasure. */
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
        // A line that a power cut or a full disk has torn must not take this one with it.
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
