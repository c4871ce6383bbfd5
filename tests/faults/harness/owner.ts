import { firstBusinessOf } from '#app/ids.ts';
import { signIn, visitorAt } from '#tests/support/visitor.ts';

/** Somebody with a business, signed in. */
export interface Owner {
  readonly cookie: string;
  readonly businessId: string;
  /** What no log may hold: token, code, state. */
  readonly secrets: readonly string[];
}

/** The two sample people with access: one has a pizzeria, the other one's business opens with the first change. */
const EMAILS = ['dona@exemplo.com', 'admin@exemplo.com'];

export const signInOwners = (origin: string): Promise<readonly Owner[]> =>
  Promise.all(EMAILS.map((email) => signInOwner(origin, email)));

async function signInOwner(origin: string, email: string): Promise<Owner> {
  const visitor = visitorAt(origin);
  const secrets = await signIn(visitor, origin, email);
  const cookie = visitor.cookieHeader();
  const { id } = (await visitor.call('GET', '/api/users/me')).json as { id: string };
  return { cookie, businessId: firstBusinessOf(id), secrets: [...secrets, cookie.slice(cookie.indexOf('=') + 1)] };
}
