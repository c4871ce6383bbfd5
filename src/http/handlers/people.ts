import type { AdminRecord } from '#app/admin/admin-record.ts';
import { USERS_PER_PAGE, userCursor, MAX_WAITING_GRANTS } from '#contract/admin.ts';
import type { Sessions } from '#identity/sessions.ts';
import type { AdminQueries, PersonDetail } from '#queries/admin-queries.ts';
import type { UserRow } from '#queries/users.ts';
import type { Handlers } from '../mount.ts';
import { problems } from '../problem.ts';
import { adminContext } from '../administrators.ts';

export interface PeoplePorts {
  /** E-mails in lower case. */
  readonly adminEmails: readonly string[];
  readonly adminQueries: Pick<AdminQueries, 'users' | 'user' | 'userCounts' | 'person' | 'waitingGrants'>;
  readonly adminRecord: AdminRecord;
  readonly sessions: Pick<Sessions, 'endAllOf'>;
}

type PeopleHandlers = Pick<Handlers, 'listUsers' | 'countUsers' | 'person' | 'listWaitingGrants' | 'endSessions'>;

/** Handlers for the list of people in the administration. Reading personal data is recorded in the audit log, too. */
export function peopleHandlers({ adminEmails, adminQueries, adminRecord, sessions }: PeoplePorts): PeopleHandlers {
  const userBody = ({ userId, createdAt, ...row }: UserRow) => ({
    id: userId,
    email: row.email,
    name: row.name,
    access_granted: row.accessGranted,
    is_admin: row.emailVerified && row.email !== null && adminEmails.includes(row.email.toLowerCase()),
    guest: row.guest,
    payment_id: row.paymentId,
    created_at: createdAt.toISOString(),
  });

  return {
    async listUsers({ query: { search, access, before }, visitor, requestId, ctx }) {
      const data = { what: 'users', userId: null } as const;
      await adminRecord.append({ type: 'PersonalDataRead', data }, adminContext(visitor, requestId));
      const { rows, hasMore } = await adminQueries.users({ search, access }, { before, limit: USERS_PER_PAGE });
      const people = rows.map(userBody);
      const last = people.at(-1);
      if (hasMore && last) ctx.set('X-Next', userCursor(last));
      return { body: people };
    },

    async countUsers() {
      const { total, granted, waitingGrants } = await adminQueries.userCounts();
      return { body: { total, granted, pending: total - granted, waiting_grants: waitingGrants } };
    },

    async person({ params: { id }, visitor, requestId }) {
      const person = await adminQueries.person(id);
      if (!person) throw problems.notFound();
      const data = { what: 'person', userId: id } as const;
      await adminRecord.append({ type: 'PersonalDataRead', data }, adminContext(visitor, requestId));
      return {
        body: {
          user: userBody(person.user),
          payments: person.payments.map(paymentBody),
          grants: person.grants.map((grant) => ({ ...grant })),
          sessions: person.sessions.map(({ kind, createdAt, lastSeenAt }) => ({
            kind,
            created_at: createdAt.toISOString(),
            last_seen_at: lastSeenAt.toISOString(),
          })),
        },
      };
    },

    async listWaitingGrants({ visitor, requestId }) {
      const data = { what: 'waiting_grants', userId: null } as const;
      await adminRecord.append({ type: 'PersonalDataRead', data }, adminContext(visitor, requestId));
      const waiting = await adminQueries.waitingGrants(MAX_WAITING_GRANTS);
      return { body: waiting.map((grant) => ({ ...grant })) };
    },

    async endSessions({ params: { id }, visitor, requestId }) {
      const person = await adminQueries.person(id);
      if (!person) throw problems.notFound();
      // The act is recorded first, with the present number: a session that begins at this very moment ends uncounted.
      const data = { userId: id, sessions: person.sessions.length };
      await adminRecord.append({ type: 'SessionsEnded', data }, adminContext(visitor, requestId));
      await sessions.endAllOf(id);
      return { body: undefined };
    },
  };
}

const paymentBody = ({ id, status, priceCents, createdAt, paidAt, canRefund }: PersonDetail['payments'][number]) => ({
  id,
  status,
  amount: priceCents / 100,
  created_at: createdAt.toISOString(),
  paid_at: paidAt?.toISOString() ?? null,
  can_refund: canRefund,
});
