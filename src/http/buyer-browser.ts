import { buyerHashOf, type BuyerToken } from '#payments/buyer-tokens.ts';
import type { Intents } from '#payments/intent.ts';
import type { Context } from 'koa';
import type { SessionCookies } from './session-cookies.ts';

/** The buyer's cookie: it opens the one payment that its browser began, and no longer than it has to. */
export interface BuyerBrowser {
  /** Hash of the token that the browser shows; null when it shows none. Whether that opens anything is known by the payment. */
  hashOf(ctx: Context): string | null;
  give(ctx: Context, token: BuyerToken): void;
  /** Takes the cookie away; the token stays what it is. */
  take(ctx: Context): void;
  /** The browser is let in by a session, or leaves: what it shows, and what opened this payment, opens nothing any more. */
  close(ctx: Context, paymentId?: string | null): Promise<void>;
  /** Takes a cookie away that opens nothing: too old, void, or never given out by us. */
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
