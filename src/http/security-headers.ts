import { randomBytes } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import helmet, { type HelmetOptions } from 'helmet';
import type { Context, Middleware } from 'koa';

const POLICY_HEADER = 'Content-Security-Policy';

/** One year, in seconds, for the host and all its subdomains. */
const HSTS = { maxAge: 31_536_000, includeSubDomains: true } as const;

const usesHttps = (publicOrigin: string): boolean => publicOrigin.startsWith('https:');

interface Options {
  /** HSTS and upgrades are sent only where the product is reached by https. */
  readonly publicOrigin: string;
  /** The video that pages may show: in a frame, or played by the browser. */
  readonly video?: { readonly kind: 'frame' | 'file'; readonly src: string } | null;
}

/** Sets the headers of every response; scripts and styles in a page run only with `allowNonce`. */
export function securityHeaders({ publicOrigin, video = null }: Options): Middleware {
  const videoFrom = (kind: 'frame' | 'file'): string[] => [video?.kind === kind ? originOf(video.src) : "'none'"];
  const isHttps = usesHttps(publicOrigin);
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
    // This runs for every request, so it avoids destructuring.
    for (const header of headers) ctx.res.setHeader(header[0], header[1]);
    return next();
  };
}

/** A source in the notation of policies; a leading slash means this origin. */
const originOf = (src: string): string => (src.startsWith('/') ? "'self'" : new URL(src).origin);

/** Headers of responses outside of the app: they contain no page, so nothing may run or load. */
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
    strictTransportSecurity: usesHttps(publicOrigin) && HSTS,
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
  });

/** Wraps a listener so that all its responses have these headers. */
export const withHeaders =
  (headers: HeaderList, listener: RequestListener): RequestListener =>
  (request, response) => {
    for (const [name, value] of headers) response.setHeader(name, value);
    listener(request, response);
  };

type HeaderList = readonly (readonly [name: string, value: string])[];

/** The headers of Helmet, computed once because they are always the same. */
function headersOf(options: HelmetOptions): HeaderList {
  const headers = new Map<string, string>();
  const response = { setHeader: headers.set.bind(headers), removeHeader: headers.delete.bind(headers) };
  helmet(options)({} as IncomingMessage, response as unknown as ServerResponse, (error) => {
    if (error !== undefined) throw error;
  });
  return [...headers];
}

/** Allows scripts and styles with the nonce to run in this page. @returns the nonce */
export function allowNonce(ctx: Context): string {
  const nonce = randomBytes(16).toString('base64');
  const policy = ctx.response.get(POLICY_HEADER).replaceAll(/(?:script|style)-src 'self'/g, `$& 'nonce-${nonce}'`);
  ctx.set(POLICY_HEADER, policy);
  return nonce;
}
