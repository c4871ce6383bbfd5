import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { send } from '@koa/send';
import type { SiteBody } from '#contract/site.ts';
import type { Context, Middleware } from 'koa';
import { allowNonce } from './security-headers.ts';
import { withSite } from './page-texts.ts';

const NONCE_PLACEHOLDER = '__CSP_NONCE__';
const HOUR_MS = 60 * 60 * 1_000;
const YEAR_MS = 365 * 24 * HOUR_MS;

/**
 * The built client: hashed assets for ever, precompressed as built; dashboard.html for the dashboard and index.html for
 * every other page of the app, fresh each time because they carry that answer's nonce. A file that a newer build has
 * taken away is simply missing.
 * @param webRoot folder with index.html, dashboard.html and assets/
 * @param site what the pages say about the shop
 */
export function clientPages(webRoot: string, site: SiteBody): Middleware {
  const index = readPage(join(webRoot, 'index.html'), site);
  const dashboard = readPage(join(webRoot, 'dashboard.html'), site);
  return async (ctx, next) => {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') {
      await next();
      return;
    }
    if (hasExtension(ctx.path) && ctx.path !== '/index.html') {
      await sendFile(ctx, webRoot);
      return;
    }
    ctx.set('Cache-Control', 'no-store');
    ctx.type = 'text/html; charset=utf-8';
    const page = DASHBOARD.test(ctx.path) ? dashboard : index;
    ctx.body = page().replaceAll(NONCE_PLACEHOLDER, allowNonce(ctx));
  };
}

const DASHBOARD = /^\/dashboard(?:\/|$)/;

/** What looks like a file is one or is missing; everything else is a page of the app, which has its own "not found". */
const hasExtension = (path: string): boolean => /\.[a-z0-9]{1,12}$/i.test(path);

async function sendFile(ctx: Context, webRoot: string): Promise<void> {
  // A worker from an hour ago would keep files that are an hour old.
  if (ctx.path === '/sw.js') ctx.set('Cache-Control', 'no-cache');
  const isHashed = ctx.path.startsWith('/assets/');
  await send(ctx, ctx.path, { root: webRoot, immutable: isHashed, maxAge: isHashed ? YEAR_MS : HOUR_MS });
}

/** Read once, when it is first asked for. */
function readPage(file: string, site: SiteBody): () => string {
  let html: string | undefined;
  return () => {
    if (html === undefined && !existsSync(file)) throw new Error(`${file} is missing: run the build first`);
    return (html ??= withSite(readFileSync(file, 'utf8'), site));
  };
}
