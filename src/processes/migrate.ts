import { migrateLog } from '#eventstore/postgres/migrate.ts';
import { migrateIdentity } from '#identity/schema.ts';
import { migrateAudit } from '#projections/audit/schema.ts';
import { grantRows, migrateReadModel, SERVING_SCHEMA } from '#projections/read/schema.ts';
import { migrateReactors, REACTOR_SCHEMA } from '#projections/runner/reactor-schema.ts';
import pg from 'pg';
import { migrateAccessLog } from '#access-log/schema.ts';
import { migrateLimits } from '#limits/schema.ts';
import { migrateMail } from '#mail/schema.ts';
import { migratePayments } from '#payments/schema.ts';
import { migrateSandbox } from '#payments/sandbox/schema.ts';

/**
 * Brings every schema up to date, as the owner, and gives the role that the product runs as what it needs: it may append
 * to the log, never change it. A role that may not create anything leaves it to `npm run migrate`. Safe to repeat.
 * @param projectorShards in how many parts the read model is projected, when it is made here
 * @returns false when the role may not migrate
 */
export async function migrate(
  { url, ownerUrl }: { readonly url: string; readonly ownerUrl: string },
  { projectorShards = 1 }: { readonly projectorShards?: number } = {},
): Promise<boolean> {
  const client = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    const { rows } = await client.query<{ may: boolean }>(
      `select has_database_privilege(current_database(), 'create') as may`,
    );
    if (!rows[0]?.may) return false;
    const runtimeRole = roleOf(url);
    await client.query('set client_min_messages = warning');
    await migrateLog(client, { runtimeRole });
    await migrateIdentity(client);
    await migratePayments(client);
    await migrateSandbox(client);
    await migrateReadModel(client, { shards: projectorShards });
    await migrateReactors(client);
    await migrateLimits(client);
    await migrateMail(client);
    await migrateAudit(client, { runtimeRole });
    const isRestricted = runtimeRole !== roleOf(ownerUrl);
    await migrateAccessLog(client, isRestricted ? { runtimeRole } : {});
    if (isRestricted)
      for (const schema of ['identity', 'payments', 'sandbox', SERVING_SCHEMA, REACTOR_SCHEMA, 'limits', 'mail'])
        await grantRows(client, schema, runtimeRole);
    return true;
  } finally {
    await client.end();
  }
}

export const roleOf = (url: string): string => decodeURIComponent(new URL(url).username);
