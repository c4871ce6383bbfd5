import type { SmtpSettings } from '#config/mail-config.ts';
import { createTransport } from 'nodemailer';
import { type Mailer, MailFailed } from './port.ts';

const TIMEOUT_MS = 15_000;

export function createSmtpMailer({ url, from }: SmtpSettings): Mailer {
  const transport = createTransport(
    {
      url,
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from: { name: from.name, address: from.address } },
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
        throw failureOf(error);
      }
    },
    close: () => transport.close(),
  };
}

/** A header ends with its line. */
const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

/** A 5xx to the recipient or the message is for good; one to our own password is put right by whoever runs the product. */
function failureOf(error: unknown): MailFailed {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  const isFinal = typeof responseCode === 'number' && responseCode >= 500 && code !== 'EAUTH';
  return new MailFailed(isFinal ? 'refused' : 'later', [code, responseCode].filter(Boolean).join(' ') || 'unknown');
}
