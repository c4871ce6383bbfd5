import { isUsable } from '#domain/text.ts';
import { ConfigError, readAll, type Environment, isSwitchedOn } from './environment.ts';

export interface MailAddress {
  readonly name: string;
  readonly address: string;
}

/** The mail server and the sender. */
export interface SmtpSettings {
  /** `smtp://user:password@host:587` or `smtps://…`, with the options that the mail library reads from an address. */
  readonly url: string;
  /**
   * Tells whether mail requires an encrypted connection to a server with a valid certificate. Otherwise it is encrypted
   * where the server offers it, without a check of the certificate.
   */
  readonly requireTls: boolean;
  readonly from: MailAddress;
  /** The address that receives answers: the support, and not a sender that nobody reads. */
  readonly replyTo: MailAddress;
}

/** The way mail is sent; an outbox on this machine where there is no mail server. */
export type MailConfig = { readonly kind: 'smtp'; readonly settings: SmtpSettings } | { readonly kind: 'outbox' };

const SENDER = 'Prumo';

/**
 * @param support the reply address, which is also the sender by default
 * @throws ConfigError naming the variable and its allowed values
 */
export function readMailConfig(
  env: Environment,
  { production, support }: { readonly production: boolean; readonly support: string },
): MailConfig {
  const mayUseOutbox = isSwitchedOn(env, 'ALLOW_OUTBOX') || !production;
  const url = env['SMTP_URL'] || undefined;
  if (url === undefined) {
    if (!mayUseOutbox)
      throw new ConfigError('production needs SMTP_URL: whoever pays is promised a confirmation by e-mail');
    return { kind: 'outbox' };
  }
  if (!/^smtps?:\/\/[^/?#]+/.test(url) || !URL.canParse(url))
    throw new ConfigError('SMTP_URL must be smtp://user:password@host:port, or smtps://');
  const replyTo = { name: SENDER, address: support };
  const settings = readAll({
    requireTls: () => requiresTls(url),
    from: () => (env['MAIL_FROM'] ? parseSender(env['MAIL_FROM']) : replyTo),
  });
  return { kind: 'smtp', settings: { ...settings, url, replyTo } };
}

function parseSender(text: string): MailAddress {
  const { name = SENDER, address } =
    /^(?:(?<name>[^<>"]+?) *<)?(?<address>[^\s<>@]+@[^\s<>@]+)>?$/u.exec(text)?.groups ?? {};
  if (address === undefined || !isUsable(text))
    throw new ConfigError(`MAIL_FROM must be an e-mail address or "Name <address>", not "${text}"`);
  return { name, address };
}

/** Mail carries a password and a receipt's code: `smtp://` sends them in the clear only where the address says so. */
function requiresTls(url: string): boolean {
  const { protocol, searchParams } = new URL(url);
  if (protocol === 'smtps:') return true;
  const setting = searchParams.getAll('requireTLS').at(-1) ?? 'true';
  if (setting !== 'true' && setting !== 'false')
    throw new ConfigError('SMTP_URL takes requireTLS=true or requireTLS=false, and without it demands STARTTLS');
  return setting === 'true';
}
