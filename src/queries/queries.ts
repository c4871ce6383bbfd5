import type { ViewName } from '#contract/routes/views.ts';
import type { Pool } from 'pg';
import { type OwnSession, ownSessions } from './active-sessions.ts';
import { type OwnBusinesses, ownBusinessesQueries } from './own-businesses.ts';
import { ownerViewQuery, type OwnerViewResult } from './owner-view.ts';
import { type LastRevisionSql, type SessionUser, sessionUserQuery } from './visitor.ts';

/** The reads of the screens. Hashes are those of session tokens (`sessionHash`). */
export interface Queries extends OwnBusinesses {
  visitor(tokenHash: Buffer): Promise<SessionUser | null>;
  ownerView(tokenHash: Buffer, view: ViewName): Promise<OwnerViewResult>;
  /** Active sessions of the account with this session; this one first. */
  sessions(tokenHash: Buffer): Promise<readonly OwnSession[]>;
}

interface Options {
  readonly pool: Pool;
  /** The clock that sessions are written with. */
  readonly clock: () => Date;
  /** Available where the log is in the same database: a visitor then includes the revision of the account's stream. */
  readonly lastRevision?: LastRevisionSql;
}

export function createQueries(options: Options): Queries {
  const { pool, clock } = options;
  return {
    visitor: sessionUserQuery(options),
    ownerView: ownerViewQuery(pool, clock),
    sessions: (tokenHash) => ownSessions(pool, tokenHash, clock()),
    ...ownBusinessesQueries(pool),
  };
}
