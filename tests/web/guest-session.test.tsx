import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { UserBody } from '#contract/account.ts';
import { problem } from './support/fake-server.ts';
import { openPage, page, requestsTo } from './support/screen-under-test.tsx';
import { ana, guest } from './support/session-under-test.ts';
import { CODE, RECEIPT, receipt } from './support/payment-answers.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const JOIN = '/api/account/join';
const userWithQuestion = (hasData: boolean, ownData: boolean): UserBody => ({
  ...ana,
  guest_to_join: { has_data: hasData, own_data: ownData },
});
const LISTS = ['fixed-costs', 'variable-costs', 'dishes', 'revenue-projections', 'ingredients'];
const emptyBusiness = Object.fromEntries(LISTS.map((list) => [`/api/${list}`, () => Response.json([])]));
const paper = { [RECEIPT]: () => Response.json(receipt) };
const SUMMARY = [...LISTS.slice(0, 4), 'break-even-financial'].map((list) => `/api/${list}`);

describe('the question to a guest who has signed in', () => {
  it.each(['/', '/dashboard', '/account'])('is shown instead of %s until it is answered', async (path) => {
    const shown = openPage(path, { user: userWithQuestion(true, false) });
    expect(await screen.findByRole('heading', { level: 1, name: 'Levar os dados deste navegador?' })).toBeTruthy();
    expect(page()).toContain('ana@cozinha.example');
    expect(shown.history).toEqual([path]);
    expect(requestsTo(shown, '/api/fixed-costs')).toEqual([]);
  });

  it.each([
    [
      'this browser and the account have data',
      true,
      true,
      ['Sim, e abrir os deste navegador', 'Sim, mas continuar com os da minha conta', 'Não, deixar separado'],
    ],
    ['only this browser has data', true, false, ['Sim, levar para a minha conta', 'Não, deixar separado']],
    ['only the account has data', false, true, ['Sim, levar o acesso para a minha conta', 'Não, deixar separado']],
    ['neither has data', false, false, ['Sim, levar para a minha conta', 'Não, deixar separado']],
  ])('offers the choices that apply when %s', async (_where, hasData, ownData, names) => {
    openPage('/dashboard', { user: userWithQuestion(hasData, ownData) });
    const buttons = await screen.findAllByRole('button', { name: /^(Sim|Não)/ });
    expect(buttons.map((button) => button.firstChild?.textContent)).toEqual(names);
  });

  it.each([
    ['Sim, e abrir os deste navegador', 'open_guests'],
    ['Sim, mas continuar com os da minha conta', 'open_mine'],
    ['Não, deixar separado', 'keep_apart'],
  ])('sends the answer “%s” as %s and opens the dashboard', async (name, choice) => {
    const shown = openPage('/', {
      user: userWithQuestion(true, true),
      answers: { [JOIN]: () => Response.json(ana), ...emptyBusiness },
    });
    await shown.user.click(await screen.findByRole('button', { name: new RegExp(`^${name}`) }));
    await waitFor(() => expect(shown.history.at(-1)).toBe('/dashboard'));
    expect(requestsTo(shown, JOIN).map(({ body }) => body)).toEqual([{ choice }]);
    expect(await screen.findByText('Olá, Ana Beatriz')).toBeTruthy();
  });

  it('says when the answer could not be sent, and can be answered again', async () => {
    const shown = openPage('/', {
      user: userWithQuestion(true, false),
      answers: { [JOIN]: () => problem(503, 'away', 'O serviço está fora.') },
    });
    await shown.user.click(await screen.findByRole('button', { name: /^Sim/ }));
    expect((await screen.findByRole('alert')).textContent).toBe('Sua resposta não foi salva. O serviço está fora.');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Sim/ }).disabled).toBe(false);
  });
});

describe('the dashboard of a guest', () => {
  const open = (user: UserBody, answers: Parameters<typeof openPage>[1] = {}) =>
    openPage('/dashboard', { user, ...answers, answers: { ...emptyBusiness, ...paper, ...answers.answers } });

  it('says that there is no account and offers to sign in', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    const shown = open(guest, {
      answers: {
        '/api/oauth/google/redirect_url?return_to=%2Fdashboard': () =>
          Response.json({ redirectUrl: 'https://idp.example/?a' }),
      },
    });
    expect(await screen.findByText(/Você está usando o Prumo sem conta neste aparelho/)).toBeTruthy();
    await shown.user.click(screen.getByRole('button', { name: 'Entrar com Google' }));
    await waitFor(() => expect(shown.actions).toContain('leave to https://idp.example/?a'));
  });

  it('warns before signing out and shows the receipt’s code', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    const shown = open(guest, { answers: { '/api/logout': () => Response.json({ signed_out: true }) } });
    await shown.user.click(await screen.findByRole('button', { name: 'Sair' }));
    expect(await screen.findByRole('heading', { name: 'Sair sem conta?' })).toBeTruthy();
    expect(await screen.findByText(CODE)).toBeTruthy();
    expect(requestsTo(shown, '/api/logout')).toEqual([]);
    await shown.user.click(screen.getByRole('button', { name: 'Continuar usando' }));
    await waitFor(() => expect(screen.queryByText('Sair sem conta?')).toBeNull());
    await shown.user.click(screen.getByRole('button', { name: 'Sair' }));
    await shown.user.click(await screen.findByRole('button', { name: 'Sair mesmo assim' }));
    await waitFor(() => expect(shown.actions).toContain('reload'));
  });

  it('says when the code cannot be shown', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    const shown = open(guest, { answers: { [RECEIPT]: () => problem(503, 'away', 'Fora.') } });
    await shown.user.click(await screen.findByRole('button', { name: 'Sair' }));
    expect(await screen.findByText('Não conseguimos mostrar o código aqui.')).toBeTruthy();
  });

  it.each([
    ['sends', 'a guest with the marker of such a payment', guest, true, 'true'],
    ['leaves out', 'a guest without that marker', guest, false, null],
    ['leaves out', 'an account with that marker', ana, true, null],
  ])('%s the header of direct payments in the five summary reads of %s', async (_act, _who, user, isMarked, header) => {
    vi.spyOn(console, 'error').mockReturnValue();
    const shown = open(user);
    if (isMarked) shown.markers.rememberGuestPayment();
    await screen.findByRole('link', { name: 'Minha conta' });
    await waitFor(() => expect(requestsTo(shown, '/api/ingredients')).toHaveLength(1));
    for (const path of SUMMARY) {
      const headers = requestsTo(shown, path)[0]?.headers;
      expect([path, headers?.get('x-direct-payment-user')]).toEqual([path, header]);
      expect(headers?.get('Content-Type')).toBe(header === null ? null : 'application/json');
    }
    expect(requestsTo(shown, '/api/ingredients')[0]?.headers.get('x-direct-payment-user')).toBeNull();
  });

  it('deletes the stored data of the payer', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    open(guest, {
      storedSession: { 'prumo.user.paid': { payment_id: 'p' }, 'prumo.user.payer': { name: 'A', email: 'b@c.d' } },
    });
    await screen.findByRole('link', { name: 'Minha conta' });
    await waitFor(() => expect(Object.keys(sessionStorage)).toEqual([]));
  });

  it('says so and reads nothing once the access has moved to another browser', async () => {
    const shown = open({ ...guest, access_granted: false });
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Seu acesso não está mais neste navegador' }),
    ).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Comprar de novo' }).getAttribute('href')).toBe('/payment/direct');
    expect(requestsTo(shown, '/api/fixed-costs')).toEqual([]);
    expect(shown.history).toEqual(['/dashboard']);
  });
});
