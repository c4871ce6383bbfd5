import { isUsable } from '#domain/text.ts';
import { cnpjFrom } from '#domain/tax-id.ts';
import { ConfigError, readAll, type Environment } from './environment.ts';

/** The demonstration video as the page embeds it. */
export interface Video {
  /** `frame`: an external player in a frame; `file`: played by the browser. */
  readonly kind: 'frame' | 'file';
  readonly src: string;
  /** The address of the same video in another format, for browsers that do not play the first. */
  readonly alternative?: string;
}

/** The product's own video, recorded from its screens: no sound, its words in the picture. */
const OWN_VIDEO: Video = { kind: 'file', src: '/demonstracao.webm', alternative: '/demonstracao.mp4' };

/**
 * The embedded form of a video's usual address: YouTube from its domain without cookies, Vimeo without tracking.
 * @returns null for an address of another kind
 */
function videoFrom(address: string): Video | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url?.protocol !== 'https:') return null;
  return youTube(url) ?? vimeo(url) ?? file(url);
}

function youTube({ hostname, pathname, searchParams }: URL): Video | null {
  const host = hostname.replace(/^(www|m)\./, '');
  const id = host === 'youtu.be' ? pathname.slice(1) : idInPage(pathname, searchParams);
  const isYouTube = ['youtu.be', 'youtube.com', 'youtube-nocookie.com'].includes(host);
  if (!isYouTube || !/^[\w-]{11}$/.test(id)) return null;
  return { kind: 'frame', src: `https://www.youtube-nocookie.com/embed/${id}?autoplay=1&rel=0` };
}

const idInPage = (pathname: string, searchParams: URLSearchParams): string =>
  /^\/(?:embed|shorts|live)\/([^/]+)$/.exec(pathname)?.[1] ?? searchParams.get('v') ?? '';

/** An unlisted video has a second part, its key, in the path or as `h`. */
function vimeo({ hostname, pathname, searchParams }: URL): Video | null {
  if (!/^(www\.|player\.)?vimeo\.com$/.test(hostname)) return null;
  const [, id, keyInPath] = /^\/(?:video\/)?(\d+)(?:\/([\da-f]+))?$/.exec(pathname) ?? [];
  if (id === undefined) return null;
  const key = keyInPath ?? searchParams.get('h');
  const options = new URLSearchParams({ ...(key ? { h: key } : {}), dnt: '1', autoplay: '1' });
  return { kind: 'frame', src: `https://player.vimeo.com/video/${id}?${options}` };
}

const file = ({ pathname, href }: URL): Video | null =>
  /\.(mp4|webm)$/i.test(pathname) ? { kind: 'file', src: href } : null;

/** The seller, the price and the contact: required by law on the page of every shop. */
export interface SiteConfig {
  readonly seller: { readonly name: string; readonly cnpj: string; readonly address: string };
  readonly support: {
    readonly email: string;
    /** Digits only, with the country: 5511912345678. */
    readonly whatsapp: string;
  };
  readonly priceCents: number;
  /** The former price, struck through beside the price; undefined if none is shown. */
  readonly listPriceCents: number | undefined;
  readonly video: Video | undefined;
}

/** Values for machines where nothing is sold; recognisable as placeholders. */
const PLACEHOLDERS = {
  SUPPLIER_NAME: 'Empresa de Exemplo Ltda.',
  SUPPLIER_CNPJ: '00.000.000/0000-00',
  SUPPLIER_ADDRESS: 'Rua do Exemplo, 100, Cidade – UF',
  SUPPORT_EMAIL: 'suporte@exemplo.com',
  SUPPORT_WHATSAPP: '5500000000000',
} as const;

/** @throws ConfigError naming the variable and its allowed values */
export function readSiteConfig(env: Environment, { production }: { readonly production: boolean }): SiteConfig {
  /** The normalised variable; the placeholder where it is not set and nothing is sold. */
  const readText = (name: keyof typeof PLACEHOLDERS, normalise: (text: string) => string): string => {
    const value = normalise(env[name]?.trim() || PLACEHOLDERS[name]);
    if (production && value === PLACEHOLDERS[name])
      throw new ConfigError(`production needs ${name}: a shop must name its seller and how to reach them`);
    return value;
  };
  const { supplierName, supplierCnpj, supplierAddress, supportEmail, whatsappNumber, prices, videoShown } = readAll({
    supplierName: () => readText('SUPPLIER_NAME', checkLine),
    supplierCnpj: () => readText('SUPPLIER_CNPJ', checkCnpj),
    supplierAddress: () => readText('SUPPLIER_ADDRESS', checkLine),
    supportEmail: () => readText('SUPPORT_EMAIL', checkEmail),
    whatsappNumber: () => readText('SUPPORT_WHATSAPP', checkWhatsapp),
    prices: () => pricesIn(env),
    videoShown: () => checkVideo(env['VIDEO_URL'] ?? OWN_VIDEO.src),
  });
  return {
    seller: { name: supplierName, cnpj: supplierCnpj, address: supplierAddress },
    support: { email: supportEmail, whatsapp: whatsappNumber },
    ...prices,
    video: videoShown,
  };
}

/** The configured value, whether it is a valid address or not. */
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

function checkLine(text: string): string {
  if (text.length > 200 || !isUsable(text))
    throw new ConfigError(`SUPPLIER_NAME and SUPPLIER_ADDRESS must be one line of up to 200 characters, not "${text}"`);
  return text;
}

function checkCnpj(text: string): string {
  const formatted = cnpjFrom(text);
  if (formatted === null) throw new ConfigError(`SUPPLIER_CNPJ must be a CNPJ whose check digits match, not "${text}"`);
  return formatted;
}

function checkEmail(text: string): string {
  if (text.length > 254 || !/^[\w.+-]+@[a-z\d-]+(\.[a-z\d-]+)+$/i.test(text))
    throw new ConfigError(`SUPPORT_EMAIL must be an e-mail address, not "${text}"`);
  return text.toLowerCase();
}

function checkWhatsapp(text: string): string {
  const digits = text.replaceAll(/[\s()+-]/g, '');
  if (!/^55\d{10,11}$/.test(digits))
    throw new ConfigError(
      `SUPPORT_WHATSAPP must be 55, area code and number, such as +55 11 91234-5678, not "${text}"`,
    );
  return digits;
}

function checkVideo(text: string): Video | undefined {
  if (text === '') return undefined;
  if (text === OWN_VIDEO.src) return OWN_VIDEO;
  const knownVideo = videoFrom(text);
  if (knownVideo === null)
    throw new ConfigError(
      `VIDEO_URL must be the https address of a YouTube or Vimeo video or of an .mp4 or .webm file, or empty so that none is shown, not "${text}"`,
    );
  return knownVideo;
}
