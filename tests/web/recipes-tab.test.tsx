import { notifications } from '@mantine/notifications';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, test } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { RecipesTab } from '#web/features/recipes/recipes-tab.tsx';
import { findByName, flushPromises } from './support/business-under-test.ts';
import { createFakeServer, type FakeServer, idOf, pizzeriaServer } from './support/fake-server.ts';
import { page, showTab } from './support/screen-under-test.tsx';

afterEach(() => {
  cleanup();
  notifications.clean();
});

const show = (server: FakeServer) =>
  showTab(
    <Router hook={memoryLocation({ path: '/dashboard' }).hook}>
      <RecipesTab />
    </Router>,
    server,
  );

function LeftAndOpened() {
  const [isLeft, setLeft] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setLeft(!isLeft)}>
        Sair ou voltar
      </button>
      {!isLeft && <RecipesTab />}
    </>
  );
}

const cardOf = (name: string) => {
  const card = screen.getByRole('button', { name: new RegExp(`^${name}`) }).closest('li');
  if (!card) throw new Error(`no card: ${name}`);
  return within(card);
};
const textOf = (name: string): string =>
  (screen.getByRole('button', { name: new RegExp(`^${name}`) }).closest('li')?.textContent ?? '').replaceAll(
    '\u00A0',
    ' ',
  );

async function open(name: string, server = pizzeriaServer()) {
  const shown = await show(server);
  await shown.user.click(screen.getByRole('button', { name: new RegExp(`^${name}`) }));
  return { ...shown, server, card: cardOf(name) };
}

describe('the tab of dishes', () => {
  test('says that the dishes could not be loaded, and shows them once a retry succeeds', async () => {
    const server = pizzeriaServer();
    server.failNext('listDishes', 'no answer');
    const { user } = await show(server);
    expect(page()).toContain('Erro ao carregar pratos');
    await user.click(screen.getByRole('button', { name: 'Tentar de novo' }));
    expect(await screen.findByRole('button', { name: /^Pizza Calabresa/ })).toBeTruthy();
  });

  test('shows the means of all dishes and four numbers per dish', async () => {
    const { business } = await show(pizzeriaServer());
    expect(business.figures.dashboard.cmvMedio).toBeGreaterThan(0);
    expect(page()).toContain('41,7%');
    expect(page()).toContain('41,6%');
    expect(textOf('Pizza Calabresa')).toContain(
      'CMV totalR$ 20,90Preço de vendaR$ 54,90Margem de contribuiçãoR$ 24,84 45,2%Resultado finalR$ 6,50',
    );
  });

  test('says when there are no dishes', async () => {
    await show(createFakeServer());
    expect(page()).toContain('Nenhum prato cadastrado ainda.');
  });

  test('adds a dish without a price, whose card opens and stays open when the server answers', async () => {
    const server = pizzeriaServer();
    const { user } = await show(server);
    await user.type(screen.getByRole('textbox', { name: 'Nome do prato' }), 'Esfiha{Enter}');
    expect(textOf('Esfiha')).toContain('Preço de vendaNão definido');
    expect(textOf('Esfiha')).toContain('Resultado finalPendente');
    const toggle = screen.getByRole('button', { name: /^Esfiha/ });
    expect(toggle.getAttribute('aria-expanded')).toBe('true');
    await waitFor(() => expect(server.state().dishes.size).toBe(8));
    await flushPromises();
    expect(toggle.isConnected).toBe(true);
    expect(toggle.getAttribute('aria-expanded')).toBe('true');
    const [id] = [...server.state().dishes.keys()].slice(-1);
    expect(server.requests('addDish')[0]?.body).toEqual({ id, name: 'Esfiha', sale_price: 0 });
    expect(page()).toContain('Falta o preço de 1 prato');
  });

  test('opens the card of a new dish even after the tab was left and opened again', async () => {
    const { user } = await showTab(
      <Router hook={memoryLocation({ path: '/dashboard' }).hook}>
        <LeftAndOpened />
      </Router>,
      pizzeriaServer(),
    );
    await user.click(screen.getByRole('button', { name: 'Sair ou voltar' }));
    expect(screen.queryByRole('textbox', { name: 'Nome do prato' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Sair ou voltar' }));
    await user.type(screen.getByRole('textbox', { name: 'Nome do prato' }), 'Esfiha{Enter}');
    expect(screen.getByRole('button', { name: /^Esfiha/ }).getAttribute('aria-expanded')).toBe('true');
  });

  test('adds nothing for an empty name', async () => {
    const server = pizzeriaServer();
    const { user } = await show(server);
    await user.click(screen.getByRole('button', { name: 'Criar prato' }));
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Nome do prato' }));
    expect(server.changes()).toEqual([]);
  });
});

describe('the dishes in the list', () => {
  const menu = (): FakeServer => {
    const server = pizzeriaServer();
    const put = (name: string, category: string) =>
      server.changeRemotely({ type: 'ChangeDish', id: idOf(name), category });
    put('Pizza Calabresa', 'Pizzas');
    put('Pizza Camarão', 'pizzas');
    put('Broto de Chocolate com Morango', 'Doces');
    return server;
  };
  const headings = () =>
    screen
      .getAllByRole('heading', { level: 2 })
      .map((each) => each.textContent ?? '')
      .filter((text) => / · \d+$/.test(text));
  const dishesIn = (label: string) =>
    within(screen.getByRole('list', { name: label }))
      .getAllByRole('heading', { level: 2 })
      .map((each) => each.querySelector('span')?.textContent);

  test('are grouped by category in alphabetical order, those without one last', async () => {
    const { business } = await show(menu());
    const others = business.state.dishes.size - 3;
    expect(headings()).toEqual(['Doces · 1', 'Pizzas · 2', `Sem categoria · ${others}`]);
    expect(dishesIn('Pratos, Doces')).toEqual(['Broto de Chocolate com Morango']);
    expect(new Set(dishesIn('Pratos, Pizzas'))).toEqual(new Set(['Pizza Calabresa', 'Pizza Camarão']));
    expect(dishesIn('Pratos, Sem categoria')).toHaveLength(others);
  });

  test('can be filtered by one category', async () => {
    const { user } = await show(menu());
    const filter = within(screen.getByRole('group', { name: 'Categorias' }));
    await user.click(filter.getByRole('button', { name: 'Doces' }));
    expect(headings()).toEqual(['Doces · 1']);
    await user.click(filter.getByRole('button', { name: 'Todos' }));
    expect(headings()).toHaveLength(3);
  });

  test('move to a new category with their card open and the focus on it', async () => {
    const { card, user } = await open('Pizza Calabresa', menu());
    await user.click(card.getByRole('button', { name: 'Porções e preparo' }));
    const category = card.getByRole('textbox', { name: 'Categoria' });
    await user.clear(category);
    await user.type(category, 'Doces{Enter}');
    expect(dishesIn('Pratos, Doces')).toContain('Pizza Calabresa');
    const toggle = screen.getByRole('button', { name: /^Pizza Calabresa/ });
    expect(toggle.getAttribute('aria-expanded')).toBe('true');
    await waitFor(() => expect(document.activeElement).toBe(toggle));
  });

  test('lose the filter of a category that has no dishes any more', async () => {
    const { user, business } = await show(menu());
    await user.click(screen.getByRole('button', { name: 'Doces' }));
    business.issue({ type: 'ChangeDish', id: idOf('Broto de Chocolate com Morango'), category: null });
    await waitFor(() => expect(headings()).toHaveLength(2));
  });

  test('are one list without headings when none has a category', async () => {
    await show(pizzeriaServer());
    expect(headings()).toEqual([]);
    expect(screen.queryByRole('group', { name: 'Categorias' })).toBeNull();
    expect(screen.getByRole('list', { name: 'Pratos' })).toBeTruthy();
  });
});

describe('the card of a dish', () => {
  test('warns of a low margin and of a loss', async () => {
    await open('Pizza Camarão');
    expect(textOf('Pizza Camarão')).toContain('Margem baixa');
    expect(textOf('Pizza Camarão')).toContain('Prejuízo: cada venda deste prato tira R$ 12,92 do seu bolso.');
  });

  test.each([
    ['Pizza Calabresa', 'Margem aceitável'],
    ['Broto de Chocolate com Morango', 'Margem excelente'],
  ])('describes the margin of %s as “%s”', async (name, word) => {
    await show(pizzeriaServer());
    expect(textOf(name)).toContain(word);
    expect(textOf(name)).not.toContain('Prejuízo');
  });

  test('draws the waterfall from the price to the result', async () => {
    const { card } = await open('Pizza Calabresa');
    const rows = within(card.getByRole('table')).getAllByRole('row').slice(1);
    expect(rows.map((row) => (row.textContent ?? '').replaceAll('\u00A0', ' '))).toEqual([
      'Preço de vendaR$ 54,90100,0%',
      '−CMV?: o que éR$ 20,9038,1%',
      '−Custos variáveis?: o que éR$ 9,1716,7%',
      '=Margem de contribuição?: o que éR$ 24,8445,2%',
      '−Custos fixos?: o que éR$ 18,3433,4%',
      '=Resultado final?: o que éR$ 6,5011,8%',
    ]);
  });

  test('saves a price on Enter, and shows its margin while it is typed', async () => {
    const { card, user, server } = await open('Pizza Camarão');
    await user.click(card.getByRole('button', { name: 'Editar preço' }));
    const price = card.getByRole<HTMLInputElement>('textbox', { name: 'Preço de venda' });
    expect(price.value).toBe('69,90');
    await user.clear(price);
    await user.keyboard('{Enter}');
    expect(server.changes()).toEqual([]);
    await user.type(price, '120');
    expect(page()).toContain('Com este preço: margem de 43,5%, sobram R$ 12,08 por venda.');
    expect(server.changes()).toEqual([]);
    await user.keyboard('{Enter}');
    expect(textOf('Pizza Camarão')).toContain('Preço de vendaR$ 120,00');
    await waitFor(() => expect(server.requests('changeDish')[0]?.body).toEqual({ sale_price: 120 }));
    expect(document.activeElement?.textContent).toBe('Editar preço');
  });

  test('discards a typed price on Escape', async () => {
    const { card, user, server } = await open('Pizza Camarão');
    await user.click(card.getByRole('button', { name: 'Editar preço' }));
    await user.keyboard('1{Escape}');
    expect(textOf('Pizza Camarão')).toContain('R$ 69,90');
    expect(server.changes()).toEqual([]);
  });

  test('adds a line by ingredient and quantity, and does not offer that ingredient again', async () => {
    const { card, user, server } = await open('Pizza Camarão');
    const choice = card.getByRole<HTMLInputElement>('combobox', { name: 'Insumo' });
    await user.click(choice);
    expect(screen.queryByRole('option', { name: 'Muçarela (kg)' })).toBeNull();
    await user.keyboard('ovo{Enter}');
    await waitFor(() => expect(document.activeElement).toBe(card.getByRole('textbox', { name: 'Quantidade (un)' })));
    await user.keyboard('2{Enter}');
    await waitFor(() =>
      expect(server.requests('addDishIngredient')[0]?.body).toEqual({
        dish_id: idOf('Pizza Camarão'),
        ingredient_id: idOf('Ovo'),
        quantity: 2,
      }),
    );
    expect(document.activeElement).toBe(choice);
    expect(choice.value).toBe('');
    expect(textOf('Pizza Camarão')).toContain('2 un × R$ 0,75R$ 1,50');
  });

  test('asks about an ambiguous quantity, and saves nothing until a reading is picked', async () => {
    const { card, user, server } = await open('Pizza Camarão');
    await user.click(card.getByRole('combobox', { name: 'Insumo' }));
    await user.keyboard('ovo{Enter}');
    const quantity = card.getByRole<HTMLInputElement>('textbox', { name: 'Quantidade (un)' });
    await user.type(quantity, '3.500{Enter}');
    await flushPromises();
    expect(server.changes()).toEqual([]);
    expect(quantity.value).toBe('3.500');
    await user.click(card.getByRole('button', { name: '3,5' }));
    expect(quantity.value).toBe('3,5');
    expect(document.activeElement).toBe(quantity);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(server.requests('addDishIngredient')[0]?.body).toMatchObject({ quantity: 3.5 }));
  });

  test('refuses a text that is no quantity, with an example', async () => {
    const { card, user, server } = await open('Pizza Camarão');
    await user.click(card.getByRole('button', { name: /^Editar Camarão/ }));
    const changed = card.getByRole<HTMLInputElement>('textbox', { name: 'Quantidade de Camarão (kg)' });
    await user.clear(changed);
    await user.type(changed, 'bastante{Enter}');
    const sentence = 'Isto não é uma quantidade. Escreva como 320 g ou 1/2 xícara.';
    expect(card.getByText(sentence)).toBeTruthy();
    await user.keyboard('{Escape}');
    await user.click(card.getByRole('combobox', { name: 'Insumo' }));
    await user.keyboard('ovo{Enter}');
    await user.type(card.getByRole('textbox', { name: /^Quantidade \(/ }), 'bastante{Enter}');
    expect(card.getByText(sentence)).toBeTruthy();
    expect(server.changes()).toEqual([]);
  });

  test('changes a quantity in its row', async () => {
    const { card, user, server } = await open('Pizza Camarão');
    await user.click(card.getByRole('button', { name: /^Editar Camarão/ }));
    const quantity = card.getByRole<HTMLInputElement>('textbox', { name: 'Quantidade de Camarão (kg)' });
    await user.clear(quantity);
    await user.type(quantity, '0.15{Enter}');
    expect(textOf('Pizza Camarão')).toContain('0,15 kg × R$ 89,90');
    await waitFor(() => expect(server.requests('changeDishIngredient')[0]?.body).toEqual({ quantity: 0.15 }));
  });

  test('is closed by Salvar Prato, which sends nothing', async () => {
    const { card, user, server } = await open('Pizza Camarão');
    await user.click(card.getByRole('button', { name: 'Salvar Prato' }));
    const toggle = screen.getByRole('button', { name: /^Pizza Camarão/ });
    expect(toggle.getAttribute('aria-expanded')).toBe('false');
    expect(toggle.textContent).toContain('Salvo');
    expect(server.changes()).toEqual([]);
  });

  test('restores a removed dish with everything it had on undo', async () => {
    const { card, user, business, server } = await open('Pizza Camarão');
    const before = business.state.dishes.get(idOf('Pizza Camarão'));
    await user.click(card.getByRole('button', { name: 'Excluir prato' }));
    expect(business.state.dishes.has(idOf('Pizza Camarão'))).toBe(false);
    await user.click(await screen.findByRole('button', { name: 'Desfazer' }));
    await waitFor(() =>
      expect(business.state.dishes.get(idOf('Pizza Camarão'))).toEqual({
        ...before,
        version: (before?.version ?? 0) + 1,
      }),
    );
    expect(server.changes()).toEqual(['removeDish', 'undoChange']);
  });

  test('keeps the place of a renamed dish', async () => {
    const { card, user, server } = await open('Pizza Camarão');
    await user.click(card.getByRole('button', { name: 'Renomear' }));
    const name = card.getByRole('textbox', { name: 'Nome do prato' });
    await user.clear(name);
    await user.type(name, 'Pizza do Mar{Enter}');
    expect(textOf('Pizza do Mar')).toContain('R$ 69,90');
    await waitFor(() => expect(findByName(server.state().dishes.values(), 'Pizza do Mar')).toBeTruthy());
  });
});

test('creates the first ingredient from the typed name when there is none', async () => {
  const { user } = await show(createFakeServer());
  await user.type(screen.getByRole('textbox', { name: 'Nome do prato' }), 'Esfiha{Enter}');
  await user.type(screen.getByRole('combobox', { name: 'Insumo' }), 'Carne moída');
  expect(await screen.findByRole('option', { hidden: true, name: 'Criar insumo “Carne moída”' })).toBeTruthy();
});
