import type { SmtpSettings } from '#config/mail-config.ts';
import { replaceUnusable } from '#domain/text.ts';
import { createTransport } from 'nodemailer';
import { type Mailer, MailFailed } from './port.ts';

const TIMEOUT_MS = 15_000;

/** Sends messages to a mail server, with one connection each. */
export function createSmtpMailer({ url, requireTls, from, replyTo }: SmtpSettings): Mailer {
  const transport = createTransport(
    {
      url,
      requireTLS: requireTls,
      // A configuration that allows unencrypted mail also allows certificates that no authority has signed, which are
      // common for local relays.
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
          to: { name: toOneLine(to.name), address: to.address },
          subject: toOneLine(subject),
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

/** A header must not contain a line break. */
const toOneLine = (text: string): string => replaceUnusable(text, ' ').trim();

/**
 * The properties of the mail library's errors that are used here. `command` is the command that the server answered.
 */
interface SmtpError {
  readonly code?: unknown;
  /** A code of the system, such as ECONNREFUSED or CERT_HAS_EXPIRED. */
  readonly originalCode?: unknown;
  readonly command?: unknown;
  readonly response?: unknown;
  readonly responseCode?: unknown;
}

/**
 * A permanent refusal of a server may concern the recipient, the message, the relay itself or us; its number alone does
 * not tell which (a 550 may stand for all of them). The answered command tells: only an answer to `RCPT TO` or to the
 * message can concern this one mail. Everything before (greeting, EHLO, STARTTLS, AUTH, MAIL FROM) is the same for
 * every mail until an operator intervenes. Such a failure, and an unknown one, is tried again.
 */
function mailFailure(error: unknown): MailFailed {
  const smtp = error as SmtpError;
  const { code, originalCode, command, responseCode } = smtp;
  const serverDetails = responseCode ? [responseCode, enhancedStatus(smtp), command] : [];
  return new MailFailed(
    isFinal(smtp) ? 'refused' : 'later',
    [code, originalCode, ...serverDetails].filter(Boolean).join(' ') || 'unknown',
  );
}

/** Numbers that concern us or the relay after every command: wrong order, encryption, authentication, no space. */
const NEVER_ABOUT_THIS_MAIL: ReadonlySet<number> = new Set([503, 523, 530, 534, 535, 538, 552]);

function isFinal(error: SmtpError): boolean {
  const { command, responseCode } = error;
  if (typeof responseCode !== 'number' || responseCode < 500 || NEVER_ABOUT_THIS_MAIL.has(responseCode)) return false;
  // Such a fault is in the relay's own system, or in the network behind it.
  if (/^5\.[34]\./.test(enhancedStatus(error))) return false;
  return command === 'DATA' || (command === 'RCPT TO' && !isAboutTheSender(error));
}

/** The code of RFC 3463 in `550 5.1.1 …`, or an empty text: not every server sends one. */
const enhancedStatus = ({ response }: SmtpError): string =>
  (typeof response === 'string' && /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1]) || '';

/**
 * Tells whether the refusal concerns the sender. Relays refuse the recipient, too, when they mean that we may not send
 * through them: `554 5.7.1 Relay access denied`, `550 relay not permitted`. 5.1.7 and 5.1.8 are about the sender's
 * address, which some check only then.
 */
function isAboutTheSender(error: SmtpError): boolean {
  const status = enhancedStatus(error);
  return status === '' ? /\brelay/i.test(String(error.response)) : /^5\.(?:7\.\d+|1\.[78])$/.test(status);
}
