import type { Pool } from 'pg';
import { formatPosition, parsePosition } from '../position.ts';
import type { SealedEvent, SealedLog } from '../sealed.ts';

interface Row {
  readonly position: string;
  readonly stream: string;
  readonly revision: string;
  readonly id: string;
  readonly type: string;
  readonly meta: string;
  readonly data: string | null;
  readonly salt: Buffer | null;
  readonly digest: Buffer;
}

const PAGE = {
  name: 'log_sealed_page',
  text: `select position, stream, revision, id, type, meta, data, salt, digest
         from log.events where position > $1 order by position limit $2`,
};

/** `logId`: of the log in this very database. */
export function createSealedPostgresLog(pool: Pool, logId: string): SealedLog {
  return {
    async sealed(after, limit) {
      const from = after === null ? 0 : parsePosition(logId, after);
      const { rows } = await pool.query<Row>({ ...PAGE, values: [from, limit] });
      return rows.map((row): SealedEvent => ({
        ...row,
        position: formatPosition(logId, Number(row.position)),
        revision: BigInt(row.revision),
      }));
    },
  };
}
