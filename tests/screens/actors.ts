import type { Cookie } from 'playwright-core';
import { AdminPages } from '#tests/support/admin-pages.ts';
import { SHARED_ADMIN_PASSWORD } from '#tests/support/global-product.ts';
import type { ProductUnderTest } from './walk.ts';
import { type ApiVisitor, signIn, visitorAt } from '#tests/support/visitor.ts';

export type ActorName = 'visitor' | 'payer' | 'guest' | 'owner' | 'seller' | 'without access' | 'administrator';

/** The browser state of a person, and the ids of their entities. */
export interface Actor {
  readonly cookies: readonly Pick<Cookie, 'name' | 'value'>[];
  readonly local: Readonly<Record<string, string>>;
  readonly session: Readonly<Record<string, string>>;
  /** Ids by name, for addresses: `:dish`. */
  readonly ids: Readonly<Record<string, string>>;
}

const NOBODY: Actor = { cookies: [], local: {}, session: {}, ids: {} };
const KNOWN = { 'prumo.user.signed-in': 'true' };
/** Values in local storage, as the payment pages keep them. */
const storedValue = (value: unknown): string => JSON.stringify({ shape: 1, value });

type CreateActor = (product: ProductUnderTest) => Promise<Actor>;

async function owner(
  product: ProductUnderTest,
  sell?: (visitor: ApiVisitor, dish: string) => Promise<void>,
): Promise<Actor> {
  const { email } = await product.newAccount();
  const visitor = visitorAt(product.origin);
  await signIn(visitor, product.origin, email);
  const { text } = await visitor.call('GET', '/api/dishes');
  const [dish] = JSON.parse(text) as { id: string }[];
  await sell?.(visitor, dish?.id ?? '');
  return { ...NOBODY, cookies: cookiesOf(visitor.cookieHeader()), local: KNOWN, ids: { dish: dish?.id ?? '' } };
}

/** Creates an owner with two channels, a price and a cost in one of them, and sales in both. */
const seller = (product: ProductUnderTest): Promise<Actor> =>
  owner(product, async (visitor, dish) => {
    const create = async (method: string, path: string, body: unknown): Promise<string> => {
      const { status, text, json } = await visitor.call(method, path, { body });
      if (status >= 300) throw new Error(`${path}: ${status} ${text}`);
      return (json as { readonly id: string }).id;
    };
    await create('POST', '/api/channels', { name: 'Balcão' });
    const app = await create('POST', '/api/channels', { name: 'App' });
    await create('POST', '/api/variable-costs', { name: 'Comissão do app', percentage: 23, channels: [app] });
    await create('PUT', `/api/dishes/${dish}`, { prices: { [app]: 61.9 } });
    const month = new Date().toISOString().slice(0, 7);
    for (const [channel, quantity] of [
      ['main', 120],
      [app, 80],
    ])
      await create('PUT', `/api/sales/${month}/${channel}`, { rows: [{ dish_id: dish, quantity }] });
    await create('PUT', '/api/business-settings', { profit_goal: 2_000 });
    // From here on the reads of its pages include everything.
    await visitor.call('GET', '/api/dashboard');
  });

async function withoutAccess(product: ProductUnderTest): Promise<Actor> {
  const visitor = visitorAt(product.origin);
  await signIn(visitor, product.origin, `sem-acesso-${Date.now()}@exemplo.com`);
  return { ...NOBODY, cookies: cookiesOf(visitor.cookieHeader()) };
}

/** Creates a payer with a code, and a guest who has paid. */
async function buyer(product: ProductUnderTest, hasPaid: boolean): Promise<Actor> {
  const visitor = visitorAt(product.origin);
  const { json: charge } = await visitor.call('POST', '/api/payment/create-direct', {
    body: { name: 'Maria', email: `maria-${Date.now()}@exemplo.com` },
  });
  const { payment_id: payment } = charge as { payment_id: string };
  if (hasPaid) {
    await visitor.call('POST', `/api/dev/payments/${payment}/simulate`, { body: { outcome: 'paid' } });
    for (let isGuest = false; !isGuest;) {
      const { json: state } = await visitor.call('GET', `/api/payment/status/${payment}`);
      isGuest = (state as { held_by: string | null }).held_by === 'you';
    }
  }
  return {
    cookies: cookiesOf(visitor.cookieHeader()),
    local: hasPaid ? KNOWN : {},
    session: {
      'prumo.user.charge': storedValue(charge),
      ...(hasPaid && { 'prumo.user.paid': storedValue({ payment_id: payment }) }),
    },
    ids: { payment },
  };
}

async function administrator(product: ProductUnderTest): Promise<Actor> {
  const testPage = await product.newPage();
  const { page } = testPage;
  await new AdminPages(page, product.origin).signIn('admin@exemplo.com', SHARED_ADMIN_PASSWORD);
  const person = page.getByRole('region', { name: 'Lista de pessoas' }).getByRole('link').first();
  const id = (await person.getAttribute('href'))?.split('/').at(-1) ?? '';
  const cookies = await page.context().cookies();
  await testPage.close();
  return { ...NOBODY, cookies, local: KNOWN, ids: { person: id } };
}

const CREATE: Readonly<Record<ActorName, CreateActor>> = {
  visitor: async () => NOBODY,
  payer: (product) => buyer(product, false),
  guest: (product) => buyer(product, true),
  owner: (product) => owner(product),
  seller,
  'without access': withoutAccess,
  administrator,
};

/** Creates each actor when it is first requested. */
export function actorsOf(product: ProductUnderTest): (name: ActorName) => Promise<Actor> {
  const made = new Map<ActorName, Promise<Actor>>();
  return (name) => {
    const actor = made.get(name) ?? CREATE[name](product);
    made.set(name, actor);
    return actor;
  };
}

const cookiesOf = (header: string): Actor['cookies'] =>
  header.split('; ').map((pair) => {
    const [name = '', ...value] = pair.split('=');
    return { name, value: value.join('=') };
  });
