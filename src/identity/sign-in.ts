import type { CallbackParams, Identity, IdentityProvider } from './port.ts';
import { safeReturnPath, type SignInCookies } from './transaction-cookie.ts';

export interface SignIn {
  /**
   * Begins a sign-in. `url`: the redirect of the browser; `cookie`: the new value of the sign-in cookie.
   * @throws IdentityUnavailable
   */
  begin(input: {
    readonly returnPath?: unknown;
    readonly cookie?: string | undefined;
  }): Promise<{ readonly url: string; readonly cookie: string }>;
  /**
   * Finishes a sign-in. A matching state uses up the sign-in of the cookie, whatever happens afterwards; `cookie` then
   * has the sign-ins of other tabs, and is empty where there are none.
   * @throws SignInRefused, IdentityUnavailable
   */
  finish(input: {
    readonly cookie: string | undefined;
    readonly params: CallbackParams;
  }): Promise<{ readonly identity: Identity; readonly returnPath: string; readonly cookie: string }>;
}

/** Creates both halves of signing in, in the safe order: the state is used up before the code is. */
export function createSignIn(options: {
  readonly provider: IdentityProvider;
  readonly cookies: SignInCookies;
  /** The address registered with the provider, e.g. `https://prumo.example/auth/callback`. */
  readonly redirectUri: string;
}): SignIn {
  const { provider, cookies, redirectUri } = options;
  return {
    async begin({ returnPath, cookie: before }) {
      const { url, transaction } = await provider.begin({ redirectUri });
      return { url, cookie: await cookies.seal({ transaction, returnPath: safeReturnPath(returnPath) }, before) };
    },

    async finish({ cookie, params }) {
      const { pending, remainingCookie: remaining } = await cookies.redeem(cookie, params.state);
      const { transaction, returnPath } = pending;
      return { identity: await provider.finish({ redirectUri, params, transaction }), returnPath, cookie: remaining };
    },
  };
}
