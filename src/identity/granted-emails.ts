import type { Pool } from 'pg';

/** The e-mail of each grant, because the grant's events contain no e-mail. */
export interface GrantedEmails {
  add(grantId: string, email: string, at: Date): Promise<void>;
  /** Finds the ids of waiting grants to this e-mail, in any letter case; oldest first. */
  findWaiting(email: string): Promise<readonly string[]>;
  /** Lists the waiting grants to all e-mails, newest first. */
  list(limit: number): Promise<readonly { readonly grantId: string; readonly email: string }[]>;
  /** Deletes the e-mail of a grant that was taken up or revoked, because it is no longer needed. */
  remove(grantId: string): Promise<void>;
}

export function createGrantedEmails(pool: Pool): GrantedEmails {
  return {
    async add(grantId, email, at) {
      await pool.query(
        'insert into identity.granted_email (grant_id, email, given_at) values ($1, $2, $3) on conflict do nothing',
        [grantId, email, at],
      );
    },
    async findWaiting(email) {
      const { rows } = await pool.query<{ readonly grant_id: string }>(
        `select grant_id from identity.granted_email
          where lower(email) = lower($1) order by given_at, grant_id`,
        [email.trim()],
      );
      return rows.map(({ grant_id: id }) => id);
    },
    async list(limit) {
      const { rows } = await pool.query<{ readonly grantId: string; readonly email: string }>(
        `select grant_id as "grantId", email from identity.granted_email
          order by given_at desc, grant_id limit $1`,
        [limit],
      );
      return rows;
    },
    async remove(grantId) {
      await pool.query('delete from identity.granted_email where grant_id = $1', [grantId]);
    },
  };
}
