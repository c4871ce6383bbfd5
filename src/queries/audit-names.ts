import type { Pool } from 'pg';
import type { AuditRow } from './audit-rows.ts';

/** Current names of the accounts in a page of the audit log, from the vault. */
export interface AuditNames {
  nameOf(userId: string): string;
  /** The actor of an event, as the subject of a sentence. */
  who(actor: { readonly kind: string; readonly id: string }): string;
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** The names of all people who occur in these entries, in one query. */
export async function auditNames(pool: Pool, rows: readonly Pick<AuditRow, 'meta' | 'data'>[]): Promise<AuditNames> {
  const ids = new Set<string>();
  for (const { meta, data } of rows) for (const [id] of `${meta}${data ?? ''}`.matchAll(UUID)) ids.add(id);
  const known = await pool.query<{
    readonly user_id: string;
    readonly name: string | null;
    readonly email: string | null;
  }>('select user_id, name, email from identity.person where user_id = any ($1::uuid[])', [[...ids]]);
  const names = new Map(known.rows.map(({ user_id: id, name, email }) => [id, name || email || 'Pessoa removida']));
  const nameOf = (userId: string): string => names.get(userId) ?? `Visitante ${userId.slice(0, 8)}`;
  return {
    nameOf,
    who({ kind, id }) {
      if (kind === 'system') return 'O sistema';
      return kind === 'admin' ? `${nameOf(id)} (administração)` : nameOf(id);
    },
  };
}
