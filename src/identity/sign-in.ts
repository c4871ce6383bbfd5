import type { CallbackParams, Identity, IdentityProvider } from './port.ts';
import { safeReturnPath } from './return-path.ts';
import type { SignInCookies } from './transaction-cookie.ts';

export interface SignIn {
  /**
   * `url`: send the browser there; `cookie`: value of the sign-in cookie.
   * @throws IdentityUnavailable
   */
  begin(input: { readonly returnPath?: unknown }): Promise<{ readonly url: string; readonly cookie: string }>;
  /**
   * The sign-in cookie is used up whatever happens after its state has matched.
   * @throws SignInRefused, IdentityUnavailable
   */
  finish(input: {
    readonly cookie: string | undefined;
    readonly params: CallbackParams;
  }): Promise<{ readonly identity: Identity; readonly returnPath: string }>;
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
    async begin({ returnPath }) {
      const { url, transaction } = await provider.begin({ redirectUri });
      return { url, cookie: await cookies.seal({ transaction, returnPath: safeReturnPath(returnPath) }) };
    },

    async finish({ cookie, params }) {
      const { transaction, returnPath } = await cookies.redeem(cookie, params.state);
      return { identity: await provider.finish({ redirectUri, params, transaction }), returnPath };
    },
  };
}
