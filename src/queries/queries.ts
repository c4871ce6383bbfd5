import type { Pool } from 'pg';
import { type OwnBusinesses, ownBusinessesQueries } from './own-businesses.ts';
import { type OwnerView, ownerViewQuery, type OwnerViewResult } from './owner-view.ts';
import { type Visitor, visitorQuery } from './visitor.ts';

/** What the screens read. Hashes are those of session tokens (`sessionHash`). */
export interface Queries extends OwnBusinesses {
  visitor(tokenHash: Buffer): Promise<Visitor | null>;
  ownerView(tokenHash: Buffer, view: OwnerView): Promise<OwnerViewResult>;
}

/** `clock` is the one that sessions are written by. */
export function createQueries(pool: Pool, clock: () => Date): Queries {
  return { visitor: visitorQuery(pool, clock), ownerView: ownerViewQuery(pool, clock), ...ownBusinessesQueries(pool) };
}
