import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { contract } from '#contract/index.ts';
import { ADMIN_PASSWORD, type RunningApi, startApi } from '#tests/support/api.ts';
import type { ApiVisitor } from '#tests/support/visitor.ts';

let api: RunningApi;
let visitors: Record<Kind, ApiVisitor>;

const KINDS = ['anonymous', 'buyer', 'guest', 'withoutAccess', 'owner', 'adminWithoutPassword', 'admin'] as const;
type Kind = (typeof KINDS)[number];

/** A buyer is a browser that has begun a payment; once the payment is confirmed, it is a guest's. */
async function buying(): Promise<{ buyer: ApiVisitor; paymentId: string }> {
  const buyer = api.visitor();
  const body = { name: 'Compradora', email: 'compradora@exemplo.com' };
  const { json } = await buyer.call('POST', '/api/payment/create-direct', { body });
  return { buyer, paymentId: (json as { payment_id: string }).payment_id };
}

async function guest(): Promise<ApiVisitor> {
  const { buyer, paymentId } = await buying();
  await buyer.call('POST', `/api/dev/payments/${paymentId}/simulate`, { body: { outcome: 'paid' } });
  for (const deadline = Date.now() + 30_000; Date.now() < deadline; await sleep(50)) {
    await buyer.call('GET', `/api/payment/status/${paymentId}`);
    if ((await buyer.call('GET', '/api/users/me')).status === 200) return buyer;
  }
  throw new Error('paying did not let anybody in');
}

async function administrator(): Promise<ApiVisitor> {
  const admin = await api.signIn('admin@exemplo.com');
  await admin.call('POST', '/api/admin/verify-password', { body: { password: ADMIN_PASSWORD } });
  return admin;
}

beforeAll(async () => {
  api = await startApi();
  visitors = {
    anonymous: api.visitor(),
    buyer: (await buying()).buyer,
    guest: await guest(),
    withoutAccess: await api.signIn('novo@exemplo.com'),
    owner: await api.signIn('dona@exemplo.com'),
    adminWithoutPassword: await api.signIn('admin@exemplo.com'),
    admin: await administrator(),
  };
});
afterAll(() => api.stop());

const endpoints = Object.entries(contract) as [string, Endpoint][];
const pathOf = ({ path }: Endpoint): string => path.replaceAll(/:\w+/g, () => randomUUID());

/** The statuses of a call that passed the access check. */
const LET_THROUGH = [200, 201, 204, 400, 404, 422];

const nobody = { anonymous: 401, buyer: 401 };
const open = { guest: undefined, withoutAccess: undefined, owner: undefined };
const administrators = { adminWithoutPassword: undefined, admin: undefined };
const closed = { guest: 403, withoutAccess: 403, owner: 403 };

/** The status that each kind of visitor gets from the access check; undefined where the call is allowed. */
const refusals: Record<Endpoint['access'], Record<Kind, number | undefined>> = {
  anyone: { anonymous: undefined, buyer: undefined, ...open, ...administrators },
  signedIn: { ...nobody, ...open, ...administrators },
  // The sample administrator has access to a business, too.
  owner: { ...nobody, ...open, withoutAccess: 403, ...administrators },
  listedAdmin: { ...nobody, ...closed, ...administrators },
  admin: { ...nobody, ...closed, adminWithoutPassword: 403, admin: undefined },
  paymentProvider: { ...nobody, guest: 401, withoutAccess: 401, owner: 401, adminWithoutPassword: 401, admin: 401 },
};

/** A live stream stays open while somebody follows it. */
const isStream = ({ media }: Endpoint): boolean => media === 'text/event-stream';

/** These calls would end the sessions that the later tests use. */
const ENDS_SESSIONS = ['logout', 'endOtherSessions'];

describe.each(KINDS)('visitor of kind %s', (kind) => {
  test.each(endpoints.filter(([name]) => !ENDS_SESSIONS.includes(name)))(
    'may call %s only if the contract’s access rule allows it',
    async (name, endpoint) => {
      const body = endpoint.method === 'GET' || endpoint.method === 'DELETE' ? undefined : {};
      const refused = refusals[endpoint.access][kind];
      if (refused === undefined && isStream(endpoint)) return;
      const { status } = await visitors[kind].call(endpoint.method, pathOf(endpoint), { body });
      expect(refused === undefined ? LET_THROUGH : [refused]).toContain(status);
    },
  );
});

describe('request from another site', () => {
  const changing = endpoints.filter(([, endpoint]) => endpoint.changes !== undefined);
  test.each(changing)('is refused with 403 by the call %s', async (_name, endpoint) => {
    const body = endpoint.method === 'GET' || endpoint.method === 'DELETE' ? undefined : {};
    for (const headers of [
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
      { 'Sec-Fetch-Site': 'none' },
      { 'Sec-Fetch-Site': '', Origin: 'https://evil.example' },
      { 'Sec-Fetch-Site': '' },
    ]) {
      const { status } = await visitors.owner.call(endpoint.method, pathOf(endpoint), { body, headers });
      expect(status, JSON.stringify(headers)).toBe(403);
    }
  });

  test('is checked for by every call of the contract that is no GET, except the provider’s notices', () => {
    const unsafe = endpoints.filter(([, { method }]) => method !== 'GET');
    // Notices come from the provider's machines, and their token is what guards the call.
    expect(unsafe.filter(([, { changes, access }]) => changes === undefined && access !== 'paymentProvider')).toEqual(
      [],
    );
  });

  test('is not suspected of an older browser that sends our own Origin', async () => {
    const headers = { 'Sec-Fetch-Site': '', Origin: api.origin };
    const { status } = await visitors.owner.call('POST', '/api/fixed-costs', { body: {}, headers });
    expect(status).toBe(422);
  });
});

describe('identifiers that only the browser knows', () => {
  test.each([
    ['the direct-payment header', '/api/dashboard', { 'x-direct-payment-user': 'true' }],
    ['access=granted', '/api/dashboard?access=granted', {}],
    ['a made-up session', '/api/dashboard', { Cookie: `session=${'a'.repeat(43)}` }],
  ])('give no data to a visitor without a session: %s', async (_what, path, headers) => {
    expect((await visitors.anonymous.call('GET', path, { headers })).status).toBe(401);
  });
});

describe('the session of a person', () => {
  test('names the person, and ends when they sign out', async () => {
    const dona = await api.signIn('dona@exemplo.com');
    expect((await dona.call('GET', '/api/users/me')).json).toMatchObject({
      email: 'dona@exemplo.com',
      name: 'Dona Marta',
      access_granted: true,
      is_admin: false,
      guest: false,
      google_user_data: { name: 'Dona Marta' },
    });
    const out = await dona.call('GET', '/api/logout');
    expect(out.status).toBe(200);
    expect(out.headers.get('Clear-Site-Data')).toContain('"storage"');
    expect((await dona.call('GET', '/api/users/me')).status).toBe(401);
  });

  test('says that access is missing, and who is an administrator by the list', async () => {
    expect((await visitors.withoutAccess.call('GET', '/api/users/me')).json).toMatchObject({ access_granted: false });
    const admin = await api.signIn('ADMIN@exemplo.com');
    expect((await admin.call('GET', '/api/users/me')).json).toMatchObject({ is_admin: true });
  });

  test('accepts a sign-in code once, and only in the browser that requested it', async () => {
    const browser = api.visitor();
    const refused = await browser.call('POST', '/api/sessions', { body: { code: 'x', state: 'y', iss: 'z' } });
    expect(refused.status).toBe(400);
    expect(refused.text).not.toMatch(/liberado|confirmado/);
  });
});
