import type { Pool } from 'pg';
import {
  type PaymentIntent,
  type PaymentIntents,
  type PaymentVisitor,
  type IntentState,
  BUYER_TOKEN_LIFETIME_MS,
  payableUntil,
  newBuyerToken,
} from './intent.ts';

/**
 * The columns of an intent. `provider_id` is the id of the charge, `claimed_email` and `claimed_name` are what the
 * buyer entered, `asked_at` is the time of the last reading, and `due_at` that of the next one. `key_hash` is not
 * written any more.
 */
interface IntentRow {
  readonly payment_id: string;
  readonly provider: string;
  readonly provider_id: string | null;
  readonly cents: number;
  readonly buyer_hash: string;
  readonly user_id: string | null;
  readonly user_kind: 'account' | 'guest' | null;
  readonly claimed_email: string | null;
  readonly claimed_name: string | null;
  readonly copy_paste: string | null;
  readonly qr_png: string | null;
  readonly invoice_url: string | null;
  readonly expires_at: Date | null;
  readonly created_at: Date;
  readonly tried_at: Date | null;
  readonly state: IntentState;
  readonly paid_at: Date | null;
}

const COLUMNS = `payment_id, provider, provider_id, cents, buyer_hash, user_id, user_kind, claimed_email, claimed_name,
  copy_paste, qr_png, invoice_url, expires_at, created_at, tried_at, state, paid_at`;

const intentFrom = (row: IntentRow): PaymentIntent => ({
  paymentId: row.payment_id,
  provider: row.provider,
  chargeId: row.provider_id,
  priceCents: row.cents,
  buyerTokenHash: row.buyer_hash,
  user: row.user_id === null || row.user_kind === null ? null : { kind: row.user_kind, userId: row.user_id },
  enteredEmail: row.claimed_email,
  enteredName: row.claimed_name,
  copyPaste: row.copy_paste,
  qrPng: row.qr_png,
  invoiceUrl: row.invoice_url,
  expiresAt: row.expires_at,
  createdAt: row.created_at,
  triedAt: row.tried_at,
  state: row.state,
  paidAt: row.paid_at,
});

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** A code that expires sooner than this is not displayed any more. */
const MIN_VALIDITY_MS = 60_000;
const MAX_INTENTS = 20;

/**
 * SQL condition: the visitor began the intent, in their session, or in their browser without one. Parameters $1, $2.
 */
const BEGUN_BY_VISITOR = '(user_id = $2 or (buyer_hash = $1 and user_id is null))';
const visitorParameters = ({ buyerTokenHash, user }: PaymentVisitor) => [buyerTokenHash, user?.userId ?? null] as const;

/** The instant after which an intent must have been begun for its token to be valid at `now`. */
const oldestValidToken = (now: Date): Date => new Date(now.getTime() - BUYER_TOKEN_LIFETIME_MS);

/** @param provider the name of the active provider */
export const createIntents = (pool: Pool, provider: string): PaymentIntents => ({
  ...createIntentReader(pool, provider),
  ...createIntentWriter(pool, provider),
  ...createReadingSchedule(pool, provider),
});

type IntentReader = Pick<
  PaymentIntents,
  'find' | 'findByCharge' | 'findByReceipt' | 'findPayable' | 'isValidToken' | 'listByUser' | 'listByEnteredEmail'
>;

function createIntentReader(pool: Pool, provider: string): IntentReader {
  async function select(rest: string, values: readonly unknown[]): Promise<readonly PaymentIntent[]> {
    const { rows } = await pool.query<IntentRow>(`select ${COLUMNS} from payments.intent ${rest}`, [...values]);
    return rows.map(intentFrom);
  }
  const selectOne = async (...query: Parameters<typeof select>): Promise<PaymentIntent | undefined> =>
    (await select(...query))[0];

  return {
    find: async (paymentId) => (UUID.test(paymentId) ? selectOne('where payment_id = $1', [paymentId]) : undefined),
    findByCharge: (chargeId) => selectOne('where provider = $1 and provider_id = $2', [provider, chargeId]),
    findByReceipt: (receiptHash) => selectOne('where receipt_hash = $1', [receiptHash]),
    async findPayable(visitor, { priceCents, email, name }, now) {
      const earliestExpiry = new Date(now.getTime() + MIN_VALIDITY_MS);
      const intent = await selectOne(
        `where ${BEGUN_BY_VISITOR} and state = 'open' and provider = $3 and cents = $4 and (expires_at is null or expires_at > $5)
           and lower(claimed_email) = lower($6) and claimed_name = $7
         order by created_at desc limit 1`,
        [...visitorParameters(visitor), provider, priceCents, earliestExpiry, email, name],
      );
      return intent && payableUntil(intent) > earliestExpiry ? intent : undefined;
    },
    async isValidToken(buyerTokenHash, now) {
      const { rowCount } = await pool.query('select 1 from payments.intent where buyer_hash = $1 and created_at > $2', [
        buyerTokenHash,
        oldestValidToken(now),
      ]);
      return rowCount !== 0;
    },
    listByUser: (userId) => select('where user_id = $1 order by created_at desc limit $2', [userId, MAX_INTENTS]),
    listByEnteredEmail: (email) =>
      select('where lower(claimed_email) = lower($1) order by created_at desc limit $2', [email, MAX_INTENTS]),
  };
}

type IntentWriter = Pick<
  PaymentIntents,
  'add' | 'assignUser' | 'invalidateToken' | 'recordAttempt' | 'recordCharge' | 'recordUpdate'
>;

function createIntentWriter(pool: Pool, provider: string): IntentWriter {
  async function writeReturning(statement: string, values: readonly unknown[]): Promise<PaymentIntent> {
    const { rows } = await pool.query<IntentRow>(`${statement} returning ${COLUMNS}`, [...values]);
    if (!rows[0]) throw new Error('the intent is gone');
    return intentFrom(rows[0]);
  }

  return {
    add: ({ paymentId, priceCents, buyerTokenHash, user, email, name, receiptHash, createdAt, firstReadingAt }) =>
      writeReturning(
        `insert into payments.intent (payment_id, provider, cents, buyer_hash, user_id, user_kind,
                claimed_email, claimed_name, receipt_hash, created_at, due_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
        [
          paymentId,
          provider,
          priceCents,
          buyerTokenHash,
          user?.userId ?? null,
          user?.kind ?? null,
          email,
          name,
          receiptHash,
          createdAt,
          firstReadingAt,
        ],
      ),

    async assignUser(paymentId, { userId, kind }) {
      await pool.query(
        `update payments.intent set user_id = $2, user_kind = $3
          where payment_id = $1 and state = 'open' and user_id is null`,
        [paymentId, userId, kind],
      );
    },

    async invalidateToken(of) {
      const [column, value] = 'paymentId' in of ? ['payment_id', of.paymentId] : ['buyer_hash', of.buyerTokenHash];
      const { hash } = newBuyerToken();
      await pool.query(`update payments.intent set buyer_hash = $2 where ${column} = $1`, [value, hash]);
    },

    async recordAttempt(paymentId, at) {
      await pool.query('update payments.intent set tried_at = $2 where payment_id = $1', [paymentId, at]);
    },

    recordCharge: (paymentId, { chargeId, copyPaste, qrPng, invoiceUrl, expiresAt }) =>
      writeReturning(
        `update payments.intent
            set provider_id = $2, copy_paste = coalesce($3, copy_paste), qr_png = coalesce($4, qr_png),
                invoice_url = coalesce($5, invoice_url), expires_at = coalesce($6, expires_at)
          where payment_id = $1`,
        [paymentId, chargeId, copyPaste ?? null, qrPng ?? null, invoiceUrl ?? null, expiresAt ?? null],
      ),

    async recordUpdate(paymentId, { state, readAt, nextReadingAt }) {
      await pool.query(
        `update payments.intent set state = $2, asked_at = $3, due_at = $4,
                paid_at = case when $2 = 'paid' then coalesce(paid_at, $3) else paid_at end,
                closed_at = case when $2 = 'closed' then coalesce(closed_at, $3) end
          where payment_id = $1`,
        [paymentId, state, readAt, nextReadingAt],
      );
    },
  };
}

/** Queries for rereading charges, and for deleting intents that are closed. */
function createReadingSchedule(
  pool: Pool,
  provider: string,
): Pick<PaymentIntents, 'reserveReading' | 'listDue' | 'listOpen' | 'countOpen' | 'purge'> {
  async function selectIds(query: string, values: readonly unknown[]): Promise<readonly string[]> {
    const { rows } = await pool.query<{ payment_id: string }>(query, [...values]);
    return rows.map((row) => row.payment_id);
  }

  return {
    async reserveReading(paymentId, now, seconds) {
      const { rowCount } = await pool.query(
        `update payments.intent set asked_at = $2
          where payment_id = $1 and provider = $3 and (asked_at is null or asked_at <= $4)`,
        [paymentId, now, provider, new Date(now.getTime() - seconds * 1_000)],
      );
      return rowCount === 1;
    },

    listDue: (now, limit) =>
      selectIds(
        `select payment_id from payments.intent where due_at <= $1 and provider = $2
          order by asked_at nulls first, created_at limit $3`,
        [now, provider, limit],
      ),

    listOpen: (after, limit) =>
      selectIds(
        `select payment_id from payments.intent
          where state = 'open' and provider = $1 and ($2::uuid is null or payment_id > $2)
          order by payment_id limit $3`,
        [provider, after, limit],
      ),

    async countOpen() {
      const { rows } = await pool.query<{ readonly open: number }>(
        `select count(*)::int as open from payments.intent where state = 'open' and provider = $1`,
        [provider],
      );
      return rows[0]?.open ?? 0;
    },

    async purge(closedBefore) {
      const { rowCount } = await pool.query('delete from payments.intent where closed_at < $1', [closedBefore]);
      return rowCount ?? 0;
    },
  };
}
