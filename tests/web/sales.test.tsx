import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { breakEvenComparison, verdictOf } from '#web/features/mix/sentences.ts';
import type { Mix } from '#web/features/mix/sales-loader.ts';
import type { DashboardView } from '#web/stores/business/dashboard-view.ts';
import { BreakEvenTab } from '#web/features/break-even/break-even-tab.tsx';
import { idOf, pizzeriaServer } from './support/fake-server.ts';
import { page, showTab } from './support/screen-under-test.tsx';
import { recordSales, twoDishBusiness } from './support/business-under-test.ts';

afterEach(cleanup);

test('the break-even tab shows only an invitation until the sales are opened', async () => {
  await showTab(<BreakEvenTab />, pizzeriaServer());
  expect(page()).toContain('Conte o que vendeu e o número fica exato');
  // The link to the page of sales is always there.
  expect(page().replace('Vendas, meta e cardápio', '')).not.toMatch(/canal|cardápio|Vendidos/i);
});

test('the sales are saved as one command, and their figures stand beside those of the simple mean', async () => {
  const server = pizzeriaServer();
  const { user } = await showTab(<BreakEvenTab />, server);
  await user.click(screen.getByText('Conte o que vendeu e o número fica exato'));
  const cheese = await screen.findByRole('textbox', { name: 'Vendidos: Pizza Muçarela' });
  const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Salvar vendas' });
  expect(save.disabled).toBe(true);
  await user.type(cheese, '120{Enter}');
  await user.keyboard('80');
  await user.click(save);
  expect(await screen.findByRole('region', { name: 'Pelo que você vende' })).toBeTruthy();
  const [set] = [...server.state().sales.values()];
  expect(set?.rows).toMatchObject([{ dishId: idOf('Pizza Muçarela'), quantity: 120 }, { quantity: 80 }]);
  expect([...server.state().channels.values()]).toMatchObject([{ name: 'Balcão', isMain: true }]);
  expect(page()).toMatch(/Pela média simples, o ponto de equilíbrio é R\$ [\d.]+,\d\d; pelo que você vende, R\$/);
  const menu = screen.getByRole('region', { name: 'Engenharia de cardápio' });
  expect(within(menu).getByText('Pizza Muçarela')).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Vendidos: Pizza Muçarela' }).value).toBe('120');
});

test('an invalid number of sales shows an error at its row, and nothing is sent', async () => {
  const server = pizzeriaServer();
  const { user } = await showTab(<BreakEvenTab />, server);
  await user.click(screen.getByText('Conte o que vendeu e o número fica exato'));
  await user.type(await screen.findByRole('textbox', { name: 'Vendidos: Pizza Muçarela' }), '99999999');
  await user.click(screen.getByRole('button', { name: 'Salvar vendas' }));
  expect(page()).toContain('Digite um número inteiro de vendas, de 0 a 9.999.999.');
  expect(server.state().sales.size).toBe(0);
});

test('each month has its own grid, which keeps what was typed in it', async () => {
  const server = pizzeriaServer();
  const { user } = await showTab(<BreakEvenTab />, server);
  await user.click(screen.getByText('Conte o que vendeu e o número fica exato'));
  const cheese = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Vendidos: Pizza Muçarela' });
  await screen.findByRole('textbox', { name: 'Vendidos: Pizza Muçarela' });
  const month = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Mês' });
  const [present = '', last = ''] = Array.from(month.options, ({ value }) => value);
  await user.type(cheese(), '120');
  await user.selectOptions(month, present);
  expect(cheese().value).toBe('');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Salvar vendas' }).disabled).toBe(true);
  await user.selectOptions(month, last);
  expect(cheese().value).toBe('120');
  await user.click(screen.getByRole('button', { name: 'Salvar vendas' }));
  await screen.findByRole('region', { name: 'Pelo que você vende' });
  expect([...server.state().sales.values()].map((set) => set.month)).toEqual([last]);
});

test('a profit goal is saved, cleared by an empty field, and follows changes from another device', async () => {
  const server = pizzeriaServer();
  const { user } = await showTab(<BreakEvenTab />, server);
  await user.click(screen.getByText('Conte o que vendeu e o número fica exato'));
  await user.type(await screen.findByRole('textbox', { name: 'Vendidos: Pizza Muçarela' }), '120');
  await user.click(screen.getByRole('button', { name: 'Salvar vendas' }));
  const goal = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Quanto quer tirar por mês' });
  await user.type(goal, '5000{Enter}');
  await vi.waitFor(() => expect(server.state().settings.profitGoal).toBe(50_000_000));
  await vi.waitFor(() => expect(goal.value).toBe('5.000'));
  await user.clear(goal);
  await user.tab();
  await vi.waitFor(() => expect(server.state().settings.profitGoal).toBe(0));
});

test('a new profit goal is shown as being recalculated, and then with its own result', async () => {
  const server = pizzeriaServer();
  const { user } = await showTab(<BreakEvenTab />, server);
  await user.click(screen.getByText('Conte o que vendeu e o número fica exato'));
  await user.type(await screen.findByRole('textbox', { name: 'Vendidos: Pizza Muçarela' }), '120');
  await user.click(screen.getByRole('button', { name: 'Salvar vendas' }));
  const goal = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Quanto quer tirar por mês' });
  await user.type(goal, '5000{Enter}');
  await vi.waitFor(() => expect(page()).toMatch(/Para tirar R\$ 5\.000,00 por mês, venda R\$/));
  const [, former] = /por mês, venda (R\$ [\d.,]+):/.exec(page()) ?? [];
  server.hold();
  await user.clear(goal);
  await user.type(goal, '8000{Enter}');
  expect(page()).toContain('Recalculando para R$ 8.000,00 por mês…');
  expect(page()).not.toContain(former);
  server.release();
  await vi.waitFor(() => expect(page()).toMatch(/Para tirar R\$ 8\.000,00 por mês, venda R\$/));
  expect(page()).not.toContain('Recalculando');
  expect(page()).not.toContain(former);
});

/** By the simple mean this business is above its break-even point of R$ 23.395,04. */
const MEAN_ABOVE = {
  figures: { custosFixos: 1, margemContribuicao: 1, faturamentoMedio: 300_000_000 },
  breakEven: { revenue: 233_950_400, surplus: 66_049_600 },
} as DashboardView;
/** By the simple mean no revenue is enough for this business. */
const MEAN_WITHOUT_BREAK_EVEN = {
  figures: { custosFixos: 1, margemContribuicao: -1, faturamentoMedio: 300_000_000 },
  breakEven: { revenue: 0, surplus: 0 },
} as DashboardView;
const MIX_WITHOUT_MARGIN = { contribution_margin: -3, break_even: 0 } as Mix;
const PUBLISHED_MIX = { contribution_margin: 40, break_even: 25_129.66 } as Mix;
const plain = (text: string | undefined): string | undefined => text?.replaceAll('\u00A0', ' ');

test('sales that leave nothing have no break-even point and are not called above it', () => {
  expect(plain(breakEvenComparison(MEAN_ABOVE, MIX_WITHOUT_MARGIN))).toBe(
    'Pela média simples, o ponto de equilíbrio é R$ 23.395,04; pelo que você vende, não há: o conjunto das vendas custa tanto quanto traz, ou mais.',
  );
  expect(verdictOf(MEAN_ABOVE, MIX_WITHOUT_MARGIN)).toMatchObject({
    weightedPosition: 'below',
    sentence: expect.stringMatching(/mas pelo que vende está abaixo\.$/),
  });
  expect(plain(breakEvenComparison(MEAN_ABOVE, PUBLISHED_MIX))).toBe(
    'Pela média simples, o ponto de equilíbrio é R$ 23.395,04; pelo que você vende, R$ 25.129,66: são R$ 1.734,62 a mais por mês.',
  );
  expect(verdictOf(MEAN_ABOVE, PUBLISHED_MIX)).toBeUndefined();
});

test('a simple mean without a break-even point is not shown as R$ 0,00', () => {
  expect(plain(breakEvenComparison(MEAN_WITHOUT_BREAK_EVEN, PUBLISHED_MIX))).toBe(
    'Pela média simples não há ponto de equilíbrio; pelo que você vende, ele é R$ 25.129,66.',
  );
  expect(verdictOf(MEAN_WITHOUT_BREAK_EVEN, PUBLISHED_MIX)).toMatchObject({
    weightedPosition: 'above',
    sentence: expect.stringMatching(/^Pela média simples não haveria ponto de equilíbrio/),
  });
  expect(plain(breakEvenComparison(MEAN_WITHOUT_BREAK_EVEN, MIX_WITHOUT_MARGIN))).toMatch(
    /^Não há ponto de equilíbrio, nem/,
  );
  expect(verdictOf(MEAN_WITHOUT_BREAK_EVEN, MIX_WITHOUT_MARGIN)).toBeUndefined();
});

test('menu engineering gives a dish alone in its category figures but no class, and says beside its advice that a dish loses money', async () => {
  const server = twoDishBusiness(3_000);
  server.changeRemotely({ type: 'ChangeDish', id: idOf('Suco'), category: 'Bebidas' });
  server.changeRemotely(recordSales('Suco', 100));
  server.changeRemotely(recordSales('Refeição', 10));
  await showTab(<BreakEvenTab />, server);
  const menu = await screen.findByRole('region', { name: 'Engenharia de cardápio' });
  expect(menu.textContent).toContain('100 vendidos');
  expect(menu.textContent).not.toMatch(/Estrela|Abacaxi|Burro|Quebra/);
  server.changeRemotely({ type: 'ChangeDish', id: idOf('Refeição'), category: 'bebidas' });
  cleanup();
  await showTab(<BreakEvenTab />, server);
  const together = await screen.findByRole('region', { name: 'Engenharia de cardápio' });
  expect(together.textContent).toContain('Estrela. Mantenha como está e bem à vista.');
  // Its card says 'Prejuízo', because R$ 1,50 remain of it and its share of the fixed costs is R$ 13,33.
  expect(together.textContent).toContain(
    'Abacaxi. Pouco e pouco: troque ou tire, mas dá prejuízo depois dos custos fixos.',
  );
});
