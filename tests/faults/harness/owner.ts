import { firstBusinessIdOf } from '#app/ids.ts';
import { signIn, SignInFailed, visitorAt } from '#tests/support/visitor.ts';

/** A signed-in person with a business. */
export interface Owner {
  readonly cookie: string;
  readonly businessId: string;
  /** Secrets that no log may contain: token, code, state. */
  readonly secrets: readonly string[];
}

/** The two sample people with access: one has a pizzeria, the other's business opens with the first change. */
const EMAILS = ['dona@exemplo.com', 'admin@exemplo.com'];

export const signInOwners = (origin: string): Promise<readonly Owner[]> =>
  Promise.all(EMAILS.map((email) => signInOwner(origin, email)));

/** A machine that has just started two servers may be too busy for the first try. */
async function signInPatiently(origin: string, email: string) {
  for (let tries = 1; ; tries += 1) {
    const visitor = visitorAt(origin);
    try {
      return { visitor, secrets: await signIn(visitor, origin, email) };
    } catch (error) {
      if (!(error instanceof SignInFailed) || error.status !== 503 || tries === 20) throw error;
    }
  }
}

async function signInOwner(origin: string, email: string): Promise<Owner> {
  const { visitor, secrets } = await signInPatiently(origin, email);
  const cookie = visitor.cookieHeader();
  const { id } = (await visitor.call('GET', '/api/users/me')).json as { id: string };
  return { cookie, businessId: firstBusinessIdOf(id), secrets: [...secrets, cookie.slice(cookie.indexOf('=') + 1)] };
}
