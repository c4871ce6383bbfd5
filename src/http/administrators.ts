import type { Denials } from '#app/admin/denials.ts';
import { adminStateAt } from '#identity/session-lifetime.ts';
import type { Visitor } from '#queries/visitor.ts';
import { problems } from './problem.ts';
import type { AdminCall } from '#app/admin/admin-record.ts';

/** Who may administer: a verified e-mail on the list, and for all but the way in the password too. */
export interface Administrators {
  isListed(visitor: Visitor): boolean;
  hasPassword(visitor: Visitor): boolean;
  /** @throws Problem 403, and notes who tried */
  check(
    visitor: Visitor,
    call: { readonly name: string; readonly requestId: string; readonly needsPassword: boolean },
  ): Promise<void>;
}

export function createAdministrators(options: {
  /** In lower case. */
  readonly emails: readonly string[];
  readonly denials: Denials;
  readonly clock: () => Date;
}): Administrators {
  const { emails, denials, clock } = options;
  const isListed = ({ kind, email, emailVerified }: Visitor): boolean =>
    kind === 'account' && emailVerified && email !== null && emails.includes(email.toLowerCase());
  const hasPassword = ({ adminVerifiedAt, lastSeenAt }: Visitor): boolean =>
    adminStateAt(clock(), adminVerifiedAt, lastSeenAt) !== undefined;
  return {
    isListed,
    hasPassword,
    async check(visitor, { name, requestId, needsPassword }) {
      if (isListed(visitor) && (!needsPassword || hasPassword(visitor))) return;
      await denials.denied(name, { actor: { kind: visitor.kind, id: visitor.userId }, requestId });
      throw isListed(visitor) ? problems.noAdminPassword() : problems.notAdmin();
    },
  };
}

/** What somebody in the administration does, as the record has it. @throws Problem 401 without a session */
export function adminCall(visitor: Visitor | null, requestId: string): AdminCall {
  if (!visitor) throw problems.notSignedIn();
  return { actor: { kind: 'admin', id: visitor.userId }, requestId };
}
