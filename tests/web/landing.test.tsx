import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { problem } from './support/fake-server.ts';
import { openPage, page, requestsTo } from './support/screen-under-test.tsx';
import { ana, guest } from './support/session-under-test.ts';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const VERIFY = '/api/payment/verify-access';
const withoutAccess = { ...ana, access_granted: false };
const verify = () => screen.findByRole('button', { name: 'Verificar Meu Pagamento' });
const hrefOf = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href');

describe('the landing page', () => {
  it('offers the purchase and the sign-in to a visitor', async () => {
    openPage('/');
    expect(page()).toContain('Carregando...');
    expect(await hrefOf('Quero meu acesso por R$10 via Pix')).toBe('/payment/direct');
    expect(await hrefOf('Fazer Login')).toBe('/login');
    expect(screen.queryByRole('button', { name: 'Sair' })).toBeNull();
  });

  it('is shown without a request when the HTML says that there is no session', () => {
    const { actions } = openPage('/', { isAnonymous: true });
    expect(screen.getByRole('link', { name: 'Fazer Login' })).toBeTruthy();
    expect(page()).not.toContain('Carregando...');
    expect(actions).toEqual([]);
  });

  it('greets a person with access by name and opens the dashboard after 1500 ms', async () => {
    const { history } = openPage('/', { user: ana });
    vi.useFakeTimers({ shouldAdvanceTime: true });
    expect(await screen.findByText(/Que bom ver você de volta, Ana Beatriz!/)).toBeTruthy();
    expect(await hrefOf('Acessar o painel')).toBe('/dashboard');
    expect(screen.getByRole('button', { name: 'Sair' })).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect(history).toEqual(['/']);
    await act(() => vi.advanceTimersByTimeAsync(500));
    await waitFor(() => expect(history.at(-1)).toBe('/dashboard'));
  });

  it('offers a person without access to buy, to check a payment and to sign out', async () => {
    openPage('/', { user: withoutAccess });
    expect(await screen.findByText(/Olá, Ana Beatriz!.*Adquira o acesso/)).toBeTruthy();
    expect(await hrefOf('Quero meu acesso por R$10 via Pix')).toBe('/payment/direct');
    expect(await verify()).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Sair' })).toBeTruthy();
  });

  it.each([
    ['Pagamento confirmado: seu acesso está liberado!', true, 'on-basil-tint'],
    ['Seu acesso já está liberado.', true, 'on-basil-tint'],
    ['Seu pagamento ainda não chegou até nós.', false, 'on-honey-tint'],
  ])('shows the result of a check in its colour: %s', async (message, granted, tone) => {
    const shown = openPage('/', {
      user: withoutAccess,
      answers: { [VERIFY]: () => Response.json({ message, access_granted: granted }) },
    });
    await shown.user.click(await verify());
    expect((await screen.findByText(message)).className).toContain(tone);
  });

  it('loads the user again one second after access was granted', async () => {
    const shown = openPage('/', {
      user: withoutAccess,
      answers: { [VERIFY]: () => Response.json({ message: 'Acesso liberado', access_granted: true }) },
    });
    const button = await verify();
    shown.visitor(ana);
    vi.useFakeTimers({ shouldAdvanceTime: true });
    button.click();
    await screen.findByText('Acesso liberado');
    const userRequests = () => requestsTo(shown, '/api/users/me').length;
    await act(() => vi.advanceTimersByTimeAsync(700));
    expect(userRequests()).toBe(1);
    await act(() => vi.advanceTimersByTimeAsync(300));
    expect(userRequests()).toBe(2);
    expect(await screen.findByText(/Que bom ver você de volta/)).toBeTruthy();
  });

  it.each([
    [
      'a refusal',
      () => problem(503, 'away', 'O serviço está fora.'),
      'Erro ao verificar pagamento: O serviço está fora.',
    ],
    [
      'a bare sentence',
      () => new Response('Fora do ar.', { status: 500, headers: { 'Content-Type': 'text/plain' } }),
      'Erro ao verificar pagamento: Fora do ar.',
    ],
    ['no answer', () => Promise.reject(new TypeError('Failed to fetch')), 'Erro ao verificar pagamento'],
    ['an ended session', () => problem(401, 'not_signed_in', 'Entre.'), 'Você precisa fazer login primeiro'],
  ])('says in yellow why a payment could not be checked after %s', async (_, answer, said) => {
    const shown = openPage('/', { user: withoutAccess, answers: { [VERIFY]: answer } });
    await shown.user.click(await verify());
    const alert = await screen.findByRole('alert');
    expect([alert.textContent, alert.className.includes('on-honey-tint')]).toEqual([said, true]);
    // The page does not greet a person who has to sign in.
    expect(screen.queryByText(/^Olá/) === null).toBe(said === 'Você precisa fazer login primeiro');
  });

  it('resumes a purchase that was begun before the sign-in, once, after 500 ms', async () => {
    const { history } = openPage('/', { user: withoutAccess, storedSession: { pendingPayment: 'true' } });
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await verify();
    expect(sessionStorage.getItem('pendingPayment')).toBeNull();
    expect(history).toEqual(['/']);
    await act(() => vi.advanceTimersByTimeAsync(500));
    await waitFor(() => expect(history.at(-1)).toBe('/payment/direct'));
  });

  it('keeps the mark of a begun purchase for a visitor', async () => {
    openPage('/', { storedSession: { pendingPayment: 'true' } });
    await hrefOf('Fazer Login');
    expect(sessionStorage.getItem('pendingPayment')).toBe('true');
  });

  it('tells a guest that there is no account on this device', async () => {
    openPage('/', { user: guest });
    expect(await screen.findByText('Você está usando o Prumo sem conta neste aparelho.')).toBeTruthy();
  });

  it('tells a guest that the access has moved', async () => {
    openPage('/', { user: { ...guest, access_granted: false } });
    expect(await screen.findByText(/O acesso deste navegador não está mais aqui/)).toBeTruthy();
  });
});

describe('the page /login', () => {
  it('links to the purchase and to the sign-in of the administration', async () => {
    openPage('/login');
    expect(await hrefOf('Entrar na administração')).toBe('/admin-login');
    expect(await hrefOf('Ainda não tem? Quero meu acesso por R$10')).toBe('/payment/direct');
    expect(screen.getByRole('button', { name: 'Entrar com Google' })).toBeTruthy();
  });

  it.each([
    ['with access', ana, '/dashboard'],
    ['without access', withoutAccess, '/'],
  ])('redirects an account %s', async (_, user, to) => {
    const { history } = openPage('/login', { user });
    await waitFor(() => expect(history.at(-1)).toBe(to));
  });

  it('lets a guest sign in or continue without an account', async () => {
    const { history } = openPage('/login', { user: guest });
    expect(await screen.findByRole('button', { name: 'Entrar com Google' })).toBeTruthy();
    expect(await hrefOf('Continuar sem conta')).toBe('/dashboard');
    expect(history).toEqual(['/login']);
  });
});
