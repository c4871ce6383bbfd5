import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ADMIN_PASSWORD, type RunningApi, startApi } from '#tests/support/api.ts';
import type { ApiVisitor } from '#tests/support/visitor.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let api: RunningApi;
let admin: ApiVisitor;

beforeAll(async () => {
  api = await startApi();
  admin = await api.signIn('admin@exemplo.com');
});
afterAll(() => api.stop());

const get = (visitor: ApiVisitor, path: string) => visitor.call('GET', path, {});
const post = (visitor: ApiVisitor, path: string, body?: object) => visitor.call('POST', path, { body });

describe('administrator’s password check', () => {
  test('tells a visitor who is not signed in nothing about any e-mail', async () => {
    const stranger = api.visitor();
    for (const email of ['admin@exemplo.com', 'novo@exemplo.com', 'ninguem@exemplo.com'])
      expect(await post(stranger, '/api/admin/check-email', { email })).toMatchObject({
        status: 200,
        json: { next: 'sign_in' },
      });
  });

  test('tells a signed-in person only about their own e-mail', async () => {
    const novo = await api.signIn('novo@exemplo.com');
    expect(await post(novo, '/api/admin/check-email', { email: 'admin@exemplo.com' })).toMatchObject({
      status: 403,
      json: { detail: 'Este email não tem permissão de administrador' },
    });
    expect((await post(admin, '/api/admin/check-email', { email: 'admin@exemplo.com' })).json).toEqual({
      next: 'password',
    });
  });

  test('gives no access for a listed e-mail without the password, nor for the password without a listed e-mail', async () => {
    const novo = await api.signIn('novo@exemplo.com');
    expect(await get(admin, '/api/admin/users')).toMatchObject({
      status: 403,
      json: { code: 'admin_password_needed' },
    });
    expect((await post(novo, '/api/admin/verify-password', { password: ADMIN_PASSWORD })).status).toBe(403);
    expect(await get(novo, '/api/admin/users')).toMatchObject({ status: 403, json: { code: 'not_admin' } });
  });

  test('refuses a wrong password with a sentence, and opens the administration for the correct one', async () => {
    expect(await post(admin, '/api/admin/verify-password', { password: 'errada' })).toMatchObject({
      status: 403,
      json: { detail: 'Senha incorreta. Tente novamente.' },
    });
    expect((await get(admin, '/api/admin/check')).json).toEqual({ isAdmin: true, password_verified: false });
    expect((await post(admin, '/api/admin/verify-password', { password: ADMIN_PASSWORD })).status).toBe(200);
    expect((await get(admin, '/api/admin/check')).json).toEqual({ isAdmin: true, password_verified: true });
    expect((await get(admin, '/api/admin/users')).status).toBe(200);
  });

  test('has no effect after the administrator has signed out', async () => {
    const other = await api.signIn('admin@exemplo.com');
    expect((await post(other, '/api/admin/verify-password', { password: ADMIN_PASSWORD })).status).toBe(200);
    await get(other, '/api/logout');
    expect((await get(other, '/api/admin/users')).status).toBe(401);
  });
});

interface User {
  readonly id: string;
  readonly email: string;
  readonly access_granted: boolean;
}

async function userNamed(email: string): Promise<User> {
  const { json: body } = await get(admin, `/api/admin/users?search=${encodeURIComponent(email)}`);
  const [found] = body as readonly User[];
  if (!found) throw new Error(`nobody is called ${email}`);
  return found;
}

const reachesOwnData = async (visitor: ApiVisitor): Promise<boolean> =>
  (await get(visitor, '/api/fixed-costs')).status === 200;

async function soon(condition: () => Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + 30_000; !(await condition()); await sleep(20))
    if (Date.now() > deadline) throw new Error('it never came');
}

describe('access given by an administrator', () => {
  test('is granted to an e-mail with an apostrophe', async () => {
    expect((await post(admin, `/api/admin/grant-access/${encodeURIComponent("o'brien@exemplo.com")}`)).status).toBe(
      200,
    );
  });

  test('starts immediately for a registered person, ends when it is revoked with its reason in the audit log, and leaves the data', async () => {
    const novo = await api.signIn('novo@exemplo.com');
    expect(await reachesOwnData(novo)).toBe(false);
    const granted = await post(admin, '/api/admin/grant-access/novo@exemplo.com');
    expect(granted).toMatchObject({ status: 200, json: { message: 'Acesso liberado para novo@exemplo.com.' } });
    await soon(() => reachesOwnData(novo));
    expect((await post(novo, '/api/fixed-costs', { name: 'Aluguel', value: 100 })).status).toBe(201);

    const { id } = await userNamed('novo@exemplo.com');
    expect((await post(admin, `/api/admin/users/${id}/revoke`, { reason: '' })).status).toBe(422);
    expect((await post(admin, `/api/admin/users/${id}/revoke`, { reason: 'Pediu para sair' })).status).toBe(200);
    expect((await post(novo, '/api/fixed-costs', { name: 'Luz', value: 1 })).status).toBe(403);

    await soon(async () => {
      const { json: body } = await get(admin, `/api/admin/audit?person=${id}`);
      return JSON.stringify(body).includes('Pediu para sair');
    });
    expect((await post(admin, '/api/admin/grant-access/novo@exemplo.com')).status).toBe(200);
    await soon(() => reachesOwnData(novo));
    const by = 'Admin do Prumo (administração)';
    expect((await get(admin, `/api/admin/users/${id}`)).json).toMatchObject({
      grants: [
        { revoked: false, waiting: false, given: { by, reason: null }, ended: null },
        { revoked: true, waiting: false, given: { by, reason: null }, ended: { by, reason: 'Pediu para sair' } },
      ],
    });
    const { json: costs } = await get(novo, '/api/fixed-costs');
    expect((costs as readonly { name: string }[]).map(({ name }) => name)).toEqual(['Aluguel']);
  });

  test('starts at the first sign-in with a verified e-mail, and never with a typed one', async () => {
    const email = 'ainda.nao@padaria.exemplo.com';
    expect((await post(admin, `/api/admin/grant-access/${email}`)).json).toMatchObject({
      message: expect.stringContaining('vale assim que') as string,
    });
    const later = await api.signIn(email);
    await soon(() => reachesOwnData(later));
    expect((await post(admin, `/api/admin/grant-access/${email}`)).json).toEqual({
      message: `${email} já tinha acesso.`,
    });
  });

  test('is listed with its giver when the e-mail was mistyped, and is withdrawn with a reason', async () => {
    const email = 'digitado@errrado.exemplo.com';
    await post(admin, `/api/admin/grant-access/${email}`);
    const waiting = async () =>
      (await get(admin, '/api/admin/grants/waiting')).json as readonly { id: string; email: string }[];
    const grant = (await waiting()).find((each) => each.email === email);
    expect(grant).toMatchObject({ given: { by: 'Admin do Prumo (administração)', reason: null } });
    const withdraw = (reason: string) => post(admin, `/api/admin/grants/${grant?.id}/withdraw`, { reason });
    expect((await withdraw(' ')).json).toMatchObject({ status: 422, fields: { reason: 'Escreva o motivo.' } });
    expect((await withdraw('Digitado errado')).json).toEqual({ message: 'Concessão retirada.' });
    expect((await waiting()).some((each) => each.email === email)).toBe(false);
    const somebody = await api.signIn(email);
    expect(await reachesOwnData(somebody)).toBe(false);
    expect((await post(admin, `/api/admin/grants/${randomUUID()}/withdraw`, { reason: 'x' })).status).toBe(404);
  });

  test('belongs to the person who signed in meanwhile, and ends when it is revoked', async () => {
    const email = 'veio.agora@exemplo.com';
    await post(admin, `/api/admin/grant-access/${email}`);
    const { json: waiting } = await get(admin, '/api/admin/grants/waiting');
    const { id } = (waiting as readonly { id: string; email: string }[]).find((each) => each.email === email) ?? {};
    const somebody = await api.signIn(email);
    await soon(() => reachesOwnData(somebody));
    const answer = await post(admin, `/api/admin/grants/${id}/withdraw`, { reason: 'Tarde' });
    expect([answer.status, await reachesOwnData(somebody)]).toEqual([409, true]);
  });

  test.each(['sem-arroba', 'a@b', '@exemplo.com', 'a"b@exemplo.com'])(
    'is refused for %s, which is not a valid e-mail, and the answer names the field',
    async (email) => {
      expect(await post(admin, `/api/admin/grant-access/${encodeURIComponent(email)}`)).toMatchObject({
        status: 422,
        json: { fields: { email: expect.stringContaining('Confira o e-mail') } },
      });
    },
  );
});

test('administrators can search and count the people', async () => {
  expect((await userNamed('dona@exemplo.com')).access_granted).toBe(true);
  const { json: body } = await get(admin, '/api/admin/users/counts');
  const { total, granted, pending } = body as Record<string, number>;
  expect(total).toBe((granted ?? 0) + (pending ?? 0));
  expect((await get(admin, '/api/admin/users?search=%25')).json).toEqual([]);
});

test('the page of a person shows their sessions, which an administrator can end', async () => {
  const somebody = await api.signIn('dona@exemplo.com');
  const { id } = await userNamed('dona@exemplo.com');
  const { json: body } = await get(admin, `/api/admin/users/${id}`);
  expect(body).toMatchObject({ user: { email: 'dona@exemplo.com' }, grants: [{ revoked: false }] });
  expect((body as { sessions: unknown[] }).sessions.length).toBeGreaterThan(0);
  expect((await admin.call('DELETE', `/api/admin/users/${id}/sessions`, {})).status).toBe(204);
  expect((await get(somebody, '/api/users/me')).status).toBe(401);
  expect((await get(admin, `/api/admin/users/${randomUUID()}`)).status).toBe(404);
});

describe('payment in the administration', () => {
  test('is found by the check of all payments and refunded, and the refund takes the access away', async () => {
    const buyer = await api.signIn('comprador@exemplo.com');
    const { json: body } = await post(buyer, '/api/payment/create-direct', {
      name: 'Comprador',
      email: 'outro@exemplo.com',
    });
    const { payment_id: paymentId } = body as { payment_id: string };
    await post(buyer, `/api/dev/payments/${paymentId}/simulate`, { outcome: 'paid' });
    await soon(() => reachesOwnData(buyer));
    const run = await post(admin, '/api/admin/verify-all-payments');
    expect(run).toMatchObject({ status: 200, json: { total_checked: expect.any(Number) as number } });
    const refund = await post(admin, `/api/admin/payments/${paymentId}/refund`, { reason: 'Desistiu em sete dias' });
    expect(refund.status).toBe(200);
    await soon(async () => !(await reachesOwnData(buyer)));
    expect((await post(admin, `/api/admin/payments/${paymentId}/refund`, { reason: 'De novo' })).status).toBe(409);
  });
});

describe('audit log in the administration', () => {
  test('links an opened entry from the cause to its effects', async () => {
    await soon(async () =>
      JSON.stringify((await get(admin, '/api/admin/audit?type=AccessRevoked')).json).includes('number'),
    );
    const { json: body } = await get(admin, '/api/admin/audit?type=AccessRevoked');
    const [entry] = (body as { entries: { number: string; sentence: string }[] }).entries;
    expect(entry?.sentence).toBe(
      'Admin do Prumo (administração) revogou todo o acesso de Novo Cliente: Pediu para sair.',
    );
    const detail = (await get(admin, `/api/admin/audit/entries/${entry?.number}`)).json as {
      effects: { type: string }[];
    };
    expect(detail.effects.map(({ type }) => type).toSorted()).toEqual(['AccessSourceRemoved', 'GrantRevoked']);
  });

  test('can be downloaded as a spreadsheet', async () => {
    const { status, text, headers } = await get(admin, '/api/admin/audit.csv?kind=admin');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toContain('text/csv');
    expect(text).toContain('Número;Data;Hora');
  });

  test('records refused people once per minute and call', async () => {
    const novo = await api.signIn('novo@exemplo.com');
    for (let n = 0; n < 5; n += 1) await get(novo, '/api/admin/users/counts');
    const noted = async (): Promise<number> => {
      const { json } = await get(admin, '/api/admin/audit?type=AdminAccessDenied&text=countUsers');
      return (json as { entries: unknown[] }).entries.length;
    };
    await soon(async () => (await noted()) > 0);
    expect(await noted()).toBe(1);
  });

  test('shows how it is protected', async () => {
    expect((await get(admin, '/api/admin/audit/state')).json).toMatchObject({
      head_hash: expect.any(String) as string,
    });
  });
});

test('the status page of the administration shows the state of each part of the product', async () => {
  expect((await get(admin, '/api/admin/system')).json).toMatchObject({
    log: { reachable: true, erasures_waiting: 0 },
    read_model: { parked: [] },
    // The test server does not flush to disk, but our sessions set their own settings, so this is not a warning.
    harmful_settings: [{ name: 'fsync', value: 'off' }],
  });
  expect((await get(admin, '/api/payment/test')).json).toMatchObject({ ok: true, provider: 'sandbox' });
  expect((await get(admin, '/api/payment/create-test')).json).toMatchObject({ created: true });
  expect((await get(admin, '/api/worker/ip')).status).toBe(200);
});
