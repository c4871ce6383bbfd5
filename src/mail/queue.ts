import { createJobQueue } from '#runtime/job-queue.ts';
import type { Pool } from 'pg';
import { confirmationId } from './payment-confirmation.ts';
import type { Reaction } from '#app/reactions.ts';
import { streamRef } from '#domain/streams.ts';

export type MailKind = 'payment_confirmed';

/** One message to send: its payment and its kind. */
export interface QueuedMail {
  readonly paymentId: string;
  readonly kind: MailKind;
  readonly queuedAt: Date;
  /** The number of attempts, this one included. */
  readonly attempts: number;
}

/**
 * `refused`: by the mail server, for good. `pointless`: nobody to write to, or nothing to say, when it was due; the
 * word is stored.
 */
export type MailOutcome = 'sent' | 'refused' | 'given_up' | 'pointless';

/** The queue of messages, shared by all processes. */
export interface MailQueue {
  /** Adds a message once for each payment and kind. */
  add(paymentId: string, kind: MailKind): Promise<void>;
  /** Takes the message that has been due longest; no other process gets it for two minutes. */
  take(): Promise<QueuedMail | undefined>;
  /** Schedules another attempt after a failure, or gives up. */
  retry(mail: QueuedMail): Promise<void>;
  end(mail: QueuedMail, outcome: MailOutcome): Promise<void>;
}

interface MailKey {
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
/** The lease of a taken message, longer than any attempt takes. */
const LEASE_MS = 2 * 60 * 1_000;
const RETRY_MS = { firstPause: 30_000, longestPause: 4 * 60 * 60 * 1_000 };
/** The time after which a message is given up: as long as mail servers usually retry. */
const GIVE_UP_AFTER_MS = 5 * 24 * 60 * 60 * 1_000;

export function createMailQueue(pool: Pool, clock: () => Date): MailQueue {
  const jobs = createJobQueue<MailKey>({
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
      return job && { paymentId: job.payment_id, kind: job.kind, queuedAt: job.queuedAt, attempts: job.attempts };
    },
    retry: (mail) => jobs.retry([jobOf(mail)]),
    end: (mail, outcome) => jobs.end([jobOf(mail)], outcome),
  };
}

const jobOf = ({ paymentId, kind, queuedAt, attempts }: QueuedMail) => ({
  payment_id: paymentId,
  kind,
  queuedAt,
  attempts,
});

/** Removes everything about these payments from the queue, and from the outbox of a machine without a mail server. */
export async function forgetMail(pool: Pool, paymentIds: readonly string[]): Promise<void> {
  await pool.query('delete from mail.outgoing where payment_id = any($1)', [paymentIds]);
  await pool.query(`delete from mail.outbox where split_part(id, '@', 1) = any($1)`, [paymentIds.map(confirmationId)]);
}

/** Queues the confirmation of a payment for its payer. */
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
