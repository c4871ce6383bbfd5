import { createAnchorFile } from '#projections/audit/anchors.ts';
import { type AuditReport, verifyAudit } from '#projections/audit/verify-audit.ts';
import type { AuditableLog } from '#eventstore/port.ts';
import type { Database } from '#processes/database.ts';
import { withClient } from './with-client.ts';

/** Verifies the whole audit log with all of its anchors, and stores the result for the administrators' page. */
export const verifyAuditLog = (
  { ownerUrl }: Database,
  { log, anchorsPath }: { readonly log: AuditableLog & { readonly id: string }; readonly anchorsPath: string },
): Promise<AuditReport & { readonly anchors: number }> =>
  withClient(ownerUrl, async (client) => {
    const anchors = await createAnchorFile(anchorsPath, log.id).all();
    const report = await verifyAudit({ client, log, anchors });
    await client.query('insert into audit.check_run (at, entries, problems) values (now(), $1, $2)', [
      report.entries,
      report.problems.length,
    ]);
    return { ...report, anchors: anchors.length };
  });
