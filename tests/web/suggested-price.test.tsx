import { notifications } from '@mantine/notifications';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { RecipesTab } from '#web/features/recipes/recipes-tab.tsx';
import { TargetPrice } from '#web/features/recipes/target-price.ts';
import { createFakeServer, type FakeServer, idOf } from './support/fake-server.ts';
import { showTab } from './support/screen-under-test.tsx';

const R = (reais: number): number => Math.round(reais * 10_000);

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  notifications.clean();
});

/** The bread costs R$ 6,00 with its loss, and taxes are 10 %. */
const bakery = (): FakeServer =>
  createFakeServer([
    { type: 'AddVariableCost', id: idOf('Taxas'), name: 'Taxas', percentage: R(10) },
    { type: 'AddIngredient', id: idOf('Farinha'), name: 'Farinha', unit: 'kg', unitPrice: R(5.4545) },
    { type: 'AddIngredient', id: idOf('Sal'), name: 'Sal', unit: 'kg', unitPrice: 0 },
    { type: 'AddDish', id: idOf('Pão'), name: 'Pão', salePrice: 0 },
    { type: 'AddDishIngredient', dishId: idOf('Pão'), ingredientId: idOf('Farinha'), quantity: R(1) },
  ]);

async function open(server = bakery()) {
  const { user, business } = await showTab(
    <Router hook={memoryLocation({ path: '/dashboard' }).hook}>
      <RecipesTab />
    </Router>,
    server,
  );
  await user.click(screen.getByText('Pão', { selector: 'span' }));
  await user.click(screen.getByText('Definir preço'));
  const form = within(screen.getByRole('form', { name: 'Preço de venda de Pão' }));
  const answer = () =>
    form
      .getAllByRole('status')
      .map((each) => (each.textContent ?? '').replaceAll('\u00A0', ' '))
      .join('');
  return { user, business, server, form, answer };
}

const price = (form: ReturnType<typeof within>) => form.getByLabelText('Preço de venda') as HTMLInputElement;

describe('the form of the suggested price', () => {
  test('puts the price for a margin of half, ending in ,90, into the field, where it can be saved', async () => {
    const { user, form, answer, server } = await open();
    // 6,00 ÷ (1 − 0,10 − 0,50) = 15,00.
    expect(answer()).toBe('R$ 15,90: margem de 52,3%, sobram R$ 8,31 por venda.');
    await user.click(form.getByText(/^Usar/));
    expect(price(form).value).toBe('15,90');
    expect(server.changes()).toEqual([]);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(server.state().dishes.get(idOf('Pão'))?.salePrice).toBe(R(15.9)));
  });

  test('stores another margin and rounding, which change the price, for the next time', async () => {
    const { user, form, answer } = await open();
    await user.clear(form.getByLabelText('Margem desejada'));
    await user.type(form.getByLabelText('Margem desejada'), '40');
    await user.click(form.getByLabelText('de 0,10'));
    expect(answer()).toMatch(/^R\$ 12,00: margem de 40,0%/);
    expect(new TargetPrice().text).toBe('40');
    expect(new TargetPrice().grainName).toBe('tenCents');
  });

  test('applies the price on Enter in the field of the target, and does not save it', async () => {
    const { user, form, server } = await open();
    await user.type(form.getByLabelText('Margem desejada'), '{Enter}');
    expect(price(form).value).toBe('15,90');
    expect(server.changes()).toEqual([]);
  });

  test('accepts a profit per dish as the target', async () => {
    const { user, form, answer } = await open();
    await user.click(form.getByLabelText('Lucro por prato'));
    const field = form.getByRole('textbox', { name: 'Lucro por prato' });
    await user.clear(field);
    await user.type(field, '3');
    // (6,00 + 3,00) ÷ 0,90 = 10,00.
    expect(answer()).toBe('R$ 10,90: margem de 35,0%, sobram R$ 3,81 por venda.');
  });

  test('explains that no price can reach a target, and offers no button', async () => {
    const { user, form, answer } = await open();
    await user.clear(form.getByLabelText('Margem desejada'));
    await user.type(form.getByLabelText('Margem desejada'), '90');
    expect(answer()).toContain('Não há preço que dê esta margem: com os custos variáveis ela já soma 100,0%');
    expect(form.queryByText(/^Usar/)).toBeNull();
  });

  test('warns beside the price when the recipe has unpriced ingredients', async () => {
    const server = bakery();
    server.changeRemotely({
      type: 'AddDishIngredient',
      dishId: idOf('Pão'),
      ingredientId: idOf('Sal'),
      quantity: R(0.01),
    });
    const { answer } = await open(server);
    expect(answer()).toContain('Falta o preço de 1 insumo: o preço certo é maior.');
  });
});

describe('the stored target of the suggested price', () => {
  test('changes only with a complete amount, and is ignored when it is broken', () => {
    new TargetPrice().type('45');
    new TargetPrice().type('4,5,');
    expect(new TargetPrice().text).toBe('45');
    localStorage.setItem('prumo.user.wanted-price', '{"kind":"luck"}');
    expect(new TargetPrice().text).toBe('50');
  });
});
