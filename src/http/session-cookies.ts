import { buyerCookie, type CookieShape, sessionCookie, signInCookie } from '#identity/cookies.ts';
import { sessionHash } from '#identity/sessions.ts';
import type { Context } from 'koa';

/** The cookies of the product, read and written in one place. */
export interface SessionCookies {
  readonly session: CookieSlot;
  readonly signIn: CookieSlot;
  readonly buyer: CookieSlot;
  /** The hash of the session token, null without a session cookie. */
  sessionHash(ctx: Context): Buffer | null;
}

export interface CookieSlot {
  read(ctx: Context): string | undefined;
  write(ctx: Context, value: string): void;
  clear(ctx: Context): void;
}

export function createSessionCookies(publicOrigin: string): SessionCookies {
  const session = createSlot(sessionCookie(publicOrigin));
  return {
    session,
    signIn: createSlot(signInCookie(publicOrigin)),
    buyer: createSlot(buyerCookie(publicOrigin)),
    sessionHash(ctx) {
      const cachedHash = ctx.state['sessionHash'] as Buffer | null | undefined;
      if (cachedHash !== undefined) return cachedHash;
      const token = session.read(ctx);
      const hash = token === undefined || token === '' ? null : sessionHash(token);
      ctx.state['sessionHash'] = hash; // Quota, right and access log all need the hash.
      return hash;
    },
  };
}

function createSlot({ name, attributes }: CookieShape): CookieSlot {
  // TLS ends at the proxy, so Koa may see http: whether the cookie is secure follows from the public origin.
  const setSecure = (ctx: Context): void => {
    ctx.cookies.secure = attributes.secure;
  };
  return {
    read: (ctx) => ctx.cookies.get(name),
    write(ctx, value) {
      setSecure(ctx);
      ctx.cookies.set(name, value, { ...attributes, overwrite: true });
    },
    clear(ctx) {
      setSecure(ctx);
      ctx.cookies.set(name, '', { ...attributes, maxAge: 0, overwrite: true });
    },
  };
}
