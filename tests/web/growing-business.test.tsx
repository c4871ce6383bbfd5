import { notifications } from '@mantine/notifications';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { BusinessCommand } from '#domain/business/commands.ts';
import { createFakeServer, type FakeServer, idOf, pizzeriaServer } from './support/fake-server.ts';
import { openDashboard } from './support/whole-dashboard.tsx';

// What is entered on one tab shows in the figures and sentences of the others.

afterEach(() => {
  cleanup();
  notifications.clean();
});

async function open(server: FakeServer) {
  const owner = await openDashboard(server);
  const shows = (...sentences: readonly string[]): Promise<void> =>
    waitFor(() => {
      for (const sentence of sentences) expect(owner.text()).toContain(sentence);
    });
  return { ...owner, shows };
}

const R = (reais: number): number => reais * 10_000;
const ingredient = (name: string, price: number): BusinessCommand => ({
  type: 'AddIngredient',
  id: idOf(name),
  name,
  unit: 'un',
  unitPrice: R(price),
});

test('an owner who begins to sell through an app sees what each channel leaves, up to the goal of the month', async () => {
  const server = createFakeServer([
    { type: 'AddFixedCost', id: idOf('Aluguel'), name: 'Aluguel', value: R(3_000) },
    { type: 'AddVariableCost', id: idOf('Cartão'), name: 'Cartão', percentage: R(5) },
    { type: 'AddVariableCost', id: idOf('Comissão do app'), name: 'Comissão do app', percentage: R(20) },
    ingredient('Caixa', 2),
    ingredient('Massa', 10),
    { type: 'AddDish', id: idOf('Pizza'), name: 'Pizza', salePrice: R(40) },
    { type: 'AddDishIngredient', dishId: idOf('Pizza'), ingredientId: idOf('Massa'), quantity: R(1) },
  ]);
  const owner = await open(server);
  const { card, chooseComponent, enter, lineAdded, main, openTab, press, shows, text, type, user } = owner;
  await openTab('Ficha Técnica');
  await press(/^Pizza/, card('Pizza'));
  // 40 − 10 × 1,1 − 25 %.
  await shows('R$ 19,00');
  expect(text()).not.toMatch(/cana[li]|Onde vai|no App\b/i);

  await openTab('Custos Variáveis');
  await press(/^Editar Comissão do app/);
  const cost = screen.getByRole('form', { name: 'Editar Comissão do app' });
  await press('Só em um canal?', cost);
  await press('Criar os dois canais', cost);
  await press('App', cost);
  await press('Salvar', cost);
  await shows('só no App', 'no App, 25,0%');

  await openTab('Ficha Técnica');
  await chooseComponent(card('Pizza'), 'Caixa');
  await type('Quantidade (un)', '1', card('Pizza'));
  await press('App', card('Pizza'));
  await press('Adicionar', card('Pizza'));
  await lineAdded(card('Pizza'), 'Caixa');
  // At the counter 40 − 11 − 2; in the app 40 − 13,20 − 10.
  await shows('No App sobra R$ 16,80; no Balcão, R$ 27,00.');
  await press(/^Editar App/, card('Pizza'));
  // (13,20 + 27) ÷ 0,75 = 53,60, rounded up.
  await shows('Para deixar R$ 27,00, como no Balcão: R$ 53,90.');
  await press('Usar R$ 53,90', card('Pizza'));
  // 53,90 − 13,20 − 13,475.
  await shows('No Balcão sobra R$ 27,00; no App, R$ 27,23.');

  await openTab('Ponto Equilíbrio');
  await press(/^Pelo que você vende/);
  const sold = await screen.findByRole('region', { name: 'O que você vendeu' });
  await type('Vendidos: Pizza', '100', sold);
  await press('Salvar vendas', sold);
  await waitFor(() => expect(server.state().sales.size).toBe(1));
  await user.selectOptions(within(sold).getByRole('combobox', { name: 'Canal' }), 'App');
  await type('Vendidos: Pizza', '50', sold);
  await press('Sei quanto entrou: Pizza', sold);
  await type('Quanto entrou: Pizza', '2.600', sold);
  expect(text(sold)).toMatch(/Total: 50 vendas ?R\$ 2\.600,00/);
  await press('Salvar vendas', sold);
  // R = 4.000 + 2.600, C = 100 × 11 + 50 × 13,20, V = 200 + 650, W = 3.990: 3.000 × 6.600 ÷ 3.990; W − 3.000; C and W as
  // shares of R. The simple break-even point is 3.000 ÷ 67,5 %.
  await shows(
    'Pela média simples, o ponto de equilíbrio é R$ 4.444,44; pelo que você vende, R$ 4.962,41',
    'R$ 990,00',
    '26,7%',
    '60,5%',
  );
  await type('Quanto quer tirar por mês', '2.000', main());
  await enter();
  // 5.000 × 6.600 ÷ 3.990; 150 × 5.000 ÷ 3.990 = 187,97.
  await shows('R$ 8.270,68', '188 × Pizza');
});

test('a dish without a price is named wherever a mean counts it as zero, and one tap opens it', async () => {
  const { addDish, appear, card, location, main, openTab, press, shows } = await open(pizzeriaServer());
  await openTab('Ficha Técnica');
  await addDish('Prato do dia');
  for (const tab of ['Ponto Equilíbrio', 'Ficha Técnica', 'Dashboard']) {
    await openTab(tab);
    await shows('Falta o preço de 1 prato, que conta como zero na média');
  }
  await press('Prato do dia', main());
  await appear('Salvar Prato');
  expect(card('Prato do dia')).toBeTruthy();
  expect(location.history.at(-1)).toContain('tab=recipes');
});

test('after sales are entered the sentences follow them and say which break-even to trust', async () => {
  const { main, openTab, press, shows, text, type } = await open(pizzeriaServer());
  await openTab('Ponto Equilíbrio');
  await press(/^Conte o que vendeu e o número fica exato/);
  const sold = await screen.findByRole('region', { name: 'O que você vendeu' });
  await type('Vendidos: Pizza Camarão', '300', sold);
  await type('Vendidos: Pizza Muçarela', '20', sold);
  await press('Salvar vendas', sold);
  // The sales of the month differ from its revenue, and one tap sets the revenue.
  const remarks = await screen.findByRole('list', { name: 'Vendas e Faturamento' });
  await press(/^Usar R\$/, remarks);
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Vendas e Faturamento' })).toBeNull());
  await openTab('Dashboard');
  await shows('Confie na conta pelo que você vende');
  expect(text()).not.toContain('Vendendo isto no mês, você empata.');
  expect(text()).toMatch(/Pelo que você vende, o mês empata com R\$ [\d.]+,\d\d\./);
  const cmv =
    /média simples ?pelo que você vende ?(\d+),(\d)% ?De cada R\$ 100 vendidos, R\$ (\d+)(?:,(\d)0)? viram/.exec(
      text(main()),
    );
  expect([cmv?.[3], cmv?.[4] ?? '0']).toEqual([cmv?.[1], cmv?.[2]]);
});

test('a dish that loses money is never shown as a star only, and two spellings of a category are merged', async () => {
  const server = pizzeriaServer();
  server.changeRemotely({ type: 'AddFixedCost', id: idOf('Prédio'), name: 'Prédio', value: R(90_000) });
  const { card, enter, openTab, press, text, type } = await open(server);
  await openTab('Ficha Técnica');
  for (const [name, category] of [
    ['Pizza Camarão', 'Especiais'],
    ['Pizza Muçarela', 'Pizzas'],
    ['Pizza Calabresa', 'pizzas'],
  ] as const) {
    await press(new RegExp(`^${name}`), card(name));
    await press('Porções e preparo', card(name));
    await type('Categoria', category, card(name));
    await enter();
    await waitFor(() =>
      expect([...server.state().dishes.values()].find((each) => each.name === name)?.category).toBeTruthy(),
    );
  }
  await press('Vendas, meta e cardápio');
  const sold = await screen.findByRole('region', { name: 'O que você vendeu' });
  for (const [name, quantity] of [
    ['Pizza Camarão', '300'],
    ['Pizza Muçarela', '20'],
    ['Pizza Calabresa', '200'],
  ] as const)
    await type(`Vendidos: ${name}`, quantity, sold);
  await press('Salvar vendas', sold);
  const menu = await screen.findByRole('region', { name: 'Engenharia de cardápio' });
  await waitFor(() => expect(text(menu)).toContain('mas dá prejuízo depois dos custos fixos'));
  expect(text(menu)).not.toMatch(/pizzas.*Pizzas|Pizzas.*pizzas/);
});

test('sales, goal and menu engineering have their own page, which three tabs link to', async () => {
  const { location, main, openTab, press } = await open(pizzeriaServer());
  for (const tab of ['Ponto Equilíbrio', 'Faturamento', 'Ficha Técnica'] as const) {
    await openTab(tab);
    await press('Vendas, meta e cardápio', main());
    await screen.findByRole('heading', { level: 1, name: 'Vendas' });
    expect(location.history.at(-1)).toBe('/dashboard/vendas');
  }
});
