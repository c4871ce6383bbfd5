import type { Pool } from 'pg';

export type MailKind = 'payment_confirmed';

/** One message to send: about which payment, and which one it is. */
export interface Outgoing {
  readonly paymentId: string;
  readonly kind: MailKind;
  readonly queuedAt: Date;
  /** How often it has been taken up, this time included. */
  readonly tries: number;
}

export type MailOutcome = 'sent' | 'refused' | 'given_up' | 'pointless';

/** What has to be sent, shared by all processes. */
export interface MailQueue {
  /** Once for each payment and kind, however often it is asked for. */
  add(paymentId: string, kind: MailKind): Promise<void>;
  /** The one due longest, held for whoever took it until the lease ends. */
  take(): Promise<Outgoing | undefined>;
  again(mail: Outgoing, dueAt: Date): Promise<void>;
  end(mail: Outgoing, outcome: MailOutcome): Promise<void>;
}

/** Longer than any try takes. */
const LEASE_MS = 2 * 60 * 1_000;

export function createMailQueue(pool: Pool, clock: () => Date): MailQueue {
  return {
    async add(paymentId, kind) {
      await pool.query(
        `insert into mail.outgoing (payment_id, kind, queued_at, due_at) values ($1, $2, $3, $3) on conflict do nothing`,
        [paymentId, kind, clock()],
      );
    },

    async take() {
      const now = clock();
      const { rows } = await pool.query<Outgoing>(
        `update mail.outgoing o set due_at = $2, tries = tries + 1
           from (select payment_id, kind from mail.outgoing where due_at <= $1
                  order by due_at limit 1 for update skip locked) next
          where (o.payment_id, o.kind) = (next.payment_id, next.kind)
          returning o.payment_id as "paymentId", o.kind, o.queued_at as "queuedAt", o.tries`,
        [now, new Date(now.getTime() + LEASE_MS)],
      );
      return rows[0];
    },

    async again({ paymentId, kind }, dueAt) {
      await pool.query('update mail.outgoing set due_at = $3 where payment_id = $1 and kind = $2 and outcome is null', [
        paymentId,
        kind,
        dueAt,
      ]);
    },

    async end({ paymentId, kind }, outcome) {
      await pool.query(
        `update mail.outgoing set outcome = $3, ended_at = $4, due_at = null
          where payment_id = $1 and kind = $2 and outcome is null`,
        [paymentId, kind, outcome, clock()],
      );
    },
  };
}
