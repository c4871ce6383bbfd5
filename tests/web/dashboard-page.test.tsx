import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import type { UserBody } from '#contract/account.ts';
import { dayOf, monthsBefore } from '#contract/instants.ts';
import { DashboardPage } from '#web/features/dashboard/dashboard-page.tsx';
import { storedPayment } from '#web/features/payment/stored-payment.ts';
import { AuthProvider } from '#web/stores/root-store.tsx';
import { SiteProvider, siteOf } from '#web/stores/site.tsx';
import { createLocalMarkers } from '#web/stores/local-markers.ts';
import { FakeEventSource } from './support/fake-event-source.ts';
import { createFakeServer, problem } from './support/fake-server.ts';
import { shop } from './support/screen-under-test.tsx';
import { ana, guest, sessionUnderTest } from './support/session-under-test.ts';

beforeEach(() => {
  FakeEventSource.opened.length = 0;
  vi.stubGlobal('EventSource', FakeEventSource);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const DEMO_NOTE = 'Demonstração: pizzaria de exemplo.';

interface DashboardSetup {
  readonly wasSignedIn?: boolean;
  readonly wasGuest?: boolean;
  /** The server's first answer to the read of the dishes. */
  readonly dishesFailure?: Response;
  /** The query of the address, like 'tab=recipes'. */
  readonly search?: string;
}

/** Opens /dashboard as `user`, over a server with an empty business. */
function open(
  user: UserBody | null,
  { wasSignedIn = false, wasGuest = false, dishesFailure, search = '' }: DashboardSetup = {},
) {
  const sessionSetup = sessionUnderTest();
  sessionSetup.visitor(user);
  const markers = createLocalMarkers(() => ({ local: localStorage, session: sessionStorage }));
  if (wasSignedIn) markers.rememberSignedIn();
  if (wasGuest) markers.rememberGuestPayment();
  const server = createFakeServer();
  if (dishesFailure) server.failNext('listDishes', dishesFailure);
  vi.stubGlobal('fetch', vi.fn<typeof fetch>(server.fetch));
  const { hook, searchHook, history } = memoryLocation({ path: '/dashboard', searchPath: search, record: true });
  render(
    <SiteProvider site={siteOf(shop)}>
      <AuthProvider session={sessionSetup.session}>
        <Router hook={hook} searchHook={searchHook}>
          <DashboardPage markers={markers} />
        </Router>
      </AuthProvider>
    </SiteProvider>,
  );
  return { ...sessionSetup, server, history };
}

/** The text of the page with plain spaces. */
const page = (): string => (document.body.textContent ?? '').replaceAll('\u00A0', ' ');

describe('the page /dashboard', () => {
  it('listens for live changes once the business is shown, and reads the user when the stream ends', async () => {
    const { actions, server } = open(ana);
    await waitFor(() => expect(FakeEventSource.opened.map(({ url }) => url)).toEqual(['/api/live']));
    FakeEventSource.opened[0]?.send('over', {});
    await waitFor(() => expect(actions).toEqual(['GET /api/users/me', 'GET /api/users/me']));
    await waitFor(() => expect(server.requests('dashboard')).toHaveLength(2));
    cleanup();
    expect(FakeEventSource.opened.map(({ readyState }) => readyState)).toEqual([2]);
  });

  it('shows the demonstration to an unknown visitor and reads nothing from the server', async () => {
    const { server, actions, history } = open(null);
    expect(await screen.findByText(DEMO_NOTE)).toBeTruthy();
    await waitFor(() => expect(page()).toContain('R$ 46.549,49'));
    expect(page()).toContain('Olá, visitante');
    expect(screen.queryByRole('button', { name: 'Sair' })).toBeNull();
    const pay = screen.getByRole('link', { name: 'Quero meu acesso por R$10' });
    expect(pay.getAttribute('href')).toBe('/payment/direct');
    expect(screen.getAllByRole('link', { name: 'Fazer Login' }).map((link) => link.getAttribute('href'))).toEqual([
      '/login',
      '/login',
    ]);
    expect(server.allRequests).toEqual([]);
    expect(actions).toEqual(['GET /api/users/me']);
    expect(history).toEqual(['/dashboard']);
  });

  it('shows their own business to a person with access', async () => {
    const { server } = open(ana);
    expect(await screen.findByText('Olá, Ana Beatriz')).toBeTruthy();
    await waitFor(() => expect(page()).toContain('O que falta para confiar no número'));
    expect(server.allRequests).toHaveLength(10);
    expect(page()).not.toContain(DEMO_NOTE);
  });

  it('links to history and trial, and marks the current page', async () => {
    const { history } = open(ana);
    const past = await screen.findByRole('link', { name: 'Histórico' });
    expect(past.getAttribute('aria-current')).toBeNull();
    await userEvent.click(past);
    expect(history.at(-1)).toBe('/dashboard/historico');
    await waitFor(() => expect(past.getAttribute('aria-current')).toBe('page'));
    expect(screen.getByRole('link', { name: 'Dashboard' }).getAttribute('aria-current')).toBeNull();
    await userEvent.click(screen.getByRole('link', { name: 'E se?' }));
    await waitFor(() => expect(past.getAttribute('aria-current')).toBeNull());
    expect(history.at(-1)).toBe('/dashboard/e-se');
  });

  it('sends a person without access to the landing page', async () => {
    const { history, server } = open({ ...ana, access_granted: false });
    await waitFor(() => expect(history.at(-1)).toBe('/'));
    expect(server.allRequests).toEqual([]);
    expect(page()).not.toContain(DEMO_NOTE);
  });

  it('sends a person whose session has ended to /login', async () => {
    const { history } = open(null, { wasSignedIn: true });
    await waitFor(() => expect(history.at(-1)).toBe('/login'));
    expect(page()).not.toContain(DEMO_NOTE);
  });

  it('tells a guest whose session has ended what happened to the access', async () => {
    const { history } = open(null, { wasSignedIn: true, wasGuest: true });
    expect(await screen.findByRole('heading', { name: 'Seu acesso não está mais neste navegador' })).toBeTruthy();
    expect(history).toEqual(['/dashboard']);
  });

  it('links a guest who has lost the access to the receipt of the payment made in this window', async () => {
    open({ ...guest, access_granted: false, payment_id: null });
    storedPayment.saveConfirmedPayment('0123456789');
    const link = await screen.findByRole('link', { name: 'Ver o recibo' });
    expect(link.getAttribute('href')).toBe('/payment/receipt/0123456789');
  });

  it('shows the demonstration to a visitor with only the marker of a guest', async () => {
    open(null, { wasGuest: true });
    expect(await screen.findByText(DEMO_NOTE)).toBeTruthy();
  });

  it('leads to /login when the server no longer knows the session', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    const { history, server } = open(ana, { dishesFailure: problem(503, 'away', 'O serviço está fora do ar.') });
    const again = await screen.findByRole('button', { name: 'Tentar de novo' });
    localStorage.clear(); // The marker of the sign-in is missing too, as with a blocked storage.
    for (let times = 0; times < 2; times += 1)
      server.failNext('listDishes', problem(401, 'not_signed_in', 'Entre com sua conta para continuar.'));
    expect(history).toEqual(['/dashboard']);
    await userEvent.click(again);
    await waitFor(() => expect(history.at(-1)).toBe('/login'));
    expect(page()).not.toContain(DEMO_NOTE);
  });

  it('starts the demonstration again with its first figures at the press of a button', async () => {
    open(null);
    const user = userEvent.setup();
    await waitFor(() => expect(page()).toContain('R$ 46.549,49'));
    await user.click(screen.getByRole('button', { name: 'Recomeçar a demonstração' }));
    await waitFor(() => expect(page()).toContain('A demonstração recomeçou'));
    expect(page()).toContain('R$ 46.549,49');
  });

  it('restarts the demonstration on the same tab of today while a past day is shown', async () => {
    const { history } = open(null, { search: `tab=fixed-costs&as_of=${monthsBefore(dayOf(new Date()), 6)}` });
    const user = userEvent.setup();
    await waitFor(() => expect(page()).toContain('R$ 3.150,00'));
    await user.click(screen.getByRole('button', { name: 'Recomeçar a demonstração' }));
    await waitFor(() => expect(page()).toContain('A demonstração recomeçou'));
    await waitFor(() => expect(page()).toContain('R$ 3.500,00'));
    expect(page()).not.toContain('Só para consulta.');
    expect(history.at(-1)).toBe('/dashboard?tab=fixed-costs');
  });
});
