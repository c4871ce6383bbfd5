import type { Payment } from '#domain/payment/payment.ts';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { createCompose } from './mail/compose.ts';
import { createOutbox, type Outbox } from './mail/outbox.ts';
import { createMailQueue, type MailQueue } from './mail/queue.ts';
import { createMailSender } from './mail/sender.ts';
import { createSmtpMailer } from './mail/smtp.ts';
import type { Intents } from './payments/intent.ts';
import type { ReceiptCodes } from './payments/receipt-codes.ts';

interface Options {
  readonly config: Config;
  readonly pool: Pool;
  readonly clock: () => Date;
  readonly logger: Logger;
  readonly intents: Pick<Intents, 'find'>;
  readonly payment: (paymentId: string) => Promise<Payment>;
  readonly receiptCodes: Pick<ReceiptCodes, 'codeOf'>;
}

/** Mail at work: what is queued goes to the mail server, or stays in the outbox of a machine without one. */
export interface Mailing {
  readonly queue: MailQueue;
  /** undefined where mail is sent for real. */
  readonly outbox: Outbox | undefined;
  stop(): Promise<void>;
}

export function startMailing({ config, pool, clock, logger, intents, payment, receiptCodes }: Options): Mailing {
  const { mail, site, publicOrigin } = config;
  const queue = createMailQueue(pool, clock);
  const outbox = mail.kind === 'outbox' ? createOutbox(pool, clock) : undefined;
  const mailer = mail.kind === 'outbox' ? createOutbox(pool, clock) : createSmtpMailer(mail.settings);
  const compose = createCompose({
    intent: (paymentId) => intents.find(paymentId),
    payment,
    receiptCode: (paymentId) => receiptCodes.codeOf(paymentId),
    shop: { supplier: site.supplier, support: site.support, publicOrigin },
  });
  const sender = createMailSender({ queue, mailer, compose, clock, logger });
  sender.start();
  return {
    queue,
    outbox,
    async stop() {
      await sender.stop();
      mailer.close();
    },
  };
}
