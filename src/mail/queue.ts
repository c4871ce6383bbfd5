import { createJobQueue } from '#runtime/job-queue.ts';
import type { Pool } from 'pg';
import { confirmationName } from './payment-confirmation.ts';
import type { Reaction } from '#app/reaction.ts';
import { streamRef } from '#domain/streams.ts';

export type MailKind = 'payment_confirmed';

/** One message to send: about which payment, and which one it is. */
export interface QueuedMail {
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
  take(): Promise<QueuedMail | undefined>;
  /** It could not be sent: due again later, or given up. */
  retry(mail: QueuedMail): Promise<void>;
  end(mail: QueuedMail, outcome: MailOutcome): Promise<void>;
}

interface Key {
  readonly payment_id: string;
  readonly kind: MailKind;
}

const TABLE = {
  name: 'mail.outgoing',
  key: ['payment_id', 'kind'],
  queuedAt: 'queued_at',
  endedAt: 'ended_at',
  outcome: 'outcome',
};
/** Longer than any try takes. */
const LEASE_MS = 2 * 60 * 1_000;
const RETRY_MS = { first: 30_000, max: 4 * 60 * 60 * 1_000 };
/** As long as mail servers themselves go on trying. */
const GIVE_UP_AFTER_MS = 5 * 24 * 60 * 60 * 1_000;

export function createMailQueue(pool: Pool, clock: () => Date): MailQueue {
  const jobs = createJobQueue<Key>({
    pool,
    table: TABLE,
    clock,
    leaseMs: LEASE_MS,
    retryMs: RETRY_MS,
    giveUpAfterMs: GIVE_UP_AFTER_MS,
  });
  return {
    async add(paymentId, kind) {
      await jobs.add({ payment_id: paymentId, kind });
    },
    async take() {
      const [job] = await jobs.take(1);
      return job && { paymentId: job.payment_id, kind: job.kind, queuedAt: job.queuedAt, tries: job.tries };
    },
    retry: (mail) => jobs.retry([jobOf(mail)]),
    end: (mail, outcome) => jobs.end([jobOf(mail)], outcome),
  };
}

const jobOf = ({ paymentId, kind, queuedAt, tries }: QueuedMail) => ({ payment_id: paymentId, kind, queuedAt, tries });

/** Takes everything about these payments out of the queue, and out of the outbox of a machine without a mail server. */
export async function forgetMail(pool: Pool, paymentIds: readonly string[]): Promise<void> {
  await pool.query('delete from mail.outgoing where payment_id = any($1)', [paymentIds]);
  await pool.query(`delete from mail.outbox where split_part(id, '@', 1) = any($1)`, [
    paymentIds.map(confirmationName),
  ]);
}

/** A confirmed payment is told to whoever paid. */
export const mailReaction = (queue: Pick<MailQueue, 'add'>): Reaction => ({
  name: 'mail',
  types: ['PaymentConfirmed'],
  async handle(events) {
    for (const { stream } of events) {
      const ref = streamRef(stream);
      if (ref?.kind === 'payment') await queue.add(ref.id, 'payment_confirmed');
    }
  },
});
