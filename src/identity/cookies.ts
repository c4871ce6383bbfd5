import { SIGN_IN_SECONDS } from './transaction-cookie.ts';

export interface CookieShape {
  readonly name: string;
  /** Options of `ctx.cookies.set`; `maxAge` in milliseconds. */
  readonly attributes: {
    readonly httpOnly: true;
    readonly secure: boolean;
    readonly sameSite: 'lax';
    readonly path: '/';
    readonly maxAge: number;
  };
}

/** Browsers cap cookies at 400 days; the lifetime of a session is decided in the database. */
const SESSION_MAX_AGE = 180 * 24 * 60 * 60 * 1000;
/** The same lifetime as that of the token: see `BUYER_TOKEN_LIFETIME_MS` of the payments. */
const BUYER_MAX_AGE = 24 * 60 * 60 * 1000;

/** `__Host-` binds a cookie to this very host, but browsers refuse the prefix on http, which is used in development. */
function hostCookie(name: string, publicOrigin: string, maxAge: number): CookieShape {
  const secure = publicOrigin.startsWith('https:');
  return {
    name: secure ? `__Host-${name}` : name,
    attributes: { httpOnly: true, secure, sameSite: 'lax', path: '/', maxAge },
  };
}

/** The cookie with the session token. */
export const sessionCookie = (publicOrigin: string): CookieShape =>
  hostCookie('session', publicOrigin, SESSION_MAX_AGE);

/** The cookie with the secret that makes a browser the buyer of one payment that it began. */
export const buyerCookie = (publicOrigin: string): CookieShape => hostCookie('buyer', publicOrigin, BUYER_MAX_AGE);

/**
 * The cookie with the encrypted sign-in transaction; Lax, because the provider's redirect is a navigation from another
 * site.
 */
export const signInCookie = (publicOrigin: string): CookieShape =>
  hostCookie('sign-in', publicOrigin, SIGN_IN_SECONDS * 1000);
