import { randomUUID } from 'node:crypto';
import type { Accounts } from '#app/accounts.ts';
import type { OwnerCommand } from '#app/aggregate.ts';
import { CommandNotDone, type CommandHandler } from '#app/command-handler.ts';
import type { BusinessRefusal } from '#domain/business/refusals.ts';
import type { Business } from '#domain/business/state.ts';
import { businessStream, importMemoryStream } from '#domain/streams.ts';
import { type EventLog, isAtOrAfter, type Position, ErasedStreamError } from '#eventstore/port.ts';
import type { Sessions } from '#identity/sessions.ts';
import type { Vault } from '#identity/vault.ts';
import { positionSql, SERVING_SCHEMA, PREVIOUS_SCHEMA, BUSINESS_TABLES } from '#read-model/tables.ts';
import { waitUntil } from '#runtime/waiting.ts';
import type { Pool } from 'pg';
import { forgetMail } from '../mail/queue.ts';
import type { ErasureSteps } from './erasure.ts';
import type { ErasureList } from './erasure-list.ts';
import { forgetPayer, findPaymentIds } from './payers.ts';

export interface ErasureSources {
  readonly pool: Pool;
  readonly log: Pick<EventLog, 'erase' | 'head'>;
  readonly list: Pick<ErasureList, 'add'>;
  readonly accounts: Pick<Accounts, 'currentState' | 'completeErasure'>;
  readonly businesses: CommandHandler<Business, OwnerCommand, BusinessRefusal>;
  /** Drops the business from the caches of this process; other processes notice when they read the log. */
  readonly forgetBusiness: (businessId: string) => void;
  readonly sessions: Pick<Sessions, 'removeAllOf'>;
  readonly vault: Pick<Vault, 'forget'>;
  readonly ownedBusinesses: (userId: string) => Promise<readonly string[]>;
}

const ACTOR = { kind: 'system', id: 'erasure' } as const;
/** Time for the projector to finish its batch, in milliseconds. */
const TIMEOUT_MS = 10_000;
const CHECK_EVERY_MS = 50;

export function createErasureSteps(sources: ErasureSources): ErasureSteps {
  const { pool, log, list, accounts, businesses, forgetBusiness, sessions, vault, ownedBusinesses } = sources;
  return {
    recordOutside: (userId) => list.add(userId),
    account: (userId) => accounts.currentState(userId),
    async listOwnedBusinesses(userId) {
      const head = await log.head();
      await waitForReadModel(() => hasReached(pool, head));
      return ownedBusinesses(userId);
    },
    paymentsOf: (userIds) => findPaymentIds(pool, userIds),

    async closeBusiness(businessId, ownerId) {
      const context = { actor: ACTOR, requestId: randomUUID(), changeId: randomUUID() };
      try {
        const outcome = await businesses.handle(businessId, { ownerId, command: { type: 'EraseBusiness' } }, context);
        return outcome.kind !== 'refused' || outcome.refusal.refusal !== 'not_the_owner';
      } catch (error) {
        if (error instanceof ErasedStreamError) return true;
        throw error;
      }
    },

    async emptyStreams(businessId) {
      const streams = [businessStream(businessId), importMemoryStream(businessId)];
      for (const stream of streams) await log.erase(stream);
      forgetBusiness(businessId);
      for (const stream of streams) await pool.query('select audit.erase($1)', [stream]);
    },

    async clearRows(businessIds) {
      await clearPreviousReadModel(pool, businessIds);
      await waitForReadModel(async () => !(await hasRows(pool, businessIds)));
    },

    async endSessions(userIds) {
      for (const userId of userIds) await sessions.removeAllOf(userId);
    },
    forgetPayer: (paymentIds) => forgetPayer(pool, paymentIds),
    forgetMail: (paymentIds) => forgetMail(pool, paymentIds),
    forgetPerson: (userId) => vault.forget(userId),
    async complete(userId) {
      await accounts.completeErasure(userId, { actor: ACTOR, requestId: randomUUID() });
    },
  };
}

/** @throws CommandNotDone when the projector takes too long; the erasure is then retried */
async function waitForReadModel(isDone: () => Promise<boolean>): Promise<void> {
  if (!(await waitUntil(isDone, { everyMs: CHECK_EVERY_MS, withinMs: TIMEOUT_MS })))
    throw new CommandNotDone('the read model is behind');
}

async function hasReached(pool: Pool, head: Position | null): Promise<boolean> {
  const { rows } = await pool.query<{ position: Position | null }>(`select ${positionSql()} as position`);
  const position = rows[0]?.position ?? null;
  return head === null || (position !== null && isAtOrAfter(position, head));
}

async function hasRows(pool: Pool, businessIds: readonly string[]): Promise<boolean> {
  const existsConditions = BUSINESS_TABLES.map(
    ({ name }) => `exists (select from ${SERVING_SCHEMA}.${name} where business_id = any($1))`,
  );
  const { rows } = await pool.query<{ found: boolean }>(`select ${existsConditions.join(' or ')} as found`, [
    businessIds,
  ]);
  return rows[0]?.found ?? false;
}

/** The previous read model is kept for a while after a rebuild, and no projector updates it. */
async function clearPreviousReadModel(pool: Pool, businessIds: readonly string[]): Promise<void> {
  for (const { name } of BUSINESS_TABLES) {
    const { rows } = await pool.query<{ there: boolean }>('select to_regclass($1) is not null as there', [
      `${PREVIOUS_SCHEMA}.${name}`,
    ]);
    if (rows[0]?.there)
      await pool.query(`delete from ${PREVIOUS_SCHEMA}.${name} where business_id = any($1)`, [businessIds]);
  }
}
