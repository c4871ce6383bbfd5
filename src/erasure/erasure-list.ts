import { mkdir, open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { randomUUID } from 'node:crypto';
import type { Accounts } from '#app/accounts.ts';
import type { Pool } from 'pg';
import type { EraseAccount } from './erasure.ts';

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

interface ErasureInput {
  readonly pool: Pick<Pool, 'query'>;
  readonly list: Pick<ErasureList, 'read'>;
  readonly accounts: Pick<Accounts, 'currentState' | 'erase'>;
  readonly ownedBusinessIds: (userId: string) => Promise<readonly string[]>;
  readonly erase: EraseAccount;
}

/**
 * Erases accounts again that a restored backup has brought back. Safe to repeat, and to interrupt.
 * @returns the number of accounts on the list, and of those that had come back
 */
export async function repeatErasures(
  input: ErasureInput,
): Promise<{ readonly listedCount: number; readonly erasedCount: number }> {
  const { pool, list, accounts, ownedBusinessIds, erase } = input;
  const userIds = await list.read();
  let erasedCount = 0;
  for (const userId of userIds) {
    await reserveId(pool, userId);
    const account = await accounts.currentState(userId);
    if (!account.registered || account.isErasureComplete) continue;
    const businessIds = await ownedBusinessIds(userId);
    await accounts.erase(userId, businessIds, { actor: { kind: 'system', id: 'erasure' }, requestId: randomUUID() });
    await erase(userId, { businessIds });
    erasedCount += 1;
  }
  return { listedCount: userIds.length, erasedCount };
}

/**
 * Marks the id of a person as taken. A backup from before the first sign-in does not know it, and the returning person
 * would get the erased account.
 */
async function reserveId(pool: Pick<Pool, 'query'>, userId: string): Promise<void> {
  await pool.query(
    'insert into identity.person (user_id, forgotten_at) values ($1, now()) on conflict (user_id) do nothing',
    [userId],
  );
}
