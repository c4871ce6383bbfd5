import { randomUUID } from 'node:crypto';
import type { Accounts } from '#app/accounts.ts';
import type { Pool } from 'pg';
import type { EraseAccount } from './erasure.ts';
import type { ErasureList } from './erasure-list.ts';

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
