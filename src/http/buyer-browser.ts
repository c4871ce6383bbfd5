import { buyerHashOf, type BuyerToken } from '#payments/buyer-tokens.ts';
import type { Intents } from '#payments/intent.ts';
import type { Context } from 'koa';
import type { SessionCookies } from './session-cookies.ts';

/** The buyer's cookie: it gives access to the one payment that its browser began, for no longer than needed. */
export interface BuyerBrowser {
  /**
   * Hash of the token in the browser's cookie; null without a cookie. Whether the token is valid is stored with the
   * payment.
   */
  hashOf(ctx: Context): string | null;
  give(ctx: Context, token: BuyerToken): void;
  /** Removes the cookie; the token stays valid. */
  take(ctx: Context): void;
  /**
   * Removes the cookie and invalidates its token and that of this payment, because the browser now has a session, or
   * signs out.
   */
  close(ctx: Context, paymentId?: string | null): Promise<void>;
  /** Removes a cookie with an invalid token: too old, voided, or never issued. */
  tidy(ctx: Context): Promise<void>;
}

interface Ports {
  readonly cookies: Pick<SessionCookies, 'buyer'>;
  readonly intents: Pick<Intents, 'isBuyers' | 'voidBuyer'>;
  readonly clock: () => Date;
}

export function createBuyerBrowser({ cookies: { buyer }, intents, clock }: Ports): BuyerBrowser {
  const take = (ctx: Context): void => {
    if (buyer.read(ctx) !== undefined) buyer.clear(ctx);
  };
  const hashOf = (ctx: Context): string | null => buyerHashOf(buyer.read(ctx));
  return {
    hashOf,
    take,
    give: (ctx, { token }) => buyer.write(ctx, token),
    async close(ctx, paymentId = null) {
      const buyerHash = hashOf(ctx);
      if (buyerHash !== null) await intents.voidBuyer({ buyerHash });
      if (paymentId !== null) await intents.voidBuyer({ paymentId });
      take(ctx);
    },
    async tidy(ctx) {
      const shown = buyer.read(ctx);
      if (shown === undefined) return;
      const buyerHash = buyerHashOf(shown);
      if (buyerHash === null || !(await intents.isBuyers(buyerHash, clock()))) take(ctx);
    },
  };
}
