import { type PaymentIntents, buyerTokenHashOf, type BuyerToken } from '#payments/intent.ts';
import type { Context } from 'koa';
import type { SessionCookies } from './session-cookies.ts';

/** The buyer's cookie: it gives access to the one payment that its browser began, for no longer than needed. */
export interface BuyerCookie {
  /**
   * The hash of the token in the request's cookie; null without a cookie. The stored payments tell whether it is valid.
   */
  tokenHash(ctx: Context): string | null;
  write(ctx: Context, token: BuyerToken): void;
  /** Removes the cookie; the token stays valid. */
  clear(ctx: Context): void;
  /**
   * Removes the cookie and invalidates its token and that of this payment. Needed when the browser gets a session or
   * signs out.
   */
  invalidate(ctx: Context, paymentId?: string | null): Promise<void>;
  /** Removes the cookie if its token is too old, invalidated, or was never issued. */
  clearIfInvalid(ctx: Context): Promise<void>;
}

interface Ports {
  readonly cookies: Pick<SessionCookies, 'buyer'>;
  readonly intents: Pick<PaymentIntents, 'isValidToken' | 'invalidateToken'>;
  readonly clock: () => Date;
}

export function createBuyerCookie({ cookies: { buyer }, intents, clock }: Ports): BuyerCookie {
  const clear = (ctx: Context): void => {
    if (buyer.read(ctx) !== undefined) buyer.clear(ctx);
  };
  const tokenHash = (ctx: Context): string | null => buyerTokenHashOf(buyer.read(ctx));
  return {
    tokenHash,
    clear,
    write: (ctx, { token }) => buyer.write(ctx, token),
    async invalidate(ctx, paymentId = null) {
      const buyerTokenHash = tokenHash(ctx);
      if (buyerTokenHash !== null) await intents.invalidateToken({ buyerTokenHash });
      if (paymentId !== null) await intents.invalidateToken({ paymentId });
      clear(ctx);
    },
    async clearIfInvalid(ctx) {
      const token = buyer.read(ctx);
      if (token === undefined) return;
      const buyerTokenHash = buyerTokenHashOf(token);
      if (buyerTokenHash === null || !(await intents.isValidToken(buyerTokenHash, clock()))) clear(ctx);
    },
  };
}
