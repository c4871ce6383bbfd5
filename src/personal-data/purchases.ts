import type { IntentState } from '#payments/intent.ts';
import type { Pool } from 'pg';
import type { MailKind, MailOutcome } from '../mail/queue.ts';
import { findPaymentIds } from '../erasure/payers.ts';

/** A payment that was begun, with the entered data and the mail about it. */
export interface PersonPurchase {
  readonly paymentId: string;
  readonly cents: number;
  readonly state: IntentState;
  readonly name: string | null;
  readonly email: string | null;
  readonly createdAt: Date;
  readonly paidAt: Date | null;
  readonly mails: readonly {
    readonly kind: MailKind;
    readonly queuedAt: string;
    readonly outcome: MailOutcome | null;
    readonly endedAt: string | null;
  }[];
}

/** Creates the query for payments that these accounts made or began, and for these payments; oldest first. */
export function purchasesByIngredient(
  pool: Pool,
): (userIds: readonly string[], paymentIds: readonly string[]) => Promise<readonly PersonPurchase[]> {
  return async (userIds, paymentIds) => {
    const ids = [...new Set([...paymentIds, ...(await findPaymentIds(pool, userIds))])];
    const { rows } = await pool.query<PersonPurchase>(
      `select payment_id as "paymentId", cents, state, claimed_name as name, claimed_email as email,
              created_at as "createdAt", paid_at as "paidAt",
              (select coalesce(json_agg(json_build_object('kind', m.kind, 'queuedAt', m.queued_at,
                                                          'outcome', m.outcome, 'endedAt', m.ended_at)), '[]')
                 from mail.outgoing m where m.payment_id = i.payment_id) as mails
         from payments.intent i where payment_id = any($1) order by created_at`,
      [ids],
    );
    return rows;
  };
}
