import { randomBytes } from 'node:crypto';
import type { Middleware } from 'koa';
import helmet from 'koa-helmet';

/**
 * Headers on every answer. Scripts and styles run only with the nonce of their own page; `ctx.state.nonce` has it.
 * @param publicOrigin HSTS and upgrades only where the product is reached by https
 */
export function securityHeaders(publicOrigin: string): Middleware {
  const isHttps = publicOrigin.startsWith('https:');
  const nonces = new WeakMap<object, string>();
  const nonce = (_request: unknown, response: object): string => `'nonce-${nonces.get(response)}'`;
  const protect = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", nonce],
        styleSrc: ["'self'", nonce],
        imgSrc: ["'self'", 'data:', 'https://*.googleusercontent.com'],
        connectSrc: ["'self'"],
        fontSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(isHttps ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: isHttps ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
  });
  return async (ctx, next) => {
    const value = randomBytes(16).toString('base64');
    ctx.state['nonce'] = value;
    nonces.set(ctx.res, value);
    await protect(ctx, next);
  };
}
