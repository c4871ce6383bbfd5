import type { AdminRecord } from '#app/admin/admin-record.ts';
import type { AdminPassword } from '#identity/admin-password.ts';
import type { Sessions } from '#identity/sessions.ts';
import { type Administrators, adminContext } from '../administrators.ts';
import type { Handlers } from '../mount.ts';
import { Problem, problems } from '../problem.ts';
import type { SessionCookies } from '../session-cookies.ts';

export interface AdminEntryPorts {
  readonly administrators: Administrators;
  readonly adminPassword: AdminPassword;
  readonly adminRecord: AdminRecord;
  readonly sessions: Pick<Sessions, 'verifyAdmin'>;
  readonly cookies: SessionCookies;
}

type AdminEntryHandlers = Pick<Handlers, 'checkAdminEmail' | 'verifyAdminPassword' | 'checkAdmin'>;

/** Handlers for signing in to the administration. */
export function adminEntryHandlers(ports: AdminEntryPorts): AdminEntryHandlers {
  const { administrators, adminPassword, adminRecord, sessions, cookies } = ports;
  return {
    async checkAdminEmail({ visitor }) {
      // A visitor without an account learns nothing about any e-mail; a signed-in one only about their own.
      if (visitor === null || visitor.kind === 'guest') return { body: { next: 'sign_in' } };
      if (!administrators.hasAdminEmail(visitor)) throw problems.notAdmin();
      return { body: { next: 'password' } };
    },

    async verifyAdminPassword({ visitor, body, ctx, requestId }) {
      const context = adminContext(visitor, requestId);
      const result = await adminPassword.check(context.actor.id, body.password);
      if (typeof result === 'object') throw problems.mustWait(result.waitSeconds);
      if (result === 'wrong') {
        await adminRecord.append({ type: 'AdminPasswordRefused', data: {} }, context);
        throw new Problem(403, 'wrong_password', 'Senha incorreta. Tente novamente.');
      }
      await adminRecord.append({ type: 'AdminPasswordGiven', data: {} }, context);
      const token = await sessions.verifyAdmin(cookies.session.read(ctx) ?? '');
      if (token === undefined) throw problems.notSignedIn();
      cookies.session.write(ctx, token);
      return { body: { verified: true } };
    },

    checkAdmin: async ({ visitor }) => ({
      body: { isAdmin: true, password_verified: visitor !== null && administrators.hasPassword(visitor) },
    }),
  };
}
