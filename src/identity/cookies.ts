import { SIGN_IN_SECONDS } from './transaction-cookie.ts';

export interface CookieShape {
  readonly name: string;
  /** As `ctx.cookies.set` takes them; `maxAge` in milliseconds. */
  readonly attributes: {
    readonly httpOnly: true;
    readonly secure: boolean;
    readonly sameSite: 'lax';
    readonly path: '/';
    readonly maxAge: number;
  };
}

/** Browsers cap cookies at 400 days; how long a session really lives is decided in the database. */
const SESSION_MAX_AGE = 180 * 24 * 60 * 60 * 1000;
/** As long as what it opens: see `BUYER_TOKEN_MS` of the payments. */
const BUYER_MAX_AGE = 24 * 60 * 60 * 1000;

/** `__Host-` binds a cookie to this very host, but browsers refuse the prefix on http, where development happens. */
function hostCookie(name: string, publicOrigin: string, maxAge: number): CookieShape {
  const secure = publicOrigin.startsWith('https:');
  return {
    name: secure ? `__Host-${name}` : name,
    attributes: { httpOnly: true, secure, sameSite: 'lax', path: '/', maxAge },
  };
}

/** Carries the session token. */
export const sessionCookie = (publicOrigin: string): CookieShape =>
  hostCookie('session', publicOrigin, SESSION_MAX_AGE);

/** Carries the secret that makes a browser the buyer of one payment that it began. */
export const buyerCookie = (publicOrigin: string): CookieShape => hostCookie('buyer', publicOrigin, BUYER_MAX_AGE);

/** Carries the sealed sign-in transaction; Lax, because the way back from the provider is a navigation from outside. */
export const signInCookie = (publicOrigin: string): CookieShape =>
  hostCookie('sign-in', publicOrigin, SIGN_IN_SECONDS * 1000);
