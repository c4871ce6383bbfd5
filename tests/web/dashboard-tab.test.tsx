import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { BreakEvenTab } from '#web/features/break-even/break-even-tab.tsx';
import { DashboardTab } from '#web/features/dashboard/dashboard-tab.tsx';
import type { TabKey } from '#web/features/navigation/addresses.ts';
import { createHttpClient } from '#web/api/http.ts';
import { BusinessStore } from '#web/stores/business-store.ts';
import { StoresProvider } from '#web/stores/root-store.tsx';
import { KitProvider } from '#web/ui/kit-provider.tsx';
import { createFakeServer, type FakeServer, idOf, pizzeriaServer, problem } from './support/fake-server.ts';
import { sessionUnderTest } from './support/session-under-test.ts';

afterEach(cleanup);

function open(server: FakeServer) {
  const api = createHttpClient({ fetch: server.fetch, wait: () => Promise.resolve() });
  const business = new BusinessStore({ api, onSignedOut: () => undefined });
  const visited: TabKey[] = [];
  render(
    <StoresProvider stores={{ session: sessionUnderTest().session, business, api }}>
      <KitProvider>
        <DashboardTab onNavigate={(tab) => visited.push(tab)} hasGuestPayment={false} />
        <BreakEvenTab />
      </KitProvider>
    </StoresProvider>,
  );
  return { business, visited };
}

/** The text of the page with plain spaces. */
const page = (): string => (document.body.textContent ?? '').replaceAll('\u00A0', ' ');

describe('the dashboard tab', () => {
  it('says that it is loading, then shows the figures', async () => {
    const { business } = open(pizzeriaServer());
    const loading = business.reader.open();
    expect(await screen.findByText('Carregando dashboard...')).toBeTruthy();
    await loading;
    await waitFor(() => expect(page()).not.toContain('Carregando dashboard...'));
    expect(page()).toContain('Dashboard Financeiro');
    expect(page()).toContain('De cada R$ 100 vendidos');
  });

  it('opens the tab behind each of the six cards', async () => {
    const { business, visited } = open(pizzeriaServer());
    await business.reader.open();
    const user = userEvent.setup();
    const cards = [
      /^Faturamento médio.*Abrir/,
      /^Custos fixos.*Abrir/,
      /^Custos variáveis.*Abrir/,
      /^CMV.*Abrir/,
      /^Lucro.*Abrir/,
      /^Ponto de equilíbrio.*Abrir/,
    ];
    for (const name of cards) await user.click(await screen.findByRole('button', { name }));
    expect(visited).toEqual(['revenue', 'fixed-costs', 'variable-costs', 'recipes', 'breakeven', 'breakeven']);
  });

  it('shows the distribution as a table too', async () => {
    const { business } = open(pizzeriaServer());
    await business.reader.open();
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'ver como tabela' }));
    const names = screen.getAllByRole('rowheader').map((cell) => cell.textContent);
    const { slices } = business.figures;
    expect(names).toHaveLength(slices.length);
    expect(names).toEqual(expect.arrayContaining(['Custos fixos', 'Custos variáveis', 'CMV']));
  });

  it('marks the profit as incomplete and lists the gaps', async () => {
    const { business } = open(createFakeServer());
    await business.reader.open();
    expect((await screen.findByRole('button', { name: /^Lucro/ })).textContent).toContain('incompleto');
    expect(page()).toContain('O que falta para confiar no número');
    expect(screen.queryByRole('img', { name: /Distribuição/ })).toBeNull();
    const step = screen.getByRole('link', { name: /Monte a ficha técnica de um prato/ });
    expect(step.getAttribute('href')).toBe('/dashboard?tab=recipes');
  });

  it('shows no remainder of a sale before there is a dish, or when nothing remains', async () => {
    const dish = idOf('Pudim');
    const server = createFakeServer();
    const { business } = open(server);
    await business.reader.open();
    await waitFor(() => expect(page()).toContain('0,0%Monte a ficha de um prato para saber.'));
    server.changeRemotely({ type: 'AddVariableCost', id: idOf('Taxas'), name: 'Taxas', percentage: 1_200_000 });
    server.changeRemotely({ type: 'AddDish', id: dish, name: 'Pudim', salePrice: 100_000 });
    await business.reader.refresh();
    await waitFor(() => expect(page()).toContain('−20,0%Não fica nada para pagar as contas da casa.'));
    expect(page()).not.toContain('Fica de cada venda para pagar as contas da casa.');
  });

  it('says when nothing could be loaded, and loads on demand', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const server = pizzeriaServer();
    const { business } = open(server);
    server.failNext('listDishes', 'no answer');
    await business.reader.open();
    expect(await screen.findByText('Erro ao carregar dados do dashboard')).toBeTruthy();
    expect(screen.getByText('Erro ao carregar dados do ponto de equilíbrio')).toBeTruthy();
    await userEvent.setup().click(screen.getAllByRole('button', { name: 'Tentar de novo' })[0]!);
    await waitFor(() => expect(page()).toContain('De cada R$ 100 vendidos'));
    expect(page()).not.toContain('Erro ao carregar');
  });
});

describe('the break-even tab', () => {
  it('shows how far the average month is from the break-even point', async () => {
    const { business } = open(pizzeriaServer());
    await business.reader.open();
    const bar = await screen.findByRole('progressbar');
    const { progress, surplus } = business.figures.breakEven;
    expect(Number(bar.getAttribute('aria-valuenow'))).toBe(progress / 10_000);
    expect(page()).toContain(surplus < 0 ? 'Abaixo do ponto de equilíbrio' : 'Acima do ponto de equilíbrio');
  });

  it('shows neither above nor below when the margin covers nothing', async () => {
    const { business } = open(
      createFakeServer([{ type: 'AddFixedCost', id: idOf('Aluguel'), name: 'Aluguel', value: 35_000_000 }]),
    );
    await business.reader.open();
    await waitFor(() => expect(page()).toContain('Sem ponto de equilíbrio: a margem não cobre os custos'));
    expect(page()).not.toContain('Acima do ponto');
    expect(page()).not.toContain('Abaixo do ponto');
    expect(page()).not.toContain('de faturamento no mês');
    expect(screen.queryByRole('progressbar')).toBeNull();
  });

  it('does not treat data that were never entered as zero', async () => {
    const server = createFakeServer([
      { type: 'AddFixedCost', id: idOf('Aluguel'), name: 'Aluguel', value: 35_000_000 },
      { type: 'AddIngredient', id: idOf('Massa'), name: 'Massa', unit: 'un', unitPrice: 10_000 },
      { type: 'AddDish', id: idOf('Pastel'), name: 'Pastel', salePrice: 100_000 },
      { type: 'AddDishIngredient', dishId: idOf('Pastel'), ingredientId: idOf('Massa'), quantity: 10_000 },
    ]);
    const { business } = open(server);
    await business.reader.open();
    await waitFor(() =>
      expect(page()).toContain('Informe o faturamento de um mês para comparar com o ponto de equilíbrio.'),
    );
    expect(page()).not.toMatch(/Faltam R\$|Abaixo do ponto|\b0 vendas/);
    server.changeRemotely({ type: 'RecordMonthRevenue', month: 3, value: 10_000_000, orders: 0 });
    await business.reader.refresh();
    await waitFor(() => expect(page()).toContain('Abaixo do ponto de equilíbrio.'));
    expect(page()).not.toMatch(/\b0 vendas/);
    server.changeRemotely({ type: 'RecordMonthRevenue', month: 3, value: 10_000_000, orders: 100 });
    await business.reader.refresh();
    await waitFor(() => expect(page()).toMatch(/\d vendas no mês/));
  });

  it('says that it could not be loaded, and not that there is nothing to cover', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const server = pizzeriaServer();
    const { business } = open(server);
    server.failNext('listFixedCosts', problem(500, 'unexpected', 'Erro.'));
    server.failNext('dashboard', problem(500, 'unexpected', 'Erro.'));
    await business.reader.open();
    expect(await screen.findByText('Erro ao carregar dados do ponto de equilíbrio')).toBeTruthy();
    expect(page()).toContain('Erro ao carregar dados do dashboard');
    expect(page()).not.toMatch(/R\$|Nenhum|Falta/);
  });
});
