import type { Payment } from '#domain/payment/payment.ts';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Config } from '#config/config.ts';
import { createCompose } from '#mail/compose.ts';
import { createOutbox } from '#mail/outbox.ts';
import type { Mailer } from '#mail/port.ts';
import { createMailQueue, type MailQueue } from '#mail/queue.ts';
import { createMailSender } from '#mail/sender.ts';
import type { SmtpSettings } from '#config/mail-config.ts';
import type { PaymentIntents } from '#payments/intent.ts';
import type { ReceiptCodes } from '#payments/receipt-codes.ts';

interface Options {
  readonly config: Config;
  readonly pool: Pool;
  readonly clock: () => Date;
  readonly logger: Logger;
  readonly intents: Pick<PaymentIntents, 'find'>;
  readonly payment: (paymentId: string) => Promise<Payment>;
  readonly receiptCodes: Pick<ReceiptCodes, 'codeOf'>;
}

/** Mail delivery: queued messages go to the mail server, or to the outbox of a machine without one. */
export interface MailDelivery {
  readonly queue: MailQueue;
  stop(): Promise<void>;
}

export async function startMailDelivery(options: Options): Promise<MailDelivery> {
  const { config, pool, clock, logger, intents, payment, receiptCodes } = options;
  const { mail, site, publicOrigin } = config;
  const queue = createMailQueue(pool, clock);
  const mailer = mail.kind === 'outbox' ? createOutbox(pool, clock) : await smtpMailer(mail.settings);
  const compose = createCompose({
    intent: (paymentId) => intents.find(paymentId),
    payment,
    receiptCode: (paymentId) => receiptCodes.codeOf(paymentId),
    shop: { seller: site.seller, support: site.support, publicOrigin },
  });
  const sender = createMailSender({ queue, mailer, compose, logger });
  sender.start();
  return {
    queue,
    async stop() {
      await sender.stop();
      mailer.close();
    },
  };
}

/** The SMTP library is imported on first use, because it takes longer to load than most of the product. */
async function smtpMailer(settings: SmtpSettings): Promise<Mailer> {
  const { createSmtpMailer } = await import('#mail/smtp.ts');
  return createSmtpMailer(settings);
}
