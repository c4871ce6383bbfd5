import type { RequestContext } from '#app/new-events.ts';
import type { Denials } from '#app/admin/denials.ts';
import { adminStateAt } from '#identity/session-lifetime.ts';
import type { SessionUser } from '#queries/visitor.ts';
import { problems } from './problem.ts';

/**
 * Checks the rights of administrators: a verified e-mail on the list, and for everything except signing in to the
 * administration the password too.
 */
export interface Administrators {
  hasAdminEmail(visitor: SessionUser): boolean;
  hasPassword(visitor: SessionUser): boolean;
  /** @throws Problem 403, and records the attempt */
  check(
    visitor: SessionUser,
    request: { readonly name: string; readonly requestId: string; readonly needsPassword: boolean },
  ): Promise<void>;
}

export function createAdministrators(options: {
  /** E-mails in lower case. */
  readonly emails: readonly string[];
  readonly denials: Denials;
  readonly clock: () => Date;
}): Administrators {
  const { emails, denials, clock } = options;
  const hasAdminEmail = ({ kind, email, emailVerified }: SessionUser): boolean =>
    kind === 'account' && emailVerified && email !== null && emails.includes(email.toLowerCase());
  const hasPassword = ({ adminVerifiedAt, lastSeenAt }: SessionUser): boolean =>
    adminStateAt(clock(), adminVerifiedAt, lastSeenAt) !== undefined;
  return {
    hasAdminEmail,
    hasPassword,
    async check(visitor, { name, requestId, needsPassword }) {
      if (hasAdminEmail(visitor) && (!needsPassword || hasPassword(visitor))) return;
      await denials.denied(name, { actor: { kind: visitor.kind, id: visitor.userId }, requestId });
      throw hasAdminEmail(visitor) ? problems.noAdminPassword() : problems.notAdmin();
    },
  };
}

/** The context in which an act in the administration is recorded. @throws Problem 401 without a session */
export function adminContext(visitor: SessionUser | null, requestId: string): RequestContext {
  if (!visitor) throw problems.notSignedIn();
  return { actor: { kind: 'admin', id: visitor.userId }, requestId };
}
