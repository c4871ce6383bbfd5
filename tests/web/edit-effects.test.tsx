import { notifications } from '@mantine/notifications';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import type { BusinessCommand } from '#domain/business/commands.ts';
import { FixedCostsTab } from '#web/features/costs/fixed-costs-tab.tsx';
import { IngredientsTab } from '#web/features/preparations/ingredients-tab.tsx';
import { PREPARATIONS } from '#web/features/navigation/addresses.ts';
import { RecipesTab } from '#web/features/recipes/recipes-tab.tsx';
import { VariableCostsTab } from '#web/features/costs/variable-costs-tab.tsx';
import { createFakeServer, type FakeServer, idOf, pizzeriaServer, problem } from './support/fake-server.ts';
import { page, showTab } from './support/screen-under-test.tsx';

afterEach(() => {
  cleanup();
  notifications.clean();
});

async function show(tab: React.ReactNode, server: FakeServer, path = '/dashboard') {
  const location = memoryLocation({ path, record: true });
  const shown = await showTab(
    <Router hook={location.hook} searchHook={location.searchHook}>
      {tab}
    </Router>,
    server,
  );
  return { ...shown, server, history: location.history };
}

const button = (name: string | RegExp) => screen.getByRole('button', { name });
/** The text that a screen reader announces while the form is filled in. */
const announcement = (form: Pick<typeof screen, 'getAllByRole'>): string =>
  form
    .getAllByRole('status')
    .map((each) => plain(each.textContent))
    .join('');
const plain = (text: string | null | undefined): string => (text ?? '').replaceAll('\u00A0', ' ');

const R = (reais: number): number => Math.round(reais * 10_000);

/** Six pizzas for R$ 40 have 100 to 600 g of cheese; there is a bun; taxes and fixed costs take 10 % each. */
const bakery = (): FakeServer =>
  createFakeServer([
    { type: 'AddVariableCost', id: idOf('Taxas'), name: 'Taxas', percentage: R(10) },
    { type: 'AddFixedCost', id: idOf('Aluguel'), name: 'Aluguel', value: R(1000) },
    { type: 'RecordMonthRevenue', month: 1, value: R(10_000), orders: 500 },
    { type: 'AddIngredient', id: idOf('Queijo'), name: 'Queijo', unit: 'kg', unitPrice: R(40) },
    { type: 'AddIngredient', id: idOf('Fermento'), name: 'Fermento', unit: 'g', unitPrice: R(0.0385) },
    ...[1, 2, 3, 4, 5, 6].flatMap((n) => dishWithCheese(`Pizza ${n}`, 40, n / 10)),
    ...dishWithCheese('Pão de queijo', 4.4, 0.05),
    { type: 'AddDishIngredient', dishId: idOf('Pizza 1'), ingredientId: idOf('Fermento'), quantity: R(5) },
  ]);

const dishWithCheese = (name: string, price: number, kilos: number): readonly BusinessCommand[] => [
  { type: 'AddDish', id: idOf(name), name, salePrice: R(price) },
  { type: 'AddDishIngredient', dishId: idOf(name), ingredientId: idOf('Queijo'), quantity: R(kilos) },
];

async function typePrice(name: string, price: string, server = bakery()) {
  const shown = await show(<IngredientsTab />, server);
  await shown.user.click(button(new RegExp(`^Editar ${name}`)));
  const form = within(screen.getByRole('form', { name: `Editar ${name}` }));
  const field = form.getByLabelText('Preço');
  await shown.user.clear(field);
  await shown.user.type(field, price);
  return { ...shown, form, field };
}

describe('the effects below the editor of a preparation', () => {
  /** A filling of 2 kg has 1 kg of cheese for R$ 40; a pie for R$ 40 and one for R$ 20 have 500 g of it. */
  async function editFilling() {
    const server = bakery();
    const filling = idOf('Recheio');
    server.changeRemotely({
      type: 'AddPreparation',
      id: filling,
      name: 'Recheio',
      yieldQuantity: R(2),
      yieldUnit: 'kg',
    });
    server.changeRemotely({
      type: 'AddPreparationIngredient',
      preparationId: filling,
      ingredientId: idOf('Queijo'),
      quantity: R(1),
    });
    const pie = { type: 'AddDish', id: idOf('Torta'), name: 'Torta', salePrice: R(40) } as const;
    server.changeRemotely(pie);
    server.changeRemotely({ type: 'AddDishIngredient', dishId: pie.id, ingredientId: filling, quantity: R(0.5) });
    const shown = await show(<IngredientsTab />, server, PREPARATIONS);
    await shown.user.click(button(/^Recheio ?rende/));
    await shown.user.click(button('Editar preparo'));
    const form = within(screen.getByRole('form', { name: 'Editar Recheio' }));
    return { ...shown, server, form, yields: form.getByRole('textbox', { name: 'Rende' }) };
  }

  test('list the dishes that a typed yield changes', async () => {
    const { form, user, yields, server } = await editFilling();
    await user.clear(yields);
    await user.type(yields, '1 kg');
    expect(announcement(form)).toBe('Pratos afetados: 1.');
    // The 0,5 kg cost R$ 10 at R$ 20 a kilo and R$ 20 at R$ 40, so with the loss of 10 % R$ 11 less remain.
    expect(plain(form.getByRole('list', { name: 'Pratos afetados' }).textContent)).toContain('Torta−R$ 11,00');
    expect(server.changes()).toEqual([]);
  });

  test('are empty for an equal cost and for an unreadable yield', async () => {
    const { form, user, yields } = await editFilling();
    expect(announcement(form)).toBe('');
    for (const text of ['2000 g', '2', 'bastante']) {
      await user.clear(yields);
      await user.type(yields, text);
      expect(announcement(form)).toBe('');
    }
  });
});

describe('the effects below the editor of an ingredient', () => {
  test('list the dishes that a typed price changes, the largest change first, with the margin before and after', async () => {
    const { form, business } = await typePrice('Queijo', '50');
    expect(announcement(form)).toBe(
      'Pratos afetados: 7. Atenção: 1 prato passa a dar prejuízo e 2 ficam com margem abaixo de 30%.',
    );
    const lines = form.getAllByRole('listitem').map((line) => plain(line.textContent));
    // The cheese takes 0,6 kg × R$ 10 × 1,10 = R$ 6,60 of the margin of R$ 9,60; R$ 4,00 of fixed costs make it a loss.
    expect(lines).toEqual([
      'Pizza 6−R$ 6,60margem R$ 9,60 (24,0%) →  passa a R$ 3,00 (7,5%)Passa a dar prejuízo de R$ 1,00 por venda',
      'Pizza 5−R$ 5,50margem R$ 14,00 (35,0%) →  passa a R$ 8,50 (21,3%)Margem cai para menos de 30%',
      'Pizza 4−R$ 4,40margem R$ 18,40 (46,0%) →  passa a R$ 14,00 (35,0%)',
      'Pizza 3−R$ 3,30margem R$ 22,80 (57,0%) →  passa a R$ 19,50 (48,8%)',
      'Pizza 2−R$ 2,20margem R$ 27,20 (68,0%) →  passa a R$ 25,00 (62,5%)',
    ]);
    expect(business.state.ingredients.get(idOf('Queijo'))?.unitPrice).toBe(R(40));
  });

  test('show the rest of a long list on demand and say whether it contains a warning', async () => {
    const { form, user } = await typePrice('Queijo', '50');
    await user.click(form.getByText('e mais 2, 1 deles com aviso'));
    expect(form.getAllByRole('listitem')).toHaveLength(7);
    expect(plain(form.getAllByRole('listitem')[6]?.textContent)).toContain('R$ 1,21 (27,5%)Margem cai');
  });

  test('show a lower price as an improvement', async () => {
    const { form } = await typePrice('Queijo', '30');
    expect(plain(form.getAllByRole('listitem')[0]?.textContent)).toContain('+R$ 6,60');
    expect(announcement(form)).toBe('Pratos afetados: 7.');
  });

  test('are empty for the same price, for none and for an unreadable one', async () => {
    const { form, user, field } = await typePrice('Queijo', '50');
    for (const text of ['40', '{Backspace}{Backspace}', '3,9,0']) {
      if (text === '40') await user.clear(field);
      await user.type(field, text);
      expect(announcement(form)).toBe('');
      expect(form.queryByRole('list')).toBeNull();
    }
  });

  test('say when the difference is less than a cent', async () => {
    const { form } = await typePrice('Fermento', '0,0386');
    expect(announcement(form)).toBe('Pratos afetados: a diferença é de menos de um centavo por venda.');
  });
});

describe('the notice after a price was saved', () => {
  test('names the limits that dishes crossed and links to those dishes', async () => {
    const { user, history } = await typePrice('Queijo', '50{Enter}');
    await waitFor(() => expect(page()).toContain('1 prato passa a dar prejuízo e 2 ficam com margem abaixo de 30%.'));
    await user.click(screen.getByText('Ver pratos'));
    expect(history?.at(-1)).toBe('/dashboard?tab=recipes&only=at-risk');
  });

  test('is not shown when no dish crossed a limit', async () => {
    const { server } = await typePrice('Queijo', '40,50{Enter}');
    await waitFor(() => expect(server.changes()).toEqual(['changeIngredient']));
    expect(page()).not.toContain('Ver pratos');
  });

  test('is not shown when the price was not saved', async () => {
    const server = bakery();
    server.failNext('changeIngredient', problem(422, 'invalid', 'Não.'));
    await typePrice('Queijo', '50{Enter}', server);
    await waitFor(() => expect(page()).toContain('Não foi salvo: Não.'));
    expect(page()).not.toContain('Ver pratos');
  });
});

describe('the effects below the editor of a cost', () => {
  test('name break-even and profit before and after', async () => {
    const { user } = await show(<FixedCostsTab />, pizzeriaServer());
    await user.click(button(/^Editar Aluguel/));
    const form = within(screen.getByRole('form', { name: 'Editar Aluguel' }));
    await user.clear(form.getByRole('textbox', { name: 'Valor por mês' }));
    expect(announcement(form)).toBe('');
    await user.type(form.getByRole('textbox', { name: 'Valor por mês' }), '4500');
    expect(announcement(form)).toMatch(
      /^Com isso o ponto de equilíbrio vai de R\$ 35\.986,38 para R\$ 38\.389,86 e o lucro estimado vai de 8,2% para 6,0%\./,
    );
  });

  test('are shown for a new cost before it has a name', async () => {
    const { user } = await show(<VariableCostsTab />, pizzeriaServer());
    await user.type(screen.getByRole('textbox', { name: 'Percentual' }), '30');
    expect(page()).toContain('Com isso o ponto de equilíbrio vai de');
    expect(page()).toMatch(/Atenção: \d pratos? passam? a dar prejuízo/);
    expect(page()).not.toContain('being typed');
  });

  test('say in words when the margin no longer covers the costs', async () => {
    const { user } = await show(<VariableCostsTab />, pizzeriaServer());
    await user.type(screen.getByRole('textbox', { name: 'Percentual' }), '90');
    expect(page()).toContain('deixa de haver ponto de equilíbrio');
  });

  test('are empty without revenue and dishes', async () => {
    const { user } = await show(<FixedCostsTab />, createFakeServer());
    await user.type(screen.getByRole('textbox', { name: 'Valor por mês' }), '4500');
    expect(page()).not.toContain('Com isso');
  });
});

describe('the list of dishes at risk', () => {
  const dishes = () => within(screen.getByRole('list', { name: 'Pratos' })).getAllByRole('heading', { level: 2 });

  test('shows only those dishes, and a link back to all', async () => {
    const { user, history } = await show(<RecipesTab />, pizzeriaServer(), '/dashboard?tab=recipes&only=at-risk');
    expect(dishes().length).toBeLessThan(7);
    expect(page()).toMatch(/\d pratos? com margem abaixo de 30% ou prejuízo\./);
    await user.click(screen.getByRole('link', { name: 'Ver todos os pratos' }));
    expect(history?.at(-1)).toBe('/dashboard?tab=recipes');
    await waitFor(() => expect(dishes()).toHaveLength(pizzeriaServer().state().dishes.size));
  });

  test.each([
    [1, 'Ver só este'],
    [2, 'Ver só estes'],
  ])('words its link for %i dishes as “%s”', async (number, offer) => {
    const menu = Array.from({ length: number }, (_, n) => dishWithCheese(`Pizza ${n}`, 10, 1)).flat();
    const cheese = { type: 'AddIngredient', id: idOf('Queijo'), name: 'Queijo', unit: 'kg', unitPrice: R(40) } as const;
    await show(<RecipesTab />, createFakeServer([cheese, ...menu]), '/dashboard?tab=recipes');
    expect(screen.getByRole('link', { name: offer })).toBeTruthy();
  });

  test('says when it is empty', async () => {
    await show(
      <RecipesTab />,
      createFakeServer([{ type: 'AddDish', id: idOf('Pão'), name: 'Pão', salePrice: 0 }]),
      '/dashboard?tab=recipes&only=at-risk',
    );
    expect(page()).toContain('Nenhum prato com margem abaixo de 30% ou prejuízo.');
  });
});
