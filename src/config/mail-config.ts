import { ConfigError } from './config-error.ts';
import { type Environment, isSwitchedOn } from './environment.ts';

/** Where mail is handed over, and in whose name. */
export interface SmtpSettings {
  /** `smtp://user:password@host:587` or `smtps://…`. */
  readonly url: string;
  readonly from: { readonly name: string; readonly address: string };
}

/** How mail is sent; an outbox on this machine where there is no mail server. */
export type MailConfig = { readonly kind: 'smtp'; readonly settings: SmtpSettings } | { readonly kind: 'outbox' };

/**
 * @param fallback address that mail is from when none is named
 * @throws ConfigError naming the variable and what it may hold
 */
export function readMailConfig(
  env: Environment,
  { production, fallback }: { readonly production: boolean; readonly fallback: string },
): MailConfig {
  const mayDoWithout = isSwitchedOn(env, 'ALLOW_OUTBOX') || !production;
  const url = env['SMTP_URL'] || undefined;
  if (url === undefined) {
    if (!mayDoWithout)
      throw new ConfigError('production needs SMTP_URL: whoever pays is promised a confirmation by e-mail');
    return { kind: 'outbox' };
  }
  if (!/^smtps?:\/\/[^/?#]+/.test(url) || !URL.canParse(url))
    throw new ConfigError('SMTP_URL must be smtp://user:password@host:port, or smtps://');
  const text = env['MAIL_FROM'] || fallback;
  const { name = 'Prumo', address } =
    /^(?:(?<name>[^<>"\p{Cc}]+?) *<)?(?<address>[^\s<>@]+@[^\s<>@]+)>?$/u.exec(text)?.groups ?? {};
  if (address === undefined)
    throw new ConfigError(`MAIL_FROM must be an e-mail address or "Name <address>", not "${text}"`);
  return { kind: 'smtp', settings: { url, from: { name, address } } };
}
