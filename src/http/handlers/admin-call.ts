import type { AdminCall } from '#app/admin/admin-record.ts';
import type { Visitor } from '#queries/visitor.ts';
import { problems } from '../problem.ts';

/** What somebody in the administration does, as the record has it. @throws Problem 401 without a session */
export function adminCall(visitor: Visitor | null, requestId: string): AdminCall {
  if (!visitor) throw problems.notSignedIn();
  return { actor: { kind: 'admin', id: visitor.userId }, requestId };
}
