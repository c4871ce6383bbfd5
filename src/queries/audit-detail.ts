import { effectOf } from '#domain/any-event.ts';
import type { Pool } from 'pg';
import { type AuditEntry, auditEntry } from './audit-entry.ts';
import { auditNames } from './audit-names.ts';
import { auditCause, auditEffects, auditRow, type AuditRow } from './audit-rows.ts';

/** One entry in detail: values before and after, its cause, and its effects. */
export interface AuditDetail {
  readonly entry: AuditEntry;
  readonly before: unknown;
  readonly after: unknown;
  readonly cause: AuditEntry | null;
  readonly effects: AuditEntry[];
  /** The event as recorded. */
  readonly raw: { readonly meta: unknown; readonly data: unknown; readonly digest: string; readonly hash: string };
}

/** Finds the entry with this number; undefined if there is none. */
export async function findAuditDetail(pool: Pool, number: bigint): Promise<AuditDetail | undefined> {
  const row = await auditRow(pool, number);
  if (!row) return undefined;
  const meta = JSON.parse(row.meta) as { readonly causationId?: string };
  const [cause, effects] = await Promise.all([
    meta.causationId === undefined ? undefined : auditCause(pool, meta.causationId),
    auditEffects(pool, row),
  ]);
  const names = await auditNames(pool, [row, ...(cause ? [cause] : []), ...effects]);
  return {
    entry: auditEntry(row, names),
    ...valuesOfChange(row),
    cause: cause ? auditEntry(cause, names) : null,
    effects: effects.map((effect) => auditEntry(effect, names)),
    raw: {
      meta,
      data: row.data === null ? null : JSON.parse(row.data),
      digest: row.digest.toString('hex'),
      hash: row.hash.toString('hex'),
    },
  };
}

/**
 * A change has `from` and `to`; the data of a removal is the value before, the data of any other event the value after.
 */
function valuesOfChange({ type, data }: AuditRow): { readonly before: unknown; readonly after: unknown } {
  if (data === null) return { before: null, after: null };
  const content = JSON.parse(data) as Readonly<Record<string, unknown>>;
  const { from: before, to: after } = content;
  if (before !== undefined && after !== undefined) return { before, after };
  const effect = effectOf(type);
  return effect === 'removed' || effect === 'cleared'
    ? { before: content, after: null }
    : { before: null, after: content };
}
