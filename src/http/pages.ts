import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { send } from '@koa/send';
import { isPage } from '#contract/pages.ts';
import type { SiteBody } from '#contract/site.ts';
import type { Context, Middleware } from 'koa';
import { problems } from './problem.ts';
import { allowNonce } from './security-headers.ts';
import { sendRange } from './send-range.ts';
import { SCALE } from '#domain/decimal.ts';
import { priceTag } from '#domain/format.ts';
import { escapeHtml } from '#runtime/escape-html.ts';
import type { SiteConfig } from '#config/site-config.ts';
import type { Handlers } from './mount.ts';
import type { PaymentHandlerPorts } from './handlers/payment.ts';

/**
 * Fills the shop data into index.html: into the prerendered landing page, and as JSON for the script that takes over.
 * `__PRICE__` → 'R$10,00'. Missing data is empty, and the page hides it.
 */
function fillSite(html: string, site: SiteBody): string {
  const texts = new Map([
    ['SITE', JSON.stringify(site)],
    ['PRICE', priceText(site.price)],
    ['SHORT_PRICE', priceText(site.price).replace(',00', '')],
    ['LIST_PRICE', site.list_price === null ? '' : priceText(site.list_price)],
    ['SUPPLIER_NAME', site.supplier.name],
    ['SUPPLIER_CNPJ', site.supplier.cnpj],
    ['SUPPLIER_ADDRESS', site.supplier.address],
    ['VIDEO', site.video?.kind ?? ''],
    ['OWN_VIDEO', site.video?.src.startsWith('/') ? 'own' : ''],
  ]);
  return html.replaceAll(/__([A-Z_]+?)__/g, (whole, name: string) => {
    const text = texts.get(name);
    return text === undefined ? whole : escapeHtml(text);
  });
}

const priceText = (reais: number): string => priceTag(Math.round(reais * SCALE));

const NONCE_PLACEHOLDER = '__CSP_NONCE__';
const SESSION_PLACEHOLDER = '__SESSION__';
/** The path of the page for visitors without a connection; only the service worker requests and caches it. */
const OFFLINE_PAGE = '/index.html';
const HOUR_MS = 60 * 60 * 1_000;
const YEAR_MS = 365 * 24 * HOUR_MS;

/**
 * The built client: hashed assets cached for ever, precompressed by the build; dashboard.html for the dashboard and
 * index.html for every other page of the app, without caching because they contain the answer's nonce, and whether the
 * request had a session. Other addresses get the app's "not found" page with status 404. A file that a newer build has
 * removed is a plain 404.
 * @param webRoot folder with index.html, dashboard.html and assets/
 * @param site the shop data for the pages
 * @param hasSession whether the request carries a session's cookie, valid or not
 */
export function clientPages(webRoot: string, site: SiteBody, hasSession: (ctx: Context) => boolean): Middleware {
  const index = readPage(join(webRoot, 'index.html'), site);
  const dashboard = readPage(join(webRoot, 'dashboard.html'), site);
  return async (ctx, next) => {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') {
      await next();
      return;
    }
    if (isFile(ctx.path)) {
      await sendFile(ctx, webRoot);
      return;
    }
    if (!isPage(ctx.path) && ctx.path !== OFFLINE_PAGE) {
      ctx.status = 404;
      ctx.set('X-Robots-Tag', 'noindex');
    }
    ctx.set('Cache-Control', 'no-store');
    ctx.type = 'text/html; charset=utf-8';
    const page = DASHBOARD_PATH.test(ctx.path) ? dashboard : index;
    ctx.body = page()
      .replace(SESSION_PLACEHOLDER, ctx.path === OFFLINE_PAGE ? 'unknown' : hasSession(ctx) ? 'some' : 'none')
      .replaceAll(NONCE_PLACEHOLDER, allowNonce(ctx));
  };
}

const DASHBOARD_PATH = /^\/dashboard(?:\/|$)/;

/**
 * Tells whether a path is that of a file, by its extension. HTML pages are excluded, because they are filled in first.
 */
const isFile = (path: string): boolean => /\.(?!html$)[a-z0-9]{1,12}$/i.test(path);

async function sendFile(ctx: Context, webRoot: string): Promise<void> {
  // A cached service worker would keep outdated files.
  if (ctx.path === '/sw.js') ctx.set('Cache-Control', 'no-cache');
  const isHashed = ctx.path.startsWith('/assets/');
  const path = await send(ctx, ctx.path, { root: webRoot, immutable: isHashed, maxAge: isHashed ? YEAR_MS : HOUR_MS });
  if (!path) throw problems.notFound(); // Files with a leading dot are not sent, without an error.
  if (/\.(?:mp4|webm)$/.test(ctx.path)) sendRange(ctx);
}

/** Reads a file once, on first use. */
function readPage(file: string, site: SiteBody): () => string {
  let html: string | undefined;
  return () => {
    if (html === undefined && !existsSync(file)) throw new Error(`${file} is missing: run the build first`);
    return (html ??= fillSite(readFileSync(file, 'utf8'), site));
  };
}

/** Handler for the shop data of the configuration. */
export const siteHandlers = (site: SiteBody): Pick<Handlers, 'site'> => ({ site: async () => ({ body: site }) });

/** The shop data as JSON. */
export const siteBody = (
  { seller, support, priceCents, listPriceCents, video }: SiteConfig,
  { needsTaxId, simulate }: Pick<PaymentHandlerPorts, 'needsTaxId' | 'simulate'>,
): SiteBody => ({
  price: priceCents / 100,
  list_price: listPriceCents === undefined ? null : listPriceCents / 100,
  supplier: seller,
  support,
  needs_tax_id: needsTaxId,
  payments_are_simulated: simulate !== undefined,
  video: video ?? null,
});
