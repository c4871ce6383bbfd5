import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Context, Middleware } from 'koa';
import sirv from 'sirv';

const NONCE_PLACEHOLDER = '__CSP_NONCE__';

/**
 * The built client: hashed assets for ever, precompressed as built; index.html for every page of the app, fresh each
 * time because it carries that answer's nonce.
 * @param webRoot folder with index.html and assets/
 */
export function clientPages(webRoot: string): Middleware {
  const index = readIndex(webRoot);
  const assets = sirv(webRoot, {
    brotli: true,
    gzip: true,
    etag: true,
    dotfiles: false,
    extensions: [],
    setHeaders: (response, pathname) => {
      const isHashed = pathname.startsWith('/assets/');
      response.setHeader('Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600');
    },
  });
  return async (ctx, next) => {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return next();
    if (ctx.path !== '/' && ctx.path !== '/index.html' && (await served(assets, ctx))) return;
    // A missing file is missing; everything else is a page of the app, which has its own "not found".
    if (/\.[a-z0-9]{1,8}$/i.test(ctx.path) && ctx.path !== '/index.html') return next();
    ctx.set('Cache-Control', 'no-store');
    ctx.type = 'text/html; charset=utf-8';
    ctx.body = index().replaceAll(NONCE_PLACEHOLDER, ctx.state['nonce'] as string);
  };
}

/** Read once, at the first page. */
function readIndex(webRoot: string): () => string {
  let html: string | undefined;
  return () => {
    const file = join(webRoot, 'index.html');
    if (html === undefined && !existsSync(file)) throw new Error(`${file} is missing: run the build first`);
    return (html ??= readFileSync(file, 'utf8'));
  };
}

/** Lets sirv answer on the raw response, past Koa's own; resolves to whether it did. */
function served(assets: ReturnType<typeof sirv>, ctx: Context): Promise<boolean> {
  return new Promise((resolve) => {
    const { res } = ctx;
    const status = res.statusCode;
    res.once('close', () => resolve(true));
    res.statusCode = 200;
    ctx.respond = false;
    assets(ctx.req, res, () => {
      ctx.respond = true;
      res.statusCode = status;
      resolve(false);
    });
  });
}
