import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { DashboardTab } from '#web/features/dashboard/dashboard-tab.tsx';
import { createBusinessCache } from '#web/stores/business-cache.ts';
import { asOfClient } from '#web/features/past/past-stores.tsx';
import { createHttpClient } from '#web/api/http.ts';
import { BusinessStore } from '#web/stores/business-store.ts';
import { openBusiness, recordSales, twoDishBusiness } from './support/business-under-test.ts';
import { fakeCaches } from './support/fake-caches.ts';
import { type FakeServer, idOf, pizzeriaServer, problem } from './support/fake-server.ts';
import { page, showTab } from './support/screen-under-test.tsx';
import { ana } from './support/session-under-test.ts';

afterEach(cleanup);

const show = (server: FakeServer) =>
  showTab(<DashboardTab onNavigate={() => undefined} hasGuestPayment={false} />, server);
const serverWithSales = (dish: 'Suco' | 'Refeição', averageRevenue: number): FakeServer => {
  const server = twoDishBusiness(averageRevenue);
  server.changeRemotely(recordSales(dish, 100));
  return server;
};
const card = (name: RegExp): string =>
  (screen.getByRole('button', { name }).textContent ?? '').replaceAll('\u00A0', ' ');

describe('the dashboard of a business with sales', () => {
  test('shows no sales-weighted figure before anything is sold', async () => {
    await show(twoDishBusiness(3_000));
    expect(page()).toContain('Dashboard Financeiro');
    expect(page()).not.toMatch(/média simples|pelo que você vende|canal/i);
  });

  test('shows the sales-weighted figure beside each of the nine that have one', async () => {
    await show(serverWithSales('Refeição', 3_000));
    expect(card(/^CMV médio/)).toMatch(/53,6%média simplespelo que você vende96,3%De cada/);
    expect(card(/^Custos variáveis/)).toMatch(/0,0%média simplespelo que você vende0,0%/);
    expect(card(/^Lucro médio/)).toMatch(/13,0%incompletomédia simplespelo que você vende−29,6%/);
    expect(card(/^Ponto de equilíbrio/)).toMatch(/R\$ 2\.156,33média simplespelo que você vendeR\$ 26\.666,67/);
    const summary = within(screen.getByRole('region', { name: 'Resumo do negócio' }));
    expect(summary.getByText('média simples')).toBeTruthy();
    expect(summary.getByText('3,8%')).toBeTruthy();
    for (const without of [/^Faturamento médio/, /^Custos fixos por mês/])
      expect(card(without)).not.toMatch(/média simples|pelo que você vende/);
    expect(page()).toContain(
      'Pela média simples, o ponto de equilíbrio é R$ 2.156,33; pelo que você vende, R$ 26.666,67: são R$ 24.510,34 a mais por mês.',
    );
    expect(page()).toContain('Pelo que você vende, faltam R$ 23.666,67 por mês para empatar.');
  });

  test.each([
    ['Refeição', 3_000, 'acima do ponto de equilíbrio, mas pelo que vende está abaixo.'],
    ['Suco', 1_500, 'abaixo do ponto de equilíbrio, mas pelo que vende está acima.'],
  ] as const)(
    'begins with the contradiction between simple mean and sales when mainly %s is sold for R$ %i a month',
    async (dish, averageRevenue, end) => {
      await show(serverWithSales(dish, averageRevenue));
      const dashboard = screen.getByRole('region', { name: 'Dashboard Financeiro' });
      const first = dashboard.parentElement?.querySelector('p');
      expect(first?.textContent).toBe(`Pela média simples você estaria ${end}`);
      expect(dashboard.contains(first ?? null)).toBe(false);
      const link = screen.getByRole('link', { name: /Ver no Ponto de Equilíbrio/ });
      expect(link.getAttribute('href')).toBe('/dashboard?tab=breakeven');
    },
  );

  test.each([
    ['Suco', 3_000],
    ['Refeição', 1_500],
  ] as const)(
    'names no contradiction between simple mean and sales when mainly %s is sold for R$ %i a month',
    async (dish, averageRevenue) => {
      await show(serverWithSales(dish, averageRevenue));
      expect(page()).toContain('são R$');
      expect(screen.queryByRole('link', { name: /Ver no Ponto de Equilíbrio/ })).toBeNull();
    },
  );

  test('leaves the sales-weighted figures out, rather than showing zero, when the server does not give them', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const server = serverWithSales('Refeição', 3_000);
    server.failNext('dashboard', problem(500, 'broken', 'Falhou.'));
    await show(server);
    expect(card(/^CMV médio/)).toContain('53,6%');
    expect(page()).not.toMatch(/média simples|pelo que você vende/i);
  });

  test('says after a change that its sales-weighted figures are being recalculated, and then shows them', async () => {
    const server = serverWithSales('Refeição', 3_000);
    const { business } = await show(server);
    server.hold();
    business.issue({ type: 'ChangeFixedCost', id: idOf('Aluguel'), value: 20_000_000 });
    await screen.findByText('Recalculando pelo que você vende…', { selector: 'div > p:first-child' });
    expect(page()).not.toContain('estaria acima');
    server.release();
    await vi.waitFor(() => expect(card(/^Ponto de equilíbrio/)).toContain('R$ 53.333,33'));
    expect(page()).not.toContain('Recalculando');
  });

  test('leaves the sales-weighted figures out when they could not be recalculated', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const server = serverWithSales('Refeição', 3_000);
    const { business } = await show(server);
    server.failNext('dashboard', problem(500, 'broken', 'Falhou.'));
    await business.issue({ type: 'ChangeFixedCost', id: idOf('Aluguel'), value: 20_000_000 }).outcome;
    await vi.waitFor(() => expect(page()).not.toMatch(/média simples|pelo que você vende/i));
    expect(card(/^Custos fixos por mês/)).toContain('R$ 2.000,00');
    expect(business.mix.data).toMatchObject({ kind: 'known', staleSince: expect.any(Date) });
    expect(business.mix.isOutdated).toBe(false);
  });

  test('shows the sales-weighted figures again after the server refused a change', async () => {
    const server = serverWithSales('Refeição', 3_000);
    const { business } = await show(server);
    server.failNext('changeFixedCost', problem(422, 'invalid', 'Recusado.'));
    const { outcome } = business.issue({ type: 'ChangeFixedCost', id: idOf('Aluguel'), value: 20_000_000 });
    expect(await outcome).toMatchObject({ kind: 'failed' });
    await vi.waitFor(() => expect(business.mix.isOutdated).toBe(false));
    expect(card(/^Ponto de equilíbrio/)).toContain('R$ 26.666,67');
  });

  test('reads nothing more while the business has no channel', async () => {
    const server = twoDishBusiness(3_000);
    const { business } = await openBusiness(server);
    await business.issue({ type: 'ChangeFixedCost', id: idOf('Aluguel'), value: 20_000_000 }).outcome;
    await vi.waitFor(() => expect(business.mix.isOutdated).toBe(false));
    expect(server.requests('dashboard')).toHaveLength(1);
  });

  test('includes the sales-weighted figures in the cached copy', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const server = serverWithSales('Refeição', 3_000);
    const { business: before, api } = await openBusiness(server);
    const keeper = createBusinessCache({ caches: fakeCaches(), isSignedIn: () => true });
    await keeper.write({ user: ana, business: before.confirmed, mix: before.currentMix });
    server.failNext('dashboard', 'no answer');
    const offline = new BusinessStore({ api, readCache: () => keeper.read(), onSignedOut: () => undefined });
    await offline.reader.open();
    expect(offline.reader.cachedAt).not.toBeNull();
    expect(offline.currentMix?.break_even).toBe(26_666.6667);
  });

  test('reads the sales as of the chosen day', async () => {
    const server = pizzeriaServer();
    const asked: string[] = [];
    const api = createHttpClient({
      fetch: (input, init) => {
        asked.push(input instanceof Request ? input.url : input.toString());
        return server.fetch(input, init);
      },
    });
    const past = new BusinessStore({
      api: asOfClient(api, '2026-03-31'),
      asOf: '2026-03-31',
      onSignedOut: () => undefined,
    });
    await past.readHistory('listSales', { query: { from: '2026-01' } });
    await past.mix.read();
    expect(past.mix.data.kind).toBe('known');
    expect(asked.map((address) => address.replace(/^.*\/api/, ''))).toEqual([
      '/sales?from=2026-01&as_of=2026-03-31',
      '/dashboard?as_of=2026-03-31',
    ]);
  });
});
