import type { Pool } from 'pg';
import { confirmationName } from './payment-confirmation.ts';

/** Takes everything about these payments out of the queue, and out of the outbox of a machine without a mail server. */
export async function forgetMail(pool: Pool, paymentIds: readonly string[]): Promise<void> {
  await pool.query('delete from mail.outgoing where payment_id = any($1)', [paymentIds]);
  await pool.query(`delete from mail.outbox where split_part(id, '@', 1) = any($1)`, [
    paymentIds.map(confirmationName),
  ]);
}
