import { notifications } from '@mantine/notifications';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FixedCostsTab } from '#web/features/costs/fixed-costs-tab.tsx';
import { IngredientsTab } from '#web/features/preparations/ingredients-tab.tsx';
import { RecipesTab } from '#web/features/recipes/recipes-tab.tsx';
import { RevenueTab } from '#web/features/revenue/revenue-tab.tsx';
import { VariableCostsTab } from '#web/features/costs/variable-costs-tab.tsx';
import { createFakeServer, idOf, pizzeriaServer } from './support/fake-server.ts';
import { page, showTab } from './support/screen-under-test.tsx';

const R = (reais: number): number => reais * 10_000;
const RENT = idOf('Aluguel');

// Typing into whole tabs with the sample business is slow on a busy machine.
vi.setConfig({ testTimeout: 20_000 });

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  cleanup();
  notifications.clean();
  vi.restoreAllMocks();
});

const button = (name: string | RegExp) => screen.getByRole('button', { name });
const form = () => within(screen.getByRole('form'));
const input = (name: string) => form().getByRole<HTMLInputElement>('textbox', { name });
const alertText = async (): Promise<string> =>
  ((await form().findByRole('alert')).textContent ?? '').replaceAll('\u00A0', ' ');

/** Replaces the text in one event, because other tests cover single keys. */
function retype(field: HTMLInputElement, text: string): void {
  field.focus();
  fireEvent.change(field, { target: { value: text } });
}

describe('an editor saved over a newer change', () => {
  async function saveWithConflict() {
    const server = pizzeriaServer();
    const tab = await showTab(<FixedCostsTab />, server);
    await tab.user.click(button(/^Editar Aluguel/));
    retype(input('Valor por mês'), '42');
    server.changeRemotely({ type: 'ChangeFixedCost', id: RENT, value: R(40) });
    await tab.user.keyboard('{Enter}');
    expect(await alertText()).toBe('Isto mudou enquanto você editava: agora é R$ 40,00. Você digitou R$ 42,00.');
    expect(server.state().fixedCosts.get(RENT)?.value).toBe(R(40));
    expect(input('Valor por mês').value).toBe('42');
    return { server, ...tab };
  }

  test('sends the version in view, and shows the saved and the typed value', async () => {
    const { server } = await saveWithConflict();
    expect(server.requests('changeFixedCost').map(({ headers }) => headers.get('If-Match'))).toEqual(['"1"']);
    expect(page()).toContain('Não foi salvo: Isto mudou enquanto você editava');
  });

  test('keeps the saved value on demand', async () => {
    const { server, user, business } = await saveWithConflict();
    await user.click(button('Ficar com o que está salvo'));
    expect(screen.queryByRole('form')).toBeNull();
    expect(business.state.fixedCosts.get(RENT)?.value).toBe(R(40));
    expect(server.changes()).toEqual(['changeFixedCost']);
  });

  test('saves the typed value on demand', async () => {
    const { server, user } = await saveWithConflict();
    await user.click(button('Salvar o meu'));
    await waitFor(() => expect(server.state().fixedCosts.get(RENT)).toMatchObject({ value: R(42), version: 3 }));
    expect(screen.queryByRole('form')).toBeNull();
  });

  test('asks again after yet another change', async () => {
    const { server, user } = await saveWithConflict();
    server.changeRemotely({ type: 'ChangeFixedCost', id: RENT, value: R(39) });
    await user.click(button('Salvar o meu'));
    await waitFor(async () =>
      expect(await alertText()).toBe('Isto mudou enquanto você editava: agora é R$ 39,00. Você digitou R$ 42,00.'),
    );
    expect(input('Valor por mês').value).toBe('42');
  });
});

describe('an editor that knows of a newer change before saving', () => {
  async function editBehindNewerChange() {
    const server = pizzeriaServer();
    const tab = await showTab(<FixedCostsTab />, server);
    await tab.user.click(button(/^Editar Aluguel/));
    retype(input('Valor por mês'), '42');
    server.changeRemotely({ type: 'ChangeFixedCost', id: RENT, value: R(40) });
    await tab.business.reader.refresh();
    return { server, ...tab };
  }

  test('keeps the typed text and says quietly that the saved value changed', async () => {
    await editBehindNewerChange();
    expect(input('Valor por mês').value).toBe('42');
    const statusTexts = form()
      .getAllByRole('status')
      .map(({ textContent }) => textContent.replaceAll('\u00A0', ' '));
    expect(statusTexts).toContain(
      'Mudou enquanto você edita: o valor salvo agora é R$ 40,00. O que você digitou continua aqui.',
    );
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('asks before anything is sent', async () => {
    const { server, user } = await editBehindNewerChange();
    await user.keyboard('{Enter}');
    expect(await alertText()).toBe('Isto mudou enquanto você editava: agora é R$ 40,00. Você digitou R$ 42,00.');
    expect(server.changes()).toEqual([]);
    await user.click(button('Salvar o meu'));
    await waitFor(() => expect(server.state().fixedCosts.get(RENT)?.value).toBe(R(42)));
  });

  test('does not ask when the newer value equals the typed one', async () => {
    const { server, user, business } = await editBehindNewerChange();
    server.changeRemotely({ type: 'ChangeFixedCost', id: RENT, value: R(42) });
    await business.reader.refresh();
    await user.keyboard('{Enter}');
    expect(screen.queryByRole('form')).toBeNull();
    expect(server.changes()).toEqual([]);
  });

  test('does not undo a newer change of another field', async () => {
    const server = pizzeriaServer();
    const tab = await showTab(<FixedCostsTab />, server);
    await tab.user.click(button(/^Editar Aluguel/));
    retype(input('Valor por mês'), '42');
    server.changeRemotely({ type: 'ChangeFixedCost', id: RENT, name: 'Aluguel da loja' });
    // The client does not know of the change. The server refuses the older version, and without a conflict nobody is
    // asked.
    await tab.user.keyboard('{Enter}');
    await waitFor(() =>
      expect(server.state().fixedCosts.get(RENT)).toMatchObject({ name: 'Aluguel da loja', value: R(42) }),
    );
    expect(screen.queryByRole('form')).toBeNull();
    expect(page()).not.toContain('Não foi salvo');
  });
});

describe('an editor with a conflict', () => {
  test('asks about the rate of a variable cost', async () => {
    const server = pizzeriaServer();
    const tab = await showTab(<VariableCostsTab />, server);
    const [cost] = server.state().variableCosts.values();
    if (!cost) throw new Error('the pizzeria has no variable costs');
    await tab.user.click(screen.getByRole('button', { name: (name) => name.startsWith(`Editar ${cost.name}`) }));
    retype(input('Percentual'), '7,25');
    server.changeRemotely({ type: 'ChangeVariableCost', id: cost.id, percentage: R(6.5) });
    await tab.user.keyboard('{Enter}');
    expect(await alertText()).toContain('agora é 6,5%. Você digitou 7,25%.');
  });

  test('asks about each field of an ingredient that both sides changed', async () => {
    const server = pizzeriaServer();
    const tab = await showTab(<IngredientsTab />, server);
    await tab.user.click(button(/^Editar Ovo/));
    retype(input('Preço'), '0,0385');
    retype(input('Nome'), 'Ovos');
    server.changeRemotely({ type: 'ChangeIngredient', id: idOf('Ovo'), name: 'Ovo caipira', unitPrice: R(1.2) });
    await tab.user.keyboard('{Enter}');
    expect(await alertText()).toBe(
      'Isto mudou enquanto você editava. Nome: agora é “Ovo caipira”, você digitou “Ovos”. ' +
        'Preço: agora é R$ 1,20, você digitou R$ 0,0385.',
    );
  });

  test('asks about the price of a dish and about each of its lines', async () => {
    const server = pizzeriaServer();
    const tab = await showTab(<RecipesTab />, server);
    const dish = server.state().dishes.get(idOf('Pizza Calabresa'));
    const line = dish?.lines[0];
    const ingredient = line && server.state().ingredients.get(line.ingredientId);
    if (!dish || !line || !ingredient) throw new Error('the pizzeria has no such dish');
    await tab.user.click(button(/Pizza Calabresa/));
    await tab.user.click(await screen.findByRole('button', { name: 'Editar preço' }));
    retype(input('Preço de venda'), '60');
    // A change of a line counts as a change of its dish, but it says nothing about the price.
    server.changeRemotely({
      type: 'ChangeDishIngredient',
      dishId: dish.id,
      ingredientId: line.ingredientId,
      quantity: R(1),
    });
    await tab.user.keyboard('{Enter}');
    await waitFor(() => expect(server.state().dishes.get(dish.id)?.salePrice).toBe(R(60)));

    await tab.user.click(button(new RegExp(`^Editar ${ingredient.name}`)));
    retype(input(`Quantidade de ${ingredient.name} (${ingredient.unit})`), '2');
    server.changeRemotely({
      type: 'ChangeDishIngredient',
      dishId: dish.id,
      ingredientId: line.ingredientId,
      quantity: R(3),
    });
    await tab.user.keyboard('{Enter}');
    const { unit } = ingredient;
    expect(await alertText()).toContain(`agora é 3 ${unit}. Você digitou 2 ${unit}.`);
  });
});

describe('the field of a month’s revenue with a conflict', () => {
  const month = (name: string) => within(screen.getByRole('group', { name }));
  const revenue = () => month('Março').getByRole<HTMLInputElement>('textbox', { name: 'Faturamento' });
  const question = async (): Promise<string> =>
    ((await screen.findByRole('alert')).textContent ?? '').replaceAll('\u00A0', ' ');

  async function typeBehindNewerChange() {
    const server = createFakeServer();
    const tab = await showTab(<RevenueTab />, server);
    retype(revenue(), '4200');
    server.changeRemotely({ type: 'RecordMonthRevenue', month: 3, value: R(4_000), orders: 90 });
    return { server, ...tab };
  }

  test('asks when it loses focus, and keeps the typed value', async () => {
    const { server, user } = await typeBehindNewerChange();
    await user.tab();
    expect(await question()).toBe('Isto mudou enquanto você editava: agora é R$ 4.000,00. Você digitou R$ 4.200,00.');
    expect(revenue().value).toBe('4200');
    await user.click(button('Salvar o meu'));
    await waitFor(() => expect(server.state().months.get(3)).toMatchObject({ value: R(4_200), orders: 90 }));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('takes the saved value on demand', async () => {
    const { server, user } = await typeBehindNewerChange();
    await user.tab();
    await question();
    await user.click(button('Ficar com o que está salvo'));
    expect(revenue().value).toBe('4.000,00');
    expect(server.state().months.get(3)?.value).toBe(R(4_000));
  });

  test('says quietly that a newer value has arrived during typing', async () => {
    const { business } = await typeBehindNewerChange();
    await business.reader.refresh();
    await waitFor(() => expect(page()).toContain('o valor salvo agora é R$ 4.000,00'));
    expect(revenue().value).toBe('4200');
  });

  test('saves its value when only the other field of the month was changed', async () => {
    const server = createFakeServer([{ type: 'RecordMonthRevenue', month: 3, value: R(4_000), orders: 80 }]);
    const { user } = await showTab(<RevenueTab />, server);
    retype(revenue(), '4200');
    server.changeRemotely({ type: 'RecordMonthRevenue', month: 3, value: R(4_000), orders: 90 });
    await user.tab();
    await waitFor(() => expect(server.state().months.get(3)).toMatchObject({ value: R(4_200), orders: 90 }));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('does not undo a value that somebody else changed after it was saved', async () => {
    const server = createFakeServer();
    const { user, business } = await showTab(<RevenueTab />, server);
    retype(revenue(), '4200');
    await user.tab();
    const undo = await screen.findByRole('button', { name: 'Desfazer Março' });
    server.changeRemotely({ type: 'RecordMonthRevenue', month: 3, value: R(4_000), orders: 90 });
    await business.reader.refresh();
    await user.click(undo);
    expect(await screen.findByText(/Não foi desfeito. O valor de março mudou de novo depois disso/)).toBeTruthy();
    expect(server.state().months.get(3)?.value).toBe(R(4_000));
  });
});
