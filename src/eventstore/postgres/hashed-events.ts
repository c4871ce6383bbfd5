import { type HashedEvent, type AuditableLog, formatPosition, parsePosition } from '../port.ts';
import type { ReconnectingClient, Row, Statement } from './reconnecting-client.ts';

const PAGE: Statement = {
  name: 'log_hashed_page',
  text: `select position, stream, revision, id, type, meta, data, encode(salt, 'hex'), encode(digest, 'hex')
         from log.events where position > $1 order by position limit $2`,
};

/** Reads events with their hashes, for the audit log. */
export const createHashedReader =
  (client: ReconnectingClient, logId: string): AuditableLog['readHashedEvents'] =>
  async (after, limit) => {
    const from = after === null ? 0 : parsePosition(logId, after);
    return (await client.query(PAGE, [from, limit])).map((row) => hashedEvent(logId, row));
  };

function hashedEvent(logId: string, row: Row): HashedEvent {
  const [position, stream, revision, id, type, meta, data, salt, digest] = row as [
    string,
    string,
    string,
    string,
    string,
    string,
    string | null,
    string | null,
    string,
  ];
  return {
    position: formatPosition(logId, Number(position)),
    stream,
    revision: BigInt(revision),
    id,
    type,
    meta,
    data,
    salt: salt === null ? null : Buffer.from(salt, 'hex'),
    digest: Buffer.from(digest, 'hex'),
  };
}
