import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { chargeStatus, rawStatusesOf } from '../asaas/responses.ts';
import { type Charge, type NewCharge, ProviderError } from '../provider.ts';
import { generatePixPayload } from '@brazilian-utils/brazilian-utils/generate-pix-payload';

/** A domain reserved by RFC 2606: a banking app that reads the code finds nothing to pay there. */
const UNPAYABLE_HOST = 'pix.example.com';

/** A valid PIX code ("copia e cola") of a charge that nobody can pay. @param key letters and digits, up to 60 */
export function unpayableBrCode(key: string): string {
  const code = generatePixPayload({
    url: `${UNPAYABLE_HOST}/${key}`,
    merchantName: 'Prumo (modo de teste)',
    merchantCity: 'SAO PAULO',
  });
  if (code === null) throw new Error('not a place in a PIX code');
  return code;
}

export interface ChargeRow {
  readonly id: string;
  readonly reference: string;
  readonly seq: string;
  readonly cents: number;
  readonly refunded_cents: number;
  /** A status of Asaas, or the one for a cancelled charge. */
  readonly status: string;
  readonly description: string;
  readonly copy_paste: string;
  readonly due_at: Date;
  readonly created_at: Date;
}

export interface Charges {
  /** Creates a charge, or returns the existing one of this payment. */
  create(charge: NewCharge): Promise<ChargeRow>;
  find(by: 'id' | 'reference', value: string): Promise<ChargeRow>;
  /** Lists charges, newest first: the next hundred before `belowSeq`. */
  listPage(filter: {
    readonly reference: string | null;
    readonly belowSeq: string | null;
  }): Promise<readonly ChargeRow[]>;
  /** Changes the status of a charge to `to`. @throws ProviderError `rejected` unless its status is one of `from` */
  changeStatus(reference: string, from: readonly string[], to: string): Promise<ChargeRow>;
  /** Refunds the whole charge, or what is left of it; idempotent. @throws ProviderError `rejected` */
  refund(id: string): Promise<ChargeRow>;
  /** Cancels an unpaid charge; idempotent. @throws ProviderError `rejected` */
  cancel(id: string): Promise<ChargeRow>;
}

const PAGE_SIZE = 100;
const COLUMNS = 'id, reference, seq, cents, refunded_cents, status, description, copy_paste, due_at, created_at';

/** Asaas marks a deleted charge beside its status; here it is a final status. */
const CANCELLED = 'DELETED';

/** Removes a character that PostgreSQL rejects in queries; no id or reference contains it. */
const withoutNul = (text: string): string => text.replaceAll('\0', '');

export const chargeFrom = (row: ChargeRow): Charge => ({
  chargeId: row.id,
  paymentId: row.reference,
  cents: row.cents,
  status: row.status === CANCELLED ? 'cancelled' : chargeStatus(row.status),
  refundedCents: row.refunded_cents,
  copyPaste: row.copy_paste,
  expiresAt: row.due_at,
});

async function findCharge(pool: Pool, by: 'id' | 'reference', value: string): Promise<ChargeRow> {
  const { rows } = await pool.query<ChargeRow>(`select ${COLUMNS} from sandbox.charge where ${by} = $1`, [
    withoutNul(value),
  ]);
  if (!rows[0]) throw new ProviderError('not_found', 'no such charge');
  return rows[0];
}

/**
 * The charges in table `sandbox.charge`. Each status changes in a single statement, so that of two concurrent changes
 * only one succeeds.
 */
export function createCharges(pool: Pool, clock: () => Date): Charges {
  const find: Charges['find'] = (by, value) => findCharge(pool, by, value);

  return {
    find,

    async create({ paymentId, cents, description, dueDate }) {
      const key = randomBytes(16).toString('hex');
      await pool.query(
        `insert into sandbox.charge (id, reference, cents, description, copy_paste, due_at, created_at)
         values ($1, $2, $3, $4, $5, $6, $7) on conflict (reference) do nothing`,
        [`pay_${key.slice(0, 16)}`, paymentId, cents, description, unpayableBrCode(key), dueDate, clock()],
      );
      return find('reference', paymentId);
    },

    async listPage({ reference, belowSeq }) {
      const { rows } = await pool.query<ChargeRow>(
        `select ${COLUMNS} from sandbox.charge
          where ($1::text is null or reference = $1) and ($2::bigint is null or seq < $2)
          order by seq desc limit ${PAGE_SIZE}`,
        [reference === null ? null : withoutNul(reference), belowSeq],
      );
      return rows;
    },

    async changeStatus(reference, from, to) {
      const { rows } = await pool.query<ChargeRow>(
        `update sandbox.charge
            set status = $3, refunded_cents = case when $3 = 'REFUNDED' then cents else refunded_cents end
          where reference = $1 and status = any($2) returning ${COLUMNS}`,
        [withoutNul(reference), from, to],
      );
      if (rows[0]) return rows[0];
      const { status } = await find('reference', reference);
      throw new ProviderError('rejected', `from ${status} to ${to}`);
    },

    async refund(id) {
      const { rows } = await pool.query<ChargeRow>(
        `update sandbox.charge set refunded_cents = cents, status = 'REFUNDED'
          where id = $1 and status = any($2) returning ${COLUMNS}`,
        [withoutNul(id), ['RECEIVED', 'CONFIRMED']],
      );
      if (rows[0]) return rows[0];
      const row = await find('id', id);
      if (row.status === 'REFUNDED') return row;
      throw new ProviderError('rejected', `refund while ${row.status}`);
    },

    async cancel(id) {
      const { rows } = await pool.query<ChargeRow>(
        `update sandbox.charge set status = $2 where id = $1 and status = any($3) returning ${COLUMNS}`,
        [withoutNul(id), CANCELLED, [...rawStatusesOf('pending'), ...rawStatusesOf('overdue'), CANCELLED]],
      );
      if (rows[0]) return rows[0];
      const { status } = await find('id', id);
      throw new ProviderError('rejected', `cancel while ${status}`);
    },
  };
}
