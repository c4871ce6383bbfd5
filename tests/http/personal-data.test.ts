import { afterAll, beforeAll, expect, test } from 'vitest';
import { TERMS } from '#contract/terms.ts';
import { type RunningApi, startApi } from '#tests/support/api.ts';

interface PersonalFile {
  readonly leia_me: string;
  readonly conta: Readonly<Record<string, unknown>>;
  readonly eventos_da_conta: readonly { evento: string; o_que: string; quando: string }[];
  readonly pagamentos: readonly object[];
  readonly negocios: readonly {
    readonly eventos: readonly { evento: string; dados: object }[];
    readonly estado_atual: Readonly<Record<string, readonly { readonly name: string }[]>>;
  }[];
  readonly sessoes: readonly object[];
  readonly registro_de_acesso: readonly { readonly ip: string }[];
}

let api: RunningApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

test('the data file contains everything that is stored about the person, and nothing that opens a session', async () => {
  const dona = await api.signIn('dona@exemplo.com');
  const [flour] = (await dona.call('GET', '/api/ingredients')).json as readonly { readonly id: string }[];
  const lines = [{ ingredient_id: flour?.id, packs: 2, pack_quantity: 5, pack_unit: 'kg', total: 49.9 }];
  const bought = { date: '2026-03-10', source: 'manual', supplier: { name: 'Atacadão' }, lines };
  expect((await dona.call('POST', '/api/purchases', { body: bought })).status).toBe(201);
  expect((await dona.call('PUT', '/api/stock-values/2026-02', { body: { value: 1_250 } })).status).toBe(200);
  const answer = await dona.call('GET', '/api/account/data');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('Content-Disposition')).toBe('attachment; filename="prumo-meus-dados.json"');
  expect(answer.headers.get('Content-Type')).toBe('application/json; charset=utf-8');
  expect(answer.headers.get('Cache-Control')).toBe('no-store');
  const file = answer.json as PersonalFile;
  const me = (await dona.call('GET', '/api/users/me')).json as { id: string };
  expect(file.conta).toMatchObject({
    id: me.id,
    nome: 'Dona Marta',
    email: 'dona@exemplo.com',
    termos_aceitos: TERMS.version,
  });
  expect(file.eventos_da_conta.map(({ evento }) => evento)).toEqual([
    'AccountRegistered',
    'SignedIn',
    'AccessSourceAdded',
    'SignedIn',
    'TermsAccepted',
  ]);
  expect(file.eventos_da_conta.every(({ o_que }) => /^\p{Lu}.*\.$/u.test(o_que))).toBe(true);
  const [pizzeria, ...others] = file.negocios;
  expect(others).toEqual([]);
  expect(pizzeria?.eventos[0]?.evento).toBe('BusinessOpened');
  expect(pizzeria?.eventos.length).toBeGreaterThan(30);
  for (const [path, name] of [
    ['/api/fixed-costs', 'custos_fixos'],
    ['/api/variable-costs', 'custos_variaveis'],
    ['/api/revenue-projections', 'faturamento'],
    ['/api/ingredients', 'insumos'],
    ['/api/preparations', 'preparos'],
    ['/api/dishes', 'pratos'],
    ['/api/channels', 'canais'],
    ['/api/sales', 'vendas'],
    ['/api/purchases', 'compras'],
    ['/api/suppliers', 'fornecedores'],
    ['/api/stock-values', 'estoque'],
    ['/api/business-settings', 'ajustes'],
    ['/api/dashboard', 'indicadores'],
  ] as const)
    expect(pizzeria?.estado_atual[name], name).toEqual((await dona.call('GET', path)).json);
  expect(file.sessoes).toHaveLength(1);
  expect(file.registro_de_acesso.map(({ ip }) => ip)).toEqual([
    expect.stringMatching(/127\.0\.0\.1|::1/),
    expect.stringMatching(/127\.0\.0\.1|::1/),
  ]);
  for (const cookie of dona.cookieHeader().split('; ')) expect(answer.text).not.toContain(cookie.split('=')[1]);
});

test('every person can download only their own data file, with or without access', async () => {
  const novo = await api.signIn('novo@exemplo.com');
  const { text, json } = await novo.call('GET', '/api/account/data');
  expect((json as PersonalFile).conta).toMatchObject({ email: 'novo@exemplo.com' });
  expect((json as PersonalFile).negocios).toEqual([]);
  expect(text).not.toMatch(/dona@|Marta|Mussarela/);
  expect((await api.visitor().call('GET', '/api/account/data')).status).toBe(401);
});

test('the acceptance of terms is recorded once for each version', async () => {
  await api.signIn('novo@exemplo.com');
  const novo = await api.signIn('novo@exemplo.com');
  const { eventos_da_conta: events } = (await novo.call('GET', '/api/account/data')).json as PersonalFile;
  expect(events.filter(({ evento }) => evento === 'TermsAccepted')).toHaveLength(1);
});
