import type { SmtpSettings } from '#config/mail-config.ts';
import { usablePart } from '#domain/text.ts';
import { createTransport } from 'nodemailer';
import type { Mailer } from './port.ts';
import { mailFailure } from './smtp-failures.ts';

const TIMEOUT_MS = 15_000;

/** Hands messages over to a mail server, one connection each. */
export function createSmtpMailer({ url, requireTls, from, replyTo }: SmtpSettings): Mailer {
  const transport = createTransport(
    {
      url,
      requireTLS: requireTls,
      // Who takes mail in the clear takes it under a certificate that nobody has signed, too: relays at home offer such.
      ...(requireTls ? {} : { tls: { rejectUnauthorized: false } }),
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from: { ...from }, replyTo: { ...replyTo } },
  );
  return {
    async send({ id, to, subject, text, html }) {
      try {
        await transport.sendMail({
          messageId: `<${id}>`,
          to: { name: oneLine(to.name), address: to.address },
          subject: oneLine(subject),
          text,
          html,
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
      } catch (error) {
        throw mailFailure(error);
      }
    },
    close: () => transport.close(),
  };
}

/** A header ends with its line. */
const oneLine = (text: string): string => usablePart(text, ' ').trim();
