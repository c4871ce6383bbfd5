import type { CallbackParams, Identity, IdentityProvider } from './port.ts';
import { safeReturnPath, type SignInCookies } from './transaction-cookie.ts';

export interface SignIn {
  /**
   * `url`: send the browser there; `cookie`: new value of the sign-in cookie, of which the present one is given.
   * @throws IdentityUnavailable
   */
  begin(input: {
    readonly returnPath?: unknown;
    readonly cookie?: string | undefined;
  }): Promise<{ readonly url: string; readonly cookie: string }>;
  /**
   * A sign-in of the cookie is used up whatever happens after its state has matched; `cookie` then has those of other
   * tabs, and is empty where there are none.
   * @throws SignInRefused, IdentityUnavailable
   */
  finish(input: {
    readonly cookie: string | undefined;
    readonly params: CallbackParams;
  }): Promise<{ readonly identity: Identity; readonly returnPath: string; readonly cookie: string }>;
}

/** The two halves of signing in, in the order that keeps them safe: the state is spent before the code is. */
export function createSignIn(options: {
  readonly provider: IdentityProvider;
  readonly cookies: SignInCookies;
  /** Registered with the provider, e.g. `https://prumo.example/auth/callback`. */
  readonly redirectUri: string;
}): SignIn {
  const { provider, cookies, redirectUri } = options;
  return {
    async begin({ returnPath, cookie: before }) {
      const { url, transaction } = await provider.begin({ redirectUri });
      return { url, cookie: await cookies.seal({ transaction, returnPath: safeReturnPath(returnPath) }, before) };
    },

    async finish({ cookie, params }) {
      const { pending, left } = await cookies.redeem(cookie, params.state);
      const { transaction, returnPath } = pending;
      return { identity: await provider.finish({ redirectUri, params, transaction }), returnPath, cookie: left };
    },
  };
}
