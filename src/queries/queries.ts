import type { Pool } from 'pg';
import { type OwnSession, ownSessions } from './living-sessions.ts';
import { type OwnBusinesses, ownBusinessesQueries } from './own-businesses.ts';
import { type OwnerView, ownerViewQuery, type OwnerViewResult } from './owner-view.ts';
import { type LastRevisionSql, type Visitor, visitorQuery } from './visitor.ts';

/** What the screens read. Hashes are those of session tokens (`sessionHash`). */
export interface Queries extends OwnBusinesses {
  visitor(tokenHash: Buffer): Promise<Visitor | null>;
  ownerView(tokenHash: Buffer, view: OwnerView): Promise<OwnerViewResult>;
  /** Where whoever has this session is signed in now; this one first. */
  sessions(tokenHash: Buffer): Promise<readonly OwnSession[]>;
}

interface Options {
  readonly pool: Pool;
  /** The one that sessions are written by. */
  readonly clock: () => Date;
  /** Where the log lies in the same database: a visitor then comes with the revision of the account's stream. */
  readonly lastRevision?: LastRevisionSql;
}

export function createQueries(options: Options): Queries {
  const { pool, clock } = options;
  return {
    visitor: visitorQuery(options),
    ownerView: ownerViewQuery(pool, clock),
    sessions: (tokenHash) => ownSessions(pool, tokenHash, clock()),
    ...ownBusinessesQueries(pool),
  };
}
