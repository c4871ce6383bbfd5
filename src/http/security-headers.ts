import { randomBytes } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import helmet, { type HelmetOptions } from 'helmet';
import type { Context, Middleware } from 'koa';

const POLICY = 'Content-Security-Policy';

/** A year, for every host below ours. */
const HSTS = { maxAge: 31_536_000, includeSubDomains: true } as const;

const isByHttps = (publicOrigin: string): boolean => publicOrigin.startsWith('https:');

interface Options {
  /** HSTS and upgrades only where the product is reached by https. */
  readonly publicOrigin: string;
  /** May be shown from where it is: in a frame, or played by the browser. */
  readonly video?: { readonly kind: 'frame' | 'file'; readonly src: string } | null;
}

/** Headers on every answer; scripts and styles in a page run only with `allowNonce`. */
export function securityHeaders({ publicOrigin, video = null }: Options): Middleware {
  const videoFrom = (kind: 'frame' | 'file'): string[] => [video?.kind === kind ? originOf(video.src) : "'none'"];
  const isHttps = isByHttps(publicOrigin);
  const headers = headersOf({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'https://*.googleusercontent.com'],
        connectSrc: ["'self'"],
        fontSrc: ["'self'"],
        manifestSrc: ["'self'"],
        workerSrc: ["'self'"],
        frameSrc: videoFrom('frame'),
        mediaSrc: videoFrom('file'),
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(isHttps ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: isHttps && HSTS,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
  });
  return (ctx, next) => {
    for (const header of headers) ctx.res.setHeader(header[0], header[1]); // at every request: no destructuring
    return next();
  };
}

/** A source as policies name it; a leading slash means this origin. */
const originOf = (src: string): string => (src.startsWith('/') ? "'self'" : new URL(src).origin);

/** Headers of answers that come before the app or instead of it: nothing in them is a page, so nothing may run or load. */
export const bareHeaders = (publicOrigin: string): HeaderList =>
  headersOf({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: isByHttps(publicOrigin) && HSTS,
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
  });

/** A listener whose answers all carry these headers. */
export const carrying =
  (headers: HeaderList, listener: RequestListener): RequestListener =>
  (request, response) => {
    for (const [name, value] of headers) response.setHeader(name, value);
    listener(request, response);
  };

type HeaderList = readonly (readonly [name: string, value: string])[];

/** What Helmet would set on any answer: always the same, so it is asked once and not at every request. */
function headersOf(options: HelmetOptions): HeaderList {
  const headers = new Map<string, string>();
  const response = { setHeader: headers.set.bind(headers), removeHeader: headers.delete.bind(headers) };
  helmet(options)({} as IncomingMessage, response as unknown as ServerResponse, (error) => {
    if (error !== undefined) throw error;
  });
  return [...headers];
}

/** Lets the scripts and styles of this one page run that carry the nonce. @returns the nonce */
export function allowNonce(ctx: Context): string {
  const nonce = randomBytes(16).toString('base64');
  const policy = ctx.response.get(POLICY).replaceAll(/(?:script|style)-src 'self'/g, `$& 'nonce-${nonce}'`);
  ctx.set(POLICY, policy);
  return nonce;
}
