import { notifications } from '@mantine/notifications';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import type { SingleCommand } from '#domain/business/commands.ts';
import { RecipesTab } from '#web/features/recipes/recipes-tab.tsx';
import { createFakeServer, idOf } from './support/fake-server.ts';
import { page, showTab } from './support/screen-under-test.tsx';

const R = (reais: number): number => Math.round(reais * 10_000);

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  notifications.clean();
});

/** A pizza costs R$ 11,00 with its loss and its box R$ 2,20; the card takes 5 %, and the app 20 % more. */
const PIZZA: readonly SingleCommand[] = [
  { type: 'AddIngredient', id: idOf('Massa'), name: 'Massa', unit: 'un', unitPrice: R(10) },
  { type: 'AddIngredient', id: idOf('Caixa'), name: 'Caixa', unit: 'un', unitPrice: R(2) },
  { type: 'AddVariableCost', id: idOf('Taxas'), name: 'Taxas', percentage: R(5) },
  { type: 'AddDish', id: idOf('Pizza'), name: 'Pizza', salePrice: R(40) },
  { type: 'AddDishIngredient', dishId: idOf('Pizza'), ingredientId: idOf('Massa'), quantity: R(1) },
  { type: 'AddDishIngredient', dishId: idOf('Pizza'), ingredientId: idOf('Caixa'), quantity: R(1) },
];
const CHANNELS: readonly SingleCommand[] = [
  { type: 'AddChannel', id: idOf('Balcão'), name: 'Balcão' },
  { type: 'AddChannel', id: idOf('App'), name: 'App' },
];
const BOX_IN_APP: SingleCommand = {
  type: 'ChangeDishIngredient',
  dishId: idOf('Pizza'),
  ingredientId: idOf('Caixa'),
  channels: [idOf('App')],
};
const commission = (percentage: number): SingleCommand => ({
  type: 'AddVariableCost',
  id: idOf('Comissão'),
  name: 'Comissão',
  percentage: R(percentage),
  channels: [idOf('App')],
});

async function open(commands: readonly SingleCommand[]) {
  const server = createFakeServer([...PIZZA, ...commands]);
  const shown = await showTab(
    <Router hook={memoryLocation({ path: '/dashboard' }).hook}>
      <RecipesTab />
    </Router>,
    server,
  );
  await shown.user.click(screen.getByText('Pizza', { selector: 'span' }));
  return { ...shown, server, dish: () => server.state().dishes.get(idOf('Pizza')) };
}

async function editPrice(user: Awaited<ReturnType<typeof open>>['user']) {
  await user.click(screen.getByRole('button', { name: /Editar App/ }));
  const form = within(screen.getByRole('form', { name: 'Editar preço no App' }));
  await form.findByText('Quanto cobrar no App?');
  return form;
}

describe('a dish card with channels', () => {
  test('does not mention channels while there is only one', async () => {
    const { user } = await open([{ type: 'AddChannel', id: idOf('Balcão'), name: 'Balcão' }]);
    await user.click(screen.getByRole('button', { name: /Editar Caixa/ }));
    expect(page()).not.toMatch(/cana[li]|Balcão|Onde vai|Em todos/);
  });

  test('names what is left in each channel, the worst first, and lists the channels', async () => {
    const { user } = await open([...CHANNELS, commission(20), BOX_IN_APP]);
    // App: 40 − 13,20 − 10; Balcão: 40 − 11 − 2.
    expect(page()).toContain('No App sobra R$ 16,80; no Balcão, R$ 27,00.');
    const rows = within(screen.getByRole('list', { name: 'Preço de Pizza em cada canal' })).getAllByRole('listitem');
    const texts = rows.map(({ textContent }) => (textContent ?? '').replaceAll('\u00A0', ' '));
    expect(texts).toEqual([
      'Balcãodeixa R$ 27,00 67,5%R$ 40,00 − CMV R$ 11,00 − taxas R$ 2,00',
      'Editar Appdeixa R$ 16,80 42,0%R$ 40,00 − CMV R$ 13,20 − taxas R$ 10,00',
    ]);
    expect(rows[0]?.querySelector('button')).toBeNull();
    // The sum of the lines of the main channel leads to its CMV.
    expect(page()).toContain('Soma dos ingredientes no BalcãoR$ 10,00');
    expect(page()).toContain('Perda na produção, 10%R$ 1,00');
    expect(user).toBeDefined();
  });

  test('lets the price of a channel be typed, removed, or set to not sold', async () => {
    const { user, dish } = await open([...CHANNELS, commission(20)]);
    const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Preço no App' });
    await editPrice(user);
    expect(field().placeholder).toBe('40,00');
    await user.type(field(), '50');
    // 50 − 13,20 − 12,50.
    expect(page()).toContain('Com este preço deixa R$ 24,30 por venda, margem de 48,6%.');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(dish()?.prices).toEqual({ [idOf('App')]: R(50) }));
    expect(page()).toContain('No App sobra R$ 24,30; no Balcão, R$ 24,80.');
    await editPrice(user);
    await user.clear(field());
    await user.type(field(), '0{Enter}');
    await waitFor(() => expect(dish()?.prices).toEqual({ [idOf('App')]: 0 }));
    expect(page()).toContain('No Balcão sobra R$ 24,80; no App não é vendido.');
    expect(page()).toContain('Editar Appnão vendido');
    await editPrice(user);
    await user.clear(field());
    await user.keyboard('{Enter}');
    await waitFor(() => expect(dish()?.prices).toBeNull());
  });
});

describe('the editor of a dish line', () => {
  test('can limit a line to some channels, and the line shows them', async () => {
    const { user, dish } = await open([...CHANNELS, commission(20)]);
    await user.click(screen.getByRole('button', { name: /Editar Caixa/ }));
    const form = within(screen.getByRole('form', { name: 'Editar Caixa' }));
    await user.click(form.getByRole('button', { name: 'App' }));
    await user.click(form.getByRole('button', { name: 'Salvar' }));
    await waitFor(() => expect(dish()?.lines[1]?.channels).toEqual([idOf('App')]));
    expect(dish()?.lines[1]?.quantity).toBe(R(1));
    expect(page()).toContain('Caixa1 un × R$ 2,00 · só no AppR$ 2,00');
  });
});

describe('the form for a new dish line', () => {
  const SALT: SingleCommand = {
    type: 'AddIngredient',
    id: idOf('Sachê'),
    name: 'Sachê',
    unit: 'un',
    unitPrice: R(0.5),
  };
  async function addSalt(user: Awaited<ReturnType<typeof open>>['user']) {
    await user.click(screen.getByRole('combobox', { name: 'Insumo' }));
    await user.keyboard('sach{Enter}');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Quantidade (un)' })));
    await user.keyboard('2');
  }

  test('limits the line to the chosen channels and chooses none for the next line', async () => {
    const { user, dish } = await open([...CHANNELS, SALT]);
    await addSalt(user);
    const where = within(screen.getByRole('group', { name: 'Onde vai' }));
    await user.click(where.getByRole('button', { name: 'App' }));
    await user.click(screen.getByRole('button', { name: 'Adicionar' }));
    await waitFor(() => expect(dish()?.lines[2]).toMatchObject({ quantity: R(2), channels: [idOf('App')] }));
    // 'Sachê' was the last ingredient to choose, so the form is gone.
    expect(page()).toContain('Sachê2 un × R$ 0,50 · só no App');
  });

  test('adds the line to all channels by default and mentions none with fewer than two', async () => {
    const { user, dish } = await open([SALT]);
    expect(page()).not.toMatch(/Onde vai|Em todos/);
    await addSalt(user);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(dish()?.lines[2]).toMatchObject({ channels: null }));
  });
});

describe('the suggested price of a channel', () => {
  test('leaves the same amount as in the main channel, and a click applies it', async () => {
    const { user, dish } = await open([...CHANNELS, commission(20), BOX_IN_APP]);
    const form = await editPrice(user);
    // (13,20 + 27,00) ÷ 0,75 = 53,60.
    expect(page()).toContain('Para deixar R$ 27,00, como no Balcão: R$ 53,90.');
    await user.click(form.getByLabelText('não'));
    expect(page()).toContain('Para deixar R$ 27,00, como no Balcão: R$ 53,60.');
    await user.click(form.getByLabelText('final ,00'));
    await user.click(form.getByRole('button', { name: /^Usar R\$\s54,00$/ }));
    await waitFor(() => expect(dish()?.prices).toEqual({ [idOf('App')]: R(54) }));
    expect(screen.queryByRole('form', { name: 'Editar preço no App' })).toBeNull();
  });

  test('leaves a desired margin, and Enter applies it', async () => {
    const { user, dish } = await open([...CHANNELS, commission(20), BOX_IN_APP]);
    const form = await editPrice(user);
    await user.click(form.getByLabelText('uma margem'));
    const margin = form.getByRole('textbox', { name: 'Margem desejada' });
    await user.clear(margin);
    await user.type(margin, '42');
    // 13,20 ÷ (1 − 0,25 − 0,42) = 40,00.
    expect(page()).toContain('Para uma margem de 42 %: R$ 40,90.');
    await user.click(form.getByLabelText('não'));
    await user.type(margin, '{Enter}');
    await waitFor(() => expect(dish()?.prices).toEqual({ [idOf('App')]: R(40) }));
  });

  test('is replaced by a sentence when the rates leave nothing', async () => {
    const { user } = await open([...CHANNELS, commission(95)]);
    const form = await editPrice(user);
    expect(page()).toContain('Com 100 % de taxas não há preço que sobre.');
    expect(form.queryByRole('button', { name: /^Usar/ })).toBeNull();
    await user.click(form.getByLabelText('uma margem'));
    expect(page()).toContain('Com 100 % de taxas e 30 % de margem não há preço que sobre.');
  });

  test('starts with a margin for a dish without a price', async () => {
    const { user } = await open([...CHANNELS, commission(20), { type: 'ChangeDish', id: idOf('Pizza'), salePrice: 0 }]);
    const form = await editPrice(user);
    expect(form.queryByLabelText('os mesmos R$')).toBeNull();
    expect(page()).toContain('Para uma margem de 30 %: R$ 29,90.');
  });
});
