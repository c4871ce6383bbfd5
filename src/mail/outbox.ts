import type { Pool } from 'pg';
import type { Mailer, Message } from './port.ts';

/** Replaces a mail server on machines without one: messages are stored, to be looked at. */
export interface Outbox extends Mailer {
  /** All messages, newest first. */
  list(): Promise<readonly OutboxMessage[]>;
  find(id: string): Promise<OutboxMessage | undefined>;
}

export interface OutboxMessage extends Omit<Message, 'paymentId'> {
  readonly sentAt: Date;
}

const MAX_LISTED = 100;
const SELECT_MESSAGE = `select id, at as "sentAt", jsonb_build_object('name', to_name, 'address', to_address) as "to", subject, text, html
  from mail.outbox`;

export function createOutbox(pool: Pool, clock: () => Date): Outbox {
  return {
    // Stores the message only while its row is queued, and locks the row: a person who is erased at this very moment
    // leaves nothing behind.
    async send({ id, paymentId, to, subject, text, html }) {
      await pool.query(
        `with queued as (select from mail.outgoing where payment_id = $8 for key share)
         insert into mail.outbox (id, at, to_name, to_address, subject, text, html)
         select $1, $2, $3, $4, $5, $6, $7 where exists (select from queued) on conflict (id) do nothing`,
        [id, clock(), to.name, to.address, subject, text, html, paymentId],
      );
    },
    close: () => undefined,
    async list() {
      const { rows } = await pool.query<OutboxMessage>(`${SELECT_MESSAGE} order by at desc limit ${MAX_LISTED}`);
      return rows;
    },
    async find(id) {
      const { rows } = await pool.query<OutboxMessage>(`${SELECT_MESSAGE} where id = $1`, [id]);
      return rows[0];
    },
  };
}
