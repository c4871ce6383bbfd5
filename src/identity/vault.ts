import type { Pool } from 'pg';
import type { Identity } from './port.ts';
import { v5 } from 'uuid';

/** Our own namespace; changing it would change the id of every person. */
const NAMESPACE = '5f0c3f0e-6c1b-4b7e-9a53-0d9f2f6f7c11';

/**
 * The account id of a person: always the same for issuer and subject. `generation` counts how often that person has
 * been erased: a returning person is a new one.
 */
export function userIdOf(issuer: string, subject: string, generation: number): string {
  const name = generation === 0 ? [issuer, subject] : [issuer, subject, generation];
  return v5(JSON.stringify(name), NAMESPACE);
}

/** The only place that connects an account id with a name: events, logs and read rows carry ids. */
export interface PersonRecord {
  readonly userId: string;
  readonly issuer: string;
  readonly subject: string;
  readonly generation: number;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly name: string;
  readonly picture?: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export type Profile = Pick<Identity, 'email' | 'emailVerified' | 'name' | 'picture'>;

export interface Vault {
  /**
   * Finds or creates the account of a person who signs in, and stores the provider's current profile. `isNew`: never
   * seen before, or back after an erasure.
   */
  recogniseOrRegister(identity: Identity): Promise<{ readonly userId: string; readonly isNew: boolean }>;
  /** Finds a person; undefined when unknown or forgotten. */
  find(userId: string): Promise<PersonRecord | undefined>;
  /** Finds the person who last signed in with this verified e-mail, in any letter case. */
  findByVerifiedEmail(email: string): Promise<PersonRecord | undefined>;
  /** Stores a new profile. @returns false when unknown or forgotten */
  update(userId: string, profile: Profile): Promise<boolean>;
  /** Removes all personal data; the id stays taken, so that the same person returns as the next generation. */
  forget(userId: string): Promise<void>;
}

interface PersonRow {
  readonly user_id: string;
  readonly issuer: string;
  readonly subject: string;
  readonly generation: number;
  readonly email: string;
  readonly email_verified: boolean;
  readonly name: string;
  readonly picture: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

const COLUMNS =
  'user_id, issuer, subject, generation, email, email_verified, name, picture, created_at, updated_at' as const;

const personFrom = (row: PersonRow): PersonRecord => ({
  userId: row.user_id,
  issuer: row.issuer,
  subject: row.subject,
  generation: row.generation,
  email: row.email,
  emailVerified: row.email_verified,
  name: row.name,
  ...(row.picture === null ? {} : { picture: row.picture }),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

export function createVault(pool: Pool): Vault {
  return {
    update: (userId, profile) => update(pool, userId, profile),

    // Ids are computed, so no trace of issuer and subject of forgotten people is needed: their ids are simply taken.
    async recogniseOrRegister(identity) {
      for (let generation = 0; ;) {
        const userId = userIdOf(identity.issuer, identity.subject, generation);
        if (await update(pool, userId, identity)) return { userId, isNew: false };
        if (await register(pool, { userId, generation, identity })) return { userId, isNew: true };
        // The id is forgotten, or was registered this moment by another request and is recognised in the next round.
        if (await isForgotten(pool, userId)) generation += 1;
      }
    },

    async find(userId) {
      const { rows } = await pool.query<PersonRow>(
        `select ${COLUMNS} from identity.person where user_id = $1 and forgotten_at is null`,
        [userId],
      );
      return rows[0] && personFrom(rows[0]);
    },

    async findByVerifiedEmail(email) {
      const { rows } = await pool.query<PersonRow>(
        `select ${COLUMNS} from identity.person where lower(email) = lower($1) and email_verified
          order by updated_at desc, user_id limit 1`,
        [email.trim()],
      );
      return rows[0] && personFrom(rows[0]);
    },

    async forget(userId) {
      await pool.query(
        `delete from identity.granted_email g using identity.person p
          where p.user_id = $1 and p.email_verified and lower(g.email) = lower(p.email)`,
        [userId],
      );
      await pool.query(
        `update identity.person
            set issuer = null, subject = null, email = null, email_verified = false, name = null, picture = null,
                updated_at = now(), forgotten_at = now()
          where user_id = $1 and forgotten_at is null`,
        [userId],
      );
    },
  };
}

async function update(pool: Pool, userId: string, { email, emailVerified, name, picture }: Profile): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update identity.person set email = $2, email_verified = $3, name = $4, picture = $5, updated_at = now()
      where user_id = $1 and forgotten_at is null`,
    [userId, email, emailVerified, name, picture ?? null],
  );
  return rowCount === 1;
}

async function register(
  pool: Pool,
  { userId, generation, identity }: Pick<PersonRecord, 'userId' | 'generation'> & { readonly identity: Identity },
): Promise<boolean> {
  const { issuer, subject, email, emailVerified, name, picture } = identity;
  const { rowCount } = await pool.query(
    `insert into identity.person (user_id, issuer, subject, generation, email, email_verified, name, picture)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (user_id) do nothing`,
    [userId, issuer, subject, generation, email, emailVerified, name, picture ?? null],
  );
  return rowCount === 1;
}

async function isForgotten(pool: Pool, userId: string): Promise<boolean> {
  const { rows } = await pool.query('select 1 from identity.person where user_id = $1 and forgotten_at is not null', [
    userId,
  ]);
  return rows.length === 1;
}
