import { formatPosition, parsePosition } from '../position.ts';
import type { SealedEvent, SealedLog } from '../sealed.ts';
import type { Line, Row, Statement } from './line.ts';

const PAGE: Statement = {
  name: 'log_sealed_page',
  text: `select position, stream, revision, id, type, meta, data, encode(salt, 'hex'), encode(digest, 'hex')
         from log.events where position > $1 order by position limit $2`,
};

/** Events with their seals, for the audit trail. */
export const createSealedReader =
  (line: Line, logId: string): SealedLog['sealed'] =>
  async (after, limit) => {
    const from = after === null ? 0 : parsePosition(logId, after);
    return (await line.query(PAGE, [from, limit])).map((row) => sealedEvent(logId, row));
  };

function sealedEvent(logId: string, row: Row): SealedEvent {
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
