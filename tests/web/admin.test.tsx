import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lagWords } from '#web/features/admin/checks.ts';
import { problem } from './support/fake-server.ts';
import { openPage, page, requestsTo } from './support/screen-under-test.tsx';
import { ana } from './support/session-under-test.ts';

/** Stands in for the live stream of the audit log; a test sends its events. */
class FakeStream extends EventTarget {
  static open: FakeStream[] = [];
  readonly url: string;
  constructor(url: string) {
    super();
    this.url = url;
    FakeStream.open.push(this);
  }
  close(): void {
    FakeStream.open = FakeStream.open.filter((stream) => stream !== this);
  }
}
const sendGrown = (upTo: number): Promise<void> =>
  act(async () => {
    const event = new MessageEvent('grown', { data: JSON.stringify({ number: String(upTo) }) });
    for (const stream of FakeStream.open) stream.dispatchEvent(event);
  });

beforeEach(() => void vi.stubGlobal('EventSource', FakeStream));
afterEach(() => {
  cleanup();
  FakeStream.open = [];
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const CHECK = '/api/admin/check';
const EMAIL = '/api/admin/check-email';
const PASSWORD = '/api/admin/verify-password';
const USERS = '/api/admin/users';
const COUNTS = '/api/admin/users/counts';
const WAITING = '/api/admin/grants/waiting';
const AUDIT = '/api/admin/audit';
const SYSTEM = '/api/admin/system';

const admin = { ...ana, is_admin: true, name: 'Admin', email: 'admin@exemplo.com' };
const json = (body: unknown) => () => Response.json(body);
const open = json({ isAdmin: true, password_verified: true });
const at = (hour: number): string => `2026-02-20T${String(hour).padStart(2, '0')}:00:00.000Z`;

const person = (name: string, granted: boolean) => ({
  id: `00000000-0000-4000-8000-${name.padStart(12, '0')}`,
  email: `${name}@cozinha.example`,
  name,
  access_granted: granted,
  is_admin: false,
  guest: false,
  payment_id: null,
  created_at: at(15),
});

const entry = (number: number, sentence: string, type = 'SignedIn', instant = at(15)) => ({
  number: String(number),
  at: instant,
  type,
  kind: 'account',
  stream: 'account-1',
  actor: { kind: 'user', id: 'u', name: 'Ana' },
  sentence,
  erased: false,
});
const auditPage = (entries: readonly unknown[], more: object = {}) => ({
  entries,
  next: null,
  searched_until: null,
  ...more,
});

const people = {
  [CHECK]: open,
  [USERS]: json([person('bia', true), person('caio', false)]),
  [COUNTS]: json({ total: 1_204, granted: 7, pending: 1_197, waiting_grants: 2 }),
  [WAITING]: json([
    {
      id: 'g1',
      email: 'digitado@errrado.com',
      given: { at: at(20), by: 'Ana (administração)', reason: null },
    },
    { id: 'g2', email: 'padeira@exemplo.com', given: null },
  ]),
};

describe('the e-mail step of the login', () => {
  it('requires an e-mail and says when it cannot be checked', async () => {
    const shown = openPage('/admin-login', { answers: { [EMAIL]: () => new Response('?', { status: 503 }) } });
    await shown.user.click(await screen.findByRole('button', { name: 'Continuar' }));
    expect(page()).toContain('Por favor, insira seu email');
    expect(document.activeElement).toBe(screen.getByLabelText('E-mail'));
    await shown.user.type(screen.getByLabelText('E-mail'), 'admin@exemplo.com{Enter}');
    expect(await screen.findByText('Erro ao verificar email. Tente novamente.')).toBeTruthy();
    expect(requestsTo(shown, EMAIL)[0]?.body).toEqual({ email: 'admin@exemplo.com' });
  });

  it('sends a visitor to the identity provider', async () => {
    const shown = openPage('/admin-login', {
      answers: {
        [EMAIL]: json({ next: 'sign_in' }),
        '/api/oauth/google/redirect_url?return_to=%2Fadmin-login': json({ redirectUrl: 'https://conta.example/' }),
      },
    });
    await shown.user.type(await screen.findByLabelText('E-mail'), 'admin@exemplo.com{Enter}');
    await waitFor(() => expect(shown.actions).toContain('leave to https://conta.example/'));
  });

  it('refuses a customer and lets them sign out', async () => {
    const shown = openPage('/admin-login', { user: ana });
    expect(await screen.findByText('Este email não tem permissão de administrador')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('E-mail').value).toBe(ana.email);
    await shown.user.click(screen.getByRole('button', { name: 'Sair e usar outro e-mail' }));
    await waitFor(() => expect(shown.actions).toContain('reload'));
  });
});

describe.each(['/admin-login', '/password-verification'])('the password form at %s', (path) => {
  const field = () => screen.findByLabelText(/^Senha/);

  it('says when the password is missing, wrong or could not be checked', async () => {
    const shown = openPage(path, {
      user: admin,
      answers: { [PASSWORD]: () => problem(403, 'wrong_password', 'Senha incorreta. Tente novamente.') },
    });
    await field();
    await shown.user.click(screen.getByRole('button', { name: /^(Entrar|Verificar)$/ }));
    expect(screen.getByRole('alert').textContent).toBe('Por favor, insira a senha');
    await shown.user.type(await field(), 'errada{Enter}');
    expect(await screen.findByText('Senha incorreta. Tente novamente.')).toBeTruthy();
    expect(((await field()) as HTMLInputElement).value).toBe('errada');
    shown.answer(PASSWORD, () => new Response('', { status: 500 }));
    await shown.user.type(await field(), '{Enter}');
    expect(await screen.findByText('Erro ao verificar senha')).toBeTruthy();
  });

  it('hides the password and accepts a pasted one from a password manager', async () => {
    const shown = openPage(path, { user: admin, answers: { ...people, [PASSWORD]: json({ verified: true }) } });
    const input = (await field()) as HTMLInputElement;
    expect([input.type, input.autocomplete, input.maxLength]).toEqual(['password', 'current-password', -1]);
    const long = ` Çå~"'<&>🍕 ${'k7qm-2xvd '.repeat(9)}`;
    await shown.user.click(input);
    await shown.user.paste(long);
    expect(input.value).toBe(long);
    await shown.user.keyboard('{Enter}');
    await waitFor(() => expect(requestsTo(shown, PASSWORD)[0]?.body).toEqual({ password: long }));
  });

  it('shows the password on request and goes on after the correct one', async () => {
    const shown = openPage(path, { user: admin, answers: { ...people, [PASSWORD]: json({ verified: true }) } });
    await shown.user.click(await screen.findByRole('button', { name: 'Mostrar' }));
    expect(((await field()) as HTMLInputElement).type).toBe('text');
    await shown.user.type(await field(), 'certa{Enter}');
    await waitFor(() => expect(shown.history.at(-1)).toBe(path === '/admin-login' ? '/admin' : '/dashboard'));
    expect(sessionStorage.getItem('admin_password_verified')).toBe('true');
  });
});

describe('the admin gate', () => {
  it.each([
    ['/admin', 'Acesso Restrito'],
    ['/admin/audit', 'Acesso Restrito'],
  ])('refuses a visitor at %s', async (path, title) => {
    openPage(path);
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
  });

  it.each(['/status', '/test', '/password-verification'])('sends a visitor from %s to the start page', async (path) => {
    const { history } = openPage(path);
    await waitFor(() => expect(history.at(-1)).toBe('/'));
  });

  it.each(['/admin', '/status', '/test'])('refuses a customer at %s', async (path) => {
    openPage(path, { user: ana });
    expect(await screen.findByRole('heading', { name: 'Acesso Negado' })).toBeTruthy();
  });

  it('sends an administrator without the password to the login', async () => {
    const { history } = openPage('/admin', {
      user: admin,
      answers: { [CHECK]: json({ isAdmin: true, password_verified: false }) },
    });
    await waitFor(() => expect(history.at(-1)).toBe('/admin-login'));
  });
});

describe('the page of people and payments', () => {
  it('shows the counts and lists people with their access', async () => {
    openPage('/admin', { user: admin, answers: people });
    const list = await screen.findByRole('region', { name: 'Lista de pessoas' });
    const rows = within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
    expect(rows).toEqual([
      expect.stringMatching(/bia@cozinha\.example.*cadastro em 20\/02\/2026.*LIBERADO/),
      expect.stringMatching(/caio@cozinha\.example.*PENDENTE/),
    ]);
    await waitFor(() => expect(page()).toMatch(/Total1\.204Com acesso7Pendentes1\.197Concessões à espera2/));
    expect(within(list).getAllByRole('link')[0]?.getAttribute('href')).toBe(`/admin/people/${person('bia', true).id}`);
  });

  it('says when nobody is found and reloads a list that failed', async () => {
    const shown = openPage('/admin', {
      user: admin,
      answers: { ...people, [USERS]: () => new Response('', { status: 503 }) },
    });
    expect(await screen.findByText('Não deu para carregar a lista.')).toBeTruthy();
    expect(page()).not.toContain('Ninguém encontrado.');
    shown.answer(USERS, json([]));
    await shown.user.click(screen.getByRole('button', { name: 'Tentar de novo' }));
    expect(await screen.findByText('Ninguém encontrado.')).toBeTruthy();
  });

  it.each(['', 'sem-arroba'])('does not grant access to “%s”', async (typed) => {
    const shown = openPage('/admin', { user: admin, answers: people });
    const field = await screen.findByLabelText('E-mail');
    if (typed !== '') await shown.user.type(field, typed);
    await shown.user.click(screen.getByRole('button', { name: 'Conceder acesso' }));
    expect(page()).toContain('Por favor, insira um email válido');
    expect(shown.actions.filter((each) => each.startsWith('POST'))).toEqual([]);
  });

  it('shows the answer of the server to a grant, done or refused', async () => {
    const GRANT = '/api/admin/grant-access/bia%40cozinha.example';
    const shown = openPage('/admin', {
      user: admin,
      answers: { ...people, [GRANT]: () => problem(503, 'unavailable', 'O registro está fora do ar.') },
    });
    await shown.user.type(await screen.findByLabelText('E-mail'), 'bia@cozinha.example{Enter}');
    expect(await screen.findByText('Erro: O registro está fora do ar.')).toBeTruthy();
    shown.answer(GRANT, json({ message: 'Acesso liberado para bia@cozinha.example.' }));
    await shown.user.click(screen.getByRole('button', { name: 'Conceder acesso' }));
    expect(await screen.findByText('Acesso liberado para bia@cozinha.example.')).toBeTruthy();
    await waitFor(() => expect(requestsTo(shown, COUNTS)).toHaveLength(2));
  });

  it('lists a grant to a mistyped e-mail and withdraws it with a reason', async () => {
    const WITHDRAW = '/api/admin/grants/g1/withdraw';
    const shown = openPage('/admin', {
      user: admin,
      answers: { ...people, [WITHDRAW]: json({ message: 'Concessão retirada.' }) },
    });
    const waiting = within(await screen.findByRole('list', { name: 'Concessões à espera' }));
    expect(waiting.getByText(/^Ana \(administração\) concedeu acesso em 20\/02\/2026/)).toBeTruthy();
    await shown.user.click(waiting.getByRole('button', { name: 'Retirar digitado@errrado.com' }));
    shown.answer(COUNTS, json({ total: 1_204, granted: 7, pending: 1_197, waiting_grants: 0 }));
    await shown.user.type(screen.getByLabelText(/^Motivo da retirada/), 'Digitado errado{Enter}');
    expect(await screen.findByText('Concessão retirada.')).toBeTruthy();
    expect(requestsTo(shown, WITHDRAW)[0]?.body).toEqual({ reason: 'Digitado errado' });
    await waitFor(() => expect(screen.queryByText('digitado@errrado.com')).toBeNull());
    expect(requestsTo(shown, WAITING)).toHaveLength(1);
  });

  it('shows the result for each verified payment', async () => {
    const result = { email: 'bia@cozinha.example', payment_id: '0123456789', granted: true, status: 'confirmed' };
    const shown = openPage('/admin', {
      user: admin,
      answers: {
        ...people,
        '/api/admin/verify-all-payments': json({
          total_checked: 2,
          granted_count: 1,
          message: '2 pagamentos verificados, 1 confirmado agora.',
          results: [
            { ...result, found_payment: true, error: null },
            {
              ...result,
              payment_id: '99',
              granted: false,
              status: 'unknown',
              found_payment: false,
              error: 'sem resposta do provedor',
            },
          ],
        }),
      },
    });
    await shown.user.click(await screen.findByRole('button', { name: 'Verificar todos os pagamentos' }));
    expect(await screen.findByText('2 pagamentos verificados, 1 confirmado agora.')).toBeTruthy();
    const rows = within(screen.getByRole('region', { name: 'Pagamentos verificados' })).getAllByRole('listitem');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/01234567 · pago.*LIBERADO AGORA/),
      expect.stringMatching(/sem cobrança no provedor.*sem resposta do provedor.*PENDENTE/),
    ]);
  });
});

describe('the page of a person', () => {
  const { id } = person('bia', true);
  const details = { user: person('bia', true), payments: [], grants: [], sessions: [] };
  const at15 = { at: at(15), by: 'Ana (administração)' };
  const openPerson = (more: object) =>
    openPage(`/admin/people/${id}`, {
      user: admin,
      answers: {
        [CHECK]: open,
        [`${USERS}/${id}`]: json({ ...details, ...more }),
        [`${AUDIT}?person=${id}`]: json(auditPage([])),
      },
    });
  const grants = async () =>
    within(await screen.findByRole('list', { name: 'Acesso concedido' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);

  it('says who granted and revoked access, when, and why', async () => {
    const grant = { id: '1', waiting: false, revoked: false, given: { ...at15, reason: null }, ended: null };
    const ended = { ...at15, reason: 'engano.' };
    openPerson({
      grants: [grant, { ...grant, id: '2', revoked: true, given: { ...at15, reason: 'cortesia' }, ended }],
    });
    expect(await grants()).toEqual([
      'Ana (administração) concedeu acesso em 20/02/2026, 12:00.',
      'Ana (administração) concedeu acesso em 20/02/2026, 12:00: cortesia.Ana (administração) revogou em 20/02/2026, 12:00: engano.',
    ]);
  });

  it('offers to revoke a grant that waits for the person to sign in', async () => {
    const waiting = { id: '1', waiting: true, revoked: false, given: { ...at15, reason: null }, ended: null };
    openPerson({ user: person('bia', false), grants: [waiting] });
    expect(await grants()).toEqual([expect.stringMatching(/Vale assim que esta pessoa entrar com o Google\.$/)]);
    expect(screen.getByRole('button', { name: 'Revogar acesso' })).toBeTruthy();
  });

  it('offers nothing to revoke to a person without access', async () => {
    openPerson({ user: person('bia', false) });
    expect(await screen.findByText('Nenhum pagamento.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Revogar acesso' })).toBeNull();
    expect(screen.queryByRole('list', { name: 'Acesso concedido' })).toBeNull();
  });
});

describe('the audit log', () => {
  const STATE = json({
    entries: 12,
    head_hash: 'a'.repeat(64),
    anchored_at: null,
    anchored_entries: null,
    verified_at: null,
    problems: null,
  });
  const answers = { [CHECK]: open, [`${AUDIT}/state`]: STATE };
  const sentences = () =>
    within(screen.getByRole('region', { name: 'Acontecimentos' }))
      .queryAllByRole('button')
      .map(({ textContent }) => textContent);

  it('groups entries by day and joins repeated reads in one line', async () => {
    const looked = 'Ana consultou a trilha de auditoria.';
    const entries = [
      entry(9, looked, 'PersonalDataRead'),
      entry(8, looked, 'PersonalDataRead'),
      entry(7, 'Ana entrou.', 'SignedIn', at(1)),
    ];
    openPage('/admin/audit', { user: admin, answers: { ...answers, [AUDIT]: json(auditPage(entries)) } });
    expect(await screen.findByRole('heading', { name: 'sexta-feira, 20 de fevereiro de 2026' })).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'quinta-feira, 19 de fevereiro de 2026' })).toBeTruthy();
    expect(sentences()).toEqual([`12:00${looked} (2 vezes)`, '22:00Ana entrou.']);
  });

  it('adds new entries by itself and reads nothing twice when none matches', async () => {
    const shown = openPage('/admin/audit', { user: admin, answers: { ...answers, [AUDIT]: json(auditPage([])) } });
    await screen.findByText('Nada encontrado.');
    shown.answer(`${AUDIT}?after=0`, json(auditPage([])));
    await sendGrown(40);
    shown.answer(`${AUDIT}?after=40`, json(auditPage([entry(42, 'Ana entrou.')])));
    await sendGrown(42);
    await waitFor(() => expect(sentences()).toEqual(['12:00Ana entrou.']));
    expect(requestsTo(shown, AUDIT)).toHaveLength(1);
  });

  it('reads all new entries when they fill several pages', async () => {
    const shown = openPage('/admin/audit', {
      user: admin,
      answers: { ...answers, [AUDIT]: json(auditPage([entry(1, 'Um.')])) },
    });
    await screen.findByText('Um.');
    shown.answer(`${AUDIT}?after=1`, json(auditPage([entry(3, 'Três.')], { next: '3' })));
    shown.answer(`${AUDIT}?after=1&before=3`, json(auditPage([entry(2, 'Dois.')])));
    await sendGrown(3);
    await waitFor(() => expect(sentences()).toEqual(['12:00Três.', '12:00Dois.', '12:00Um.']));
  });

  it('continues a search where it stopped', async () => {
    const shown = openPage('/admin/audit', { user: admin, answers: { ...answers, [AUDIT]: json(auditPage([])) } });
    await screen.findByText('Nada encontrado.');
    shown.answer(`${AUDIT}?text=farinha`, json(auditPage([], { next: '500', searched_until: at(15) })));
    shown.answer(`${AUDIT}?text=farinha&before=500`, json(auditPage([entry(4, 'Ana cadastrou o insumo “Farinha”.')])));
    await shown.user.type(screen.getByLabelText('Buscar nas frases'), 'farinha');
    const goOn = await screen.findByRole('button', { name: 'Continuar a busca' });
    expect(page()).toContain('Nada encontrado até aqui.');
    expect(page()).toContain('Procurado até 20/02/2026, 12:00.');
    await shown.user.click(goOn);
    await waitFor(() => expect(sentences()).toHaveLength(1));
    expect(screen.getByRole('link', { name: 'Baixar CSV' }).getAttribute('href')).toBe(
      '/api/admin/audit.csv?text=farinha',
    );
  });

  it('shows the value before a change in an open entry', async () => {
    const changed = entry(5, 'Ana mudou o custo fixo “Aluguel”.', 'FixedCostAmountChanged');
    const shown = openPage('/admin/audit', {
      user: admin,
      answers: {
        ...answers,
        [AUDIT]: json(auditPage([changed])),
        [`${AUDIT}/entries/5`]: json({
          entry: changed,
          before: 35_000_000,
          after: 42_000_000,
          cause: null,
          effects: [entry(6, 'O sistema anotou.')],
          raw: { meta: {}, data: {}, digest: 'd', hash: 'h' },
        }),
      },
    });
    await shown.user.click(await screen.findByRole('button', { name: /Aluguel/ }));
    await screen.findAllByText('Registro completo');
    expect(page()).toMatch(/Valorantes R\$ 3\.500,00.*R\$ 4\.200,00/);
    expect(page()).toContain('Levou aO sistema anotou.');
  });

  it('warns when the chain is broken', async () => {
    const broken = json({
      entries: 12,
      head_hash: null,
      anchored_at: at(1),
      anchored_entries: 3,
      verified_at: at(2),
      problems: 1,
    });
    openPage('/admin/audit', {
      user: admin,
      answers: { ...answers, [`${AUDIT}/state`]: broken, [AUDIT]: json(auditPage([])) },
    });
    expect(await screen.findByRole('heading', { name: 'A trilha foi alterada' })).toBeTruthy();
    expect(screen.getByRole('alert').textContent).toBe('A última conferência encontrou 1 problema.');
  });
});

describe('the pages of the system status', () => {
  const state = {
    log: { reachable: true, kind: 'postgres', head: '1', erasures_waiting: 0 },
    read_model: { position: '1', behind_events: 0, behind_seconds: 0, parked: [] },
    audit: { entries: 3, behind_events: 0 },
    harmful_settings: [],
    versions: { prumo: '1', node: '20', postgres: '18' },
  };
  const healthy = {
    ...people,
    '/api/payment/test': json({ ok: true, provider: 'sandbox', milliseconds: 3 }),
    [SYSTEM]: json(state),
  };

  it('say that the system is healthy while the essential services answer', async () => {
    openPage('/status', {
      user: admin,
      answers: { ...healthy, '/api/payment/test': () => new Response('', { status: 503 }) },
    });
    expect(await screen.findByRole('heading', { name: 'Saudável' })).toBeTruthy();
    expect(screen.getAllByText('FUNCIONANDO')).toHaveLength(3);
    expect(screen.getAllByText('COM FALHA')).toHaveLength(1);
    expect(page()).toContain('2 pessoas na lista.');
    expect(page()).toContain('Leitura: em dia.');
    expect(page()).toContain('3 registros, em dia');
  });

  it('name harmful settings of PostgreSQL, and nothing when there are none', async () => {
    const harmful = { ...state, harmful_settings: [{ name: 'fsync', value: 'off' }] };
    openPage('/status', { user: admin, answers: { ...healthy, [SYSTEM]: json(harmful) } });
    expect(await screen.findByRole('heading', { name: 'Ajustes do PostgreSQL que prejudicam' })).toBeTruthy();
    expect(page()).toContain('fsync = off');
    expect(page()).toContain('uma queda de energia pode deixar o banco ilegível');
    cleanup();
    openPage('/status', { user: admin, answers: healthy });
    expect(await screen.findByText('3 registros, em dia')).toBeTruthy();
    expect(page()).not.toContain('Ajustes do PostgreSQL');
  });

  it.each([
    ['no waiting erasure', 0, 'nenhuma'],
    ['one waiting erasure', 1, '1 exclusão'],
    ['three waiting erasures', 3, '3 exclusões'],
    ['an unknown number of waiting erasures', null, 'desconhecido: há um nó fora do ar'],
  ])('name %s in words', async (_count, waiting, words) => {
    const log = { ...state.log, kind: 'eventstoredb', erasures_waiting: waiting };
    openPage('/status', { user: admin, answers: { ...healthy, [SYSTEM]: json({ ...state, log }) } });
    const label = await screen.findByText('Exclusões à espera de limpeza');
    expect(label.parentElement?.textContent).toBe(`Exclusões à espera de limpeza${words}`);
  });

  it.each([
    ['no lag', 0, 0, 'em dia'],
    ['a lag of one event and a quarter of a second', 1, 0.25, '1 evento atrás, 0,3 s'],
    ['a lag of 1,200 events', 1_200, undefined, '1.200 eventos atrás'],
    ['a lag of 0.4 seconds', null, 0.4, '0,4 s atrás'],
    ['an unknown lag', null, null, 'atraso desconhecido'],
  ])('say in words that the read model has %s', (_lag, events, seconds, words) => {
    expect(lagWords(events, seconds)).toBe(words);
  });

  it('say that the system is degraded without one of the essential services, and check again on demand', async () => {
    const shown = openPage('/status', {
      user: admin,
      answers: { ...healthy, [USERS]: () => new Response('', { status: 503 }) },
    });
    expect(await screen.findByRole('heading', { name: 'Degradado' })).toBeTruthy();
    shown.answer(USERS, json([]));
    await shown.user.click(screen.getByRole('button', { name: 'Verificar de novo' }));
    expect(await screen.findByRole('heading', { name: 'Saudável' })).toBeTruthy();
  });

  it('say when the state of the system could not be loaded', async () => {
    openPage('/status', { user: admin, answers: { ...healthy, [SYSTEM]: () => new Response('', { status: 503 }) } });
    expect(await screen.findByText('Erro ao carregar status do sistema')).toBeTruthy();
  });

  it('run the five diagnostics one after the other, half a second apart', async () => {
    const shown = openPage('/test', {
      user: admin,
      answers: {
        ...healthy,
        '/api/payment/create-test': json({ ok: true, created: true, message: 'Cobrança de teste criada.' }),
        '/api/worker/ip': json({ addresses: [], node: '20', version: '1' }),
      },
    });
    const button = await screen.findByRole('button', { name: 'Executar testes' });
    vi.useFakeTimers({ shouldAdvanceTime: true });
    button.click();
    await waitFor(() => expect(screen.getAllByText('FUNCIONANDO')).toHaveLength(1));
    await act(() => vi.advanceTimersByTimeAsync(400));
    expect(requestsTo(shown, CHECK)).toHaveLength(1);
    await act(() => vi.advanceTimersByTimeAsync(2_000));
    expect(await screen.findByText('5 de 5 testes passaram.')).toBeTruthy();
    expect(shown.allRequests.slice(-5).map(({ path }) => path)).toEqual([
      '/api/users/me',
      CHECK,
      '/api/payment/test',
      '/api/payment/create-test',
      '/api/worker/ip',
    ]);
  });
});
