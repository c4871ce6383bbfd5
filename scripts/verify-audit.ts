import { createAnchorFile } from '#projections/audit/anchors.ts';
import { type AuditReport, verifyAudit } from '#projections/audit/verify-audit.ts';
import type { AuditableLog } from '#eventstore/auditable-log.ts';
import type { Database } from '#processes/database.ts';
import { withClient } from './with-client.ts';

/** Verifies the whole audit log against all its anchors, and records time and result for the administration. */
export const verifyAuditLog = (
  { ownerUrl }: Database,
  { log, anchorsPath }: { readonly log: AuditableLog & { readonly id: string }; readonly anchorsPath: string },
): Promise<AuditReport & { readonly anchors: number }> =>
  withClient(ownerUrl, async (client) => {
    const anchors = await createAnchorFile(anchorsPath, log.id).all();
    const verdict = await verifyAudit({ client, log, anchors });
    await client.query('insert into audit.check_run (at, entries, problems) values (now(), $1, $2)', [
      verdict.entries,
      verdict.problems.length,
    ]);
    return { ...verdict, anchors: anchors.length };
  });
