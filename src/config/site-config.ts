import { isUsable } from '#domain/text.ts';
import { cnpjFrom } from '#domain/tax-id.ts';
import { ConfigError, readAll } from './config-error.ts';
import type { Environment } from './environment.ts';
import { OWN_VIDEO, type Video, videoFrom } from './video.ts';

/** Who sells the product, at what price, and where to ask: what the law wants on the page of every shop. */
export interface SiteConfig {
  readonly supplier: { readonly name: string; readonly cnpj: string; readonly address: string };
  readonly support: {
    readonly email: string;
    /** Digits only, with the country: 5511912345678. */
    readonly whatsapp: string;
  };
  readonly priceCents: number;
  /** Stands struck through beside the price; undefined: not shown. */
  readonly listPriceCents: number | undefined;
  readonly video: Video | undefined;
}

/** For machines where nothing is sold: plainly nobody's. */
const PLACEHOLDERS = {
  SUPPLIER_NAME: 'Empresa de Exemplo Ltda.',
  SUPPLIER_CNPJ: '00.000.000/0000-00',
  SUPPLIER_ADDRESS: 'Rua do Exemplo, 100, Cidade – UF',
  SUPPORT_EMAIL: 'suporte@exemplo.com',
  SUPPORT_WHATSAPP: '5500000000000',
} as const;

/** @throws ConfigError naming the variable and what it may hold */
export function readSiteConfig(env: Environment, { production }: { readonly production: boolean }): SiteConfig {
  /** The variable in its usual form; the placeholder where it is not set and nothing is sold. */
  const given = (name: keyof typeof PLACEHOLDERS, inUsualForm: (text: string) => string): string => {
    const value = inUsualForm(env[name]?.trim() || PLACEHOLDERS[name]);
    if (production && value === PLACEHOLDERS[name])
      throw new ConfigError(`production needs ${name}: a shop must name its seller and how to reach them`);
    return value;
  };
  const { supplierName, supplierCnpj, supplierAddress, supportEmail, whatsappNumber, prices, videoShown } = readAll({
    supplierName: () => given('SUPPLIER_NAME', oneLine),
    supplierCnpj: () => given('SUPPLIER_CNPJ', cnpj),
    supplierAddress: () => given('SUPPLIER_ADDRESS', oneLine),
    supportEmail: () => given('SUPPORT_EMAIL', email),
    whatsappNumber: () => given('SUPPORT_WHATSAPP', whatsapp),
    prices: () => pricesIn(env),
    videoShown: () => video(env['VIDEO_URL'] ?? OWN_VIDEO.src),
  });
  return {
    supplier: { name: supplierName, cnpj: supplierCnpj, address: supplierAddress },
    support: { email: supportEmail, whatsapp: whatsappNumber },
    ...prices,
    video: videoShown,
  };
}

/** As it is set, whether it is an address or not. */
export const supportEmailIn = (env: Environment): string =>
  (env['SUPPORT_EMAIL']?.trim() || PLACEHOLDERS.SUPPORT_EMAIL).toLowerCase();

function pricesIn(env: Environment): Pick<SiteConfig, 'priceCents' | 'listPriceCents'> {
  const listPrice = env['LIST_PRICE_CENTS'] ?? '2700';
  const { priceCents, listPriceCents } = readAll({
    priceCents: () => centsFrom('PRICE_CENTS', env['PRICE_CENTS'] || '1000'),
    listPriceCents: () => (listPrice === '' ? undefined : centsFrom('LIST_PRICE_CENTS', listPrice)),
  });
  if (listPriceCents !== undefined && listPriceCents <= priceCents)
    throw new ConfigError('LIST_PRICE_CENTS must be more than PRICE_CENTS, or empty so that none is shown');
  return { priceCents, listPriceCents };
}

function centsFrom(name: string, text: string): number {
  const cents = Number(text);
  if (!/^\d{1,7}$/.test(text) || cents < 1)
    throw new ConfigError(`${name} must be whole cents from 1 to 9999999 (1000 is R$ 10,00), not "${text}"`);
  return cents;
}

function oneLine(text: string): string {
  if (text.length > 200 || !isUsable(text))
    throw new ConfigError(`SUPPLIER_NAME and SUPPLIER_ADDRESS must be one line of up to 200 characters, not "${text}"`);
  return text;
}

function cnpj(text: string): string {
  const known = cnpjFrom(text);
  if (known === null) throw new ConfigError(`SUPPLIER_CNPJ must be a CNPJ whose check digits match, not "${text}"`);
  return known;
}

function email(text: string): string {
  if (text.length > 254 || !/^[\w.+-]+@[a-z\d-]+(\.[a-z\d-]+)+$/i.test(text))
    throw new ConfigError(`SUPPORT_EMAIL must be an e-mail address, not "${text}"`);
  return text.toLowerCase();
}

function whatsapp(text: string): string {
  const digits = text.replaceAll(/[\s()+-]/g, '');
  if (!/^55\d{10,11}$/.test(digits))
    throw new ConfigError(
      `SUPPORT_WHATSAPP must be 55, area code and number, such as +55 11 91234-5678, not "${text}"`,
    );
  return digits;
}

function video(text: string): Video | undefined {
  if (text === '') return undefined;
  if (text === OWN_VIDEO.src) return OWN_VIDEO;
  const known = videoFrom(text);
  if (known === null)
    throw new ConfigError(
      `VIDEO_URL must be the https address of a YouTube or Vimeo video or of an .mp4 or .webm file, or empty so that none is shown, not "${text}"`,
    );
  return known;
}
