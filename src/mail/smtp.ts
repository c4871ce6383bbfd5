import type { SmtpSettings } from '#config/mail-config.ts';
import { usablePart } from '#domain/text.ts';
import { createTransport } from 'nodemailer';
import { type Mailer, MailFailed } from './port.ts';

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

/** What the mail library throws, as far as it is looked at. `command` is what the server was answering. */
interface SmtpError {
  readonly code?: unknown;
  /** The system's own, such as ECONNREFUSED or CERT_HAS_EXPIRED. */
  readonly originalCode?: unknown;
  readonly command?: unknown;
  readonly response?: unknown;
  readonly responseCode?: unknown;
}

/**
 * A server that says no for good means the person who is written to, the message, or the relay itself and us; its number
 * alone does not tell which (a 550 may stand for all of them). What was being answered tells: only an answer to `RCPT TO`
 * or to the message can be about this one mail. Whatever comes before (greeting, EHLO, STARTTLS, AUTH, MAIL FROM) is the
 * same for every mail until an operator has seen to it. So that, and what is unknown, is tried again.
 */
function mailFailure(error: unknown): MailFailed {
  const smtp = error as SmtpError;
  const { code, originalCode, command, responseCode } = smtp;
  const said = responseCode ? [responseCode, enhancedStatus(smtp), command] : [];
  return new MailFailed(
    isFinal(smtp) ? 'refused' : 'later',
    [code, originalCode, ...said].filter(Boolean).join(' ') || 'unknown',
  );
}

/** Numbers that speak of us or of the relay wherever they stand: wrong order, encryption, authentication, no room. */
const NEVER_ABOUT_THIS_MAIL: ReadonlySet<number> = new Set([503, 523, 530, 534, 535, 538, 552]);

function isFinal(error: SmtpError): boolean {
  const { command, responseCode } = error;
  if (typeof responseCode !== 'number' || responseCode < 500 || NEVER_ABOUT_THIS_MAIL.has(responseCode)) return false;
  if (/^5\.[34]\./.test(enhancedStatus(error))) return false; // its own system, or the network behind it
  return command === 'DATA' || (command === 'RCPT TO' && !isAboutTheSender(error));
}

/** The code of RFC 3463 in `550 5.1.1 …`, or an empty text: not every server has them. */
const enhancedStatus = ({ response }: SmtpError): string =>
  (typeof response === 'string' && /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1]) || '';

/**
 * Relays refuse the recipient, too, when they mean that we may not send through them: `554 5.7.1 Relay access denied`,
 * `550 relay not permitted`. 5.1.7 and 5.1.8 are the sender's address, which some look at only then.
 */
function isAboutTheSender(error: SmtpError): boolean {
  const status = enhancedStatus(error);
  return status === '' ? /\brelay/i.test(String(error.response)) : /^5\.(?:7\.\d+|1\.[78])$/.test(status);
}
