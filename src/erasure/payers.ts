import type { Pool } from 'pg';

/** Finds the payments that these accounts began, or that were begun with the verified e-mail of one of them. */
export async function findPaymentIds(pool: Pool, userIds: readonly string[]): Promise<readonly string[]> {
  const { rows } = await pool.query<{ payment_id: string }>(
    `select payment_id from payments.intent where user_id = any($1)
     union
     select i.payment_id from identity.person p
       join payments.intent i on lower(i.claimed_email) = lower(p.email)
      where p.user_id = any($1) and p.email_verified`,
    [userIds],
  );
  return rows.map((row) => row.payment_id);
}

/** Removes the payer's name and e-mail; date and amount of the payment stay. */
export async function forgetPayer(pool: Pool, paymentIds: readonly string[]): Promise<void> {
  await pool.query(
    `update payments.intent set claimed_email = null, claimed_name = null, key_hash = null, invoice_url = null
      where payment_id = any($1)`,
    [paymentIds],
  );
}
