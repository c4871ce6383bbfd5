import { notifications } from '@mantine/notifications';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import type { BusinessCommand } from '#domain/business/commands.ts';
import { QUOTAS } from '#domain/limits.ts';
import { createCosting } from '#domain/figures/costing.ts';
import { createHttpClient } from '#web/api/http.ts';
import { IngredientsTab } from '#web/features/preparations/ingredients-tab.tsx';
import { priceWithUnit } from '#web/features/fields/price-text.ts';
import { PREPARATIONS } from '#web/features/navigation/addresses.ts';
import { recipeYieldField } from '#web/features/fields/recipe-yield.ts';
import { missingCostOf, unitCostText } from '#web/features/fields/cost-text.ts';
import { BusinessStore } from '#web/stores/business-store.ts';
import { StoresProvider } from '#web/stores/root-store.tsx';
import { KitProvider } from '#web/ui/kit-provider.tsx';
import { findByName, flushPromises } from './support/business-under-test.ts';
import { createFakeServer, type FakeServer, idOf } from './support/fake-server.ts';
import { page, showTab } from './support/screen-under-test.tsx';
import { sessionUnderTest } from './support/session-under-test.ts';

afterEach(() => {
  cleanup();
  notifications.clean();
});

const ingredient = (name: string, unit: string, unitPrice: number): BusinessCommand => ({
  type: 'AddIngredient',
  id: idOf(name),
  name,
  unit,
  unitPrice,
});
const preparation = (name: string, yieldQuantity: number, yieldUnit: string): BusinessCommand => ({
  type: 'AddPreparation',
  id: idOf(name),
  name,
  yieldQuantity,
  yieldUnit,
});
const line = (of: string, what: string, quantity: number, unit?: string): BusinessCommand => ({
  type: 'AddPreparationIngredient',
  preparationId: idOf(of),
  ingredientId: idOf(what),
  quantity,
  unit,
});

/** Flour costs R$ 4,50 a kilo; 2 kg of dough have 1,2 kg of it and are used in a pizza; nothing uses the sauce. */
const sampleServer = (): FakeServer =>
  createFakeServer([
    ingredient('Farinha', 'kg', 45_000),
    ingredient('Fermento', 'g', 600),
    ingredient('Tomate', 'kg', 0),
    preparation('Massa', 20_000, 'kg'),
    line('Massa', 'Farinha', 12_000),
    preparation('Molho', 8_000, 'l'),
    { type: 'AddDish', id: idOf('Pizza'), name: 'Pizza', salePrice: 400_000 },
    { type: 'AddDishIngredient', dishId: idOf('Pizza'), ingredientId: idOf('Massa'), quantity: 3_500 },
  ]);

async function show(server: FakeServer, address = PREPARATIONS) {
  const location = memoryLocation({ path: address, record: true });
  const shown = await showTab(
    <Router hook={location.hook}>
      <IngredientsTab />
    </Router>,
    server,
  );
  return { ...shown, server, location };
}

const toggle = (name: string): HTMLElement => screen.getByRole('button', { name: new RegExp(`^${name} ?rende`) });
const cardOf = (name: string): HTMLElement => {
  const card = toggle(name).closest('li');
  if (!card) throw new Error(`no card: ${name}`);
  return card;
};
const textOf = (name: string): string => (cardOf(name).textContent ?? '').replaceAll('\u00A0', ' ');

async function open(name: string, server = sampleServer()) {
  const shown = await show(server);
  await shown.user.click(toggle(name));
  return { ...shown, card: within(cardOf(name)) };
}

describe('the tab of ingredients and preparations', () => {
  test('the address chooses between ingredients and preparations, and each shows its number', async () => {
    const { user, location } = await show(sampleServer(), '/dashboard?tab=ingredients');
    const sides = within(screen.getByRole('group', { name: 'O que mostrar' }));
    expect(sides.getByRole('button', { name: 'Comprados · 3' }).getAttribute('aria-pressed')).toBe('true');
    expect(screen.getByRole('list', { name: 'Insumos' })).toBeTruthy();
    await user.click(sides.getByRole('button', { name: 'Preparos · 2' }));
    expect(location.history.at(-1)).toBe('/dashboard?tab=ingredients&mostrar=preparos');
    expect(screen.getByRole('list', { name: 'Preparos' })).toBeTruthy();
    expect(page()).toContain('2 preparos');
    await user.click(screen.getByRole('button', { name: 'Comprados · 3' }));
    expect(location.history.at(-1)).toBe('/dashboard?tab=ingredients');
    expect(page()).toContain('3 insumos');
  });

  test('an ingredient shows how many preparations use it', async () => {
    await show(sampleServer(), '/dashboard?tab=ingredients');
    expect(screen.getByRole('button', { name: /^Editar Farinha/ }).textContent).toContain('em 1 preparo');
  });

  test('an empty list of preparations shows advice', async () => {
    await show(createFakeServer());
    expect(page()).toContain('Nenhum preparo cadastrado ainda.');
    expect(page()).toContain('Massa, molho, recheio: o que você faz antes e usa em vários pratos.');
  });
});

describe('the list of preparations', () => {
  test('each card says its yield, its cost and its uses, and never shows a missing cost as zero', async () => {
    await show(sampleServer());
    expect(textOf('Massa')).toBe('Massarende 2 kg · em 1 pratoR$ 2,70 / kgreceita R$ 5,40');
    expect(textOf('Molho')).toBe('Molhorende 0,8 lfalta a receita');
    expect(screen.getAllByRole('heading', { level: 2 }).map((each) => each.textContent?.slice(0, 5))).toEqual([
      'Novo ',
      'Molho',
      'Massa',
    ]);
  });

  test('a long list can be searched', async () => {
    const server = sampleServer();
    for (let i = 1; i <= 8; i += 1) server.changeRemotely(preparation(`Calda ${i}`, 10_000, 'l'));
    const { user } = await show(server);
    await user.type(screen.getByRole('textbox', { name: 'Procurar preparo' }), 'mas');
    expect(within(screen.getByRole('list', { name: 'Preparos' })).getAllByRole('heading')).toHaveLength(1);
    await user.type(screen.getByRole('textbox', { name: 'Procurar preparo' }), 'xx');
    expect(page()).toContain('Nenhum preparo com “masxx” no nome.');
  });
});

describe('the form for a new preparation', () => {
  test('a new preparation opens its card and takes lines while the server still answers', async () => {
    const server = sampleServer();
    const { user, business } = await show(server);
    await user.type(screen.getByRole('textbox', { name: 'Nome' }), 'Esfiha');
    await user.type(screen.getByRole('textbox', { name: 'Rende' }), '40 un{Enter}');
    expect(toggle('Esfiha').getAttribute('aria-expanded')).toBe('true');
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Nome' }));
    const esfiha = toggle('Esfiha');
    const card = within(cardOf('Esfiha'));
    await waitFor(() => expect(business.hasUnsavedChanges).toBe(false));
    await flushPromises();
    expect(esfiha.isConnected).toBe(true);
    const [id] = [...server.state().preparations.keys()].slice(-1);
    expect(server.requests('addPreparation')[0]?.body).toEqual({
      id,
      name: 'Esfiha',
      yield_quantity: 40,
      yield_unit: 'un',
    });
    await user.click(card.getByRole('combobox', { name: 'Insumo' }));
    await user.keyboard('fari{Enter}');
    const quantity = card.getByRole('textbox', { name: 'Quantidade (kg)' });
    await waitFor(() => expect(document.activeElement).toBe(quantity));
    await user.keyboard('500 g{Enter}');
    const savedPreparation = () => findByName(server.state().preparations.values(), 'Esfiha');
    await waitFor(() => expect(savedPreparation().lines).toHaveLength(1));
    expect(server.requests('addPreparationIngredient')[0]).toMatchObject({
      path: `/api/preparations/${savedPreparation().id}/lines`,
      body: { ingredient_id: idOf('Farinha'), quantity: 500, unit: 'g' },
    });
    // The cost is 2,25 ÷ 40, for which two decimals are too few.
    expect(textOf('Esfiha')).toContain('R$ 0,0563 / unreceita R$ 2,25');
  });

  test.each([
    ['40', 'Diga também a unidade, como 2 kg ou 40 un.'],
    ['0 kg', 'O valor precisa ser maior que zero.'],
    ['bastante', 'Isto não é uma quantidade. Escreva como 2 kg ou 40 un.'],
  ])(
    'a preparation that yields “%s” is refused at the field with “%s”, and the typed text stays',
    async (text, sentence) => {
      const server = sampleServer();
      const { user } = await show(server);
      await user.type(screen.getByRole('textbox', { name: 'Nome' }), 'Recheio');
      const yields = screen.getByRole<HTMLInputElement>('textbox', { name: 'Rende' });
      await user.type(yields, `${text}{Enter}`);
      expect(yields.getAttribute('aria-invalid')).toBe('true');
      const described = yields.getAttribute('aria-describedby') ?? '';
      expect(document.getElementById(described.split(' ').at(-1) ?? '')?.textContent).toBe(sentence);
      expect(document.activeElement).toBe(yields);
      expect(yields.value).toBe(text);
      expect(server.changes()).toEqual([]);
    },
  );

  test('a yield with an ambiguous dot is asked about', async () => {
    const server = sampleServer();
    const { user } = await show(server);
    await user.type(screen.getByRole('textbox', { name: 'Nome' }), 'Caldo');
    const yields = screen.getByRole<HTMLInputElement>('textbox', { name: 'Rende' });
    await user.type(yields, '3.500 g{Enter}');
    expect(server.changes()).toEqual([]);
    await user.click(screen.getByRole('button', { name: '3.500' }));
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Rende' }).value).toBe('3500 g');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(server.requests('addPreparation')[0]?.body).toMatchObject({ yield_quantity: 3500 }));
  });

  test('a name that exists already shows a hint', async () => {
    const { user } = await show(sampleServer());
    await user.type(screen.getByRole('textbox', { name: 'Nome' }), 'massa');
    expect(page()).toContain('“Massa” já existe, rende 2 kg.');
  });
});

describe('the card of a preparation', () => {
  test('the sheet shows the recipe with its cost and yield', async () => {
    const { card } = await open('Massa');
    expect(card.getByRole('list', { name: 'Receita de Massa' })).toBeTruthy();
    expect(textOf('Massa')).toContain('A receita custaR$ 5,40Rende2 kgCustoR$ 2,70 / kg');
    expect(card.getByRole('link', { name: 'Histórico do custo de Massa' }).getAttribute('href')).toContain(
      encodeURIComponent(`preparation:${idOf('Massa')}`),
    );
  });

  test('components that would close a cycle are not offered', async () => {
    const server = sampleServer();
    server.changeRemotely(line('Molho', 'Massa', 1_000));
    const { card, user } = await open('Massa', server);
    await user.click(card.getByRole('combobox', { name: 'Insumo' }));
    await user.keyboard('m');
    expect(screen.getAllByRole('option', { hidden: true }).map((each) => each.textContent)).toEqual([
      'Fermento (g)',
      'Tomate (kg)',
      'Criar insumo “m”',
    ]);
  });

  test('the sheet says which price is missing, however deep', async () => {
    const server = sampleServer();
    server.changeRemotely(line('Molho', 'Tomate', 10_000));
    server.changeRemotely(line('Massa', 'Molho', 1_000));
    await open('Massa', server);
    expect(textOf('Massa')).toContain('Falta preço em 1 insumo: o custo real é maior do que o mostrado.');
  });

  test('a line that would close a cycle because of another device’s change is refused in its form', async () => {
    const server = sampleServer();
    const { card, user, business } = await open('Massa', server);
    await user.click(card.getByRole('combobox', { name: 'Insumo' }));
    await user.keyboard('molho{Enter}');
    server.changeRemotely(line('Molho', 'Massa', 1_000));
    await user.type(card.getByRole('textbox', { name: 'Quantidade (l)' }), '1{Enter}');
    await waitFor(() => expect(business.hasUnsavedChanges).toBe(false));
    expect(await card.findByRole('alert')).toBeTruthy();
    expect(textOf('Massa')).toContain('uma receita não pode levar a si mesma.');
  });

  test('yield, method and measures are edited on the sheet', async () => {
    const { card, user, server } = await open('Massa');
    await user.click(card.getByRole('button', { name: 'Editar preparo' }));
    const form = within(card.getByRole('form', { name: 'Editar Massa' }));
    const yields = form.getByRole<HTMLInputElement>('textbox', { name: 'Rende' });
    expect(document.activeElement).toBe(yields);
    expect(yields.value).toBe('2 kg');
    await user.clear(yields);
    await user.type(yields, '1800 g');
    await user.type(form.getByRole('textbox', { name: 'Quanto é uma na outra' }), '1 un = 350 g');
    await user.type(form.getByRole('textbox', { name: 'Modo de preparo' }), 'Sove.{Enter}Descanse 1 h.');
    expect(server.changes()).toEqual([]);
    await user.click(form.getByRole('button', { name: 'Salvar' }));
    await waitFor(() =>
      expect(server.requests('changePreparation')[0]?.body).toEqual({
        yield_quantity: 1800,
        yield_unit: 'g',
        conversions: [{ unit: 'un', quantity: 350, equals_unit: 'g' }],
        method: 'Sove.\nDescanse 1 h.',
      }),
    );
    expect(textOf('Massa')).toContain('rende 1.800 g · em 1 pratoR$ 3,00 / kg');
    expect(textOf('Massa')).toContain('Medidas: 1 un = 350 g');
    expect(card.getByText(/^Sove/).textContent).toBe('Sove.\nDescanse 1 h.');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Editar preparo'));
  });

  test('the dishes that a typed quantity would change are shown before it is saved', async () => {
    const { card, user, server } = await open('Massa');
    await user.click(card.getByRole('button', { name: /^Editar Farinha/ }));
    const amount = card.getByRole('textbox', { name: /^Quantidade de Farinha/ });
    await user.clear(amount);
    expect(card.queryByRole('list', { name: 'Pratos afetados' })).toBeNull();
    // With twice the flour in the dough the pizza's 350 g of it cost twice as much.
    await user.type(amount, '2400 g');
    expect(card.getByRole('list', { name: 'Pratos afetados' }).textContent).toContain('Pizza');
    await user.clear(amount);
    await user.type(amount, '1,2');
    expect(card.queryByRole('list', { name: 'Pratos afetados' })).toBeNull();
    expect(server.changes()).toEqual([]);
  });

  test('a corrected unit leaves the typed number as it is', async () => {
    const { card, user, server } = await open('Molho');
    await user.click(card.getByRole('button', { name: 'Editar preparo' }));
    const yields = card.getByRole('textbox', { name: 'Rende' });
    await user.clear(yields);
    await user.type(yields, '0,8 kg{Enter}');
    await waitFor(() =>
      expect(server.requests('changePreparation')[0]?.body).toEqual({ yield_quantity: 0.8, yield_unit: 'kg' }),
    );
    await waitFor(() =>
      expect(findByName(server.state().preparations.values(), 'Molho')).toMatchObject({
        yieldQuantity: 8_000,
        yieldUnit: 'kg',
      }),
    );
    expect(textOf('Molho')).toContain('rende 0,8 kg');
  });

  test('a unit that dishes cannot be converted to is refused with the question', async () => {
    const { card, user, server } = await open('Massa');
    await user.click(card.getByRole('button', { name: 'Editar preparo' }));
    const yields = card.getByRole<HTMLInputElement>('textbox', { name: 'Rende' });
    await user.clear(yields);
    await user.type(yields, '8 un{Enter}');
    expect(card.getByRole('alert').textContent).toBe('Pizza usa Massa. Quanto pesa 1 un de Massa?');
    expect(yields.value).toBe('8 un');
    expect(server.changes()).toEqual([]);
  });

  test('a measure that is already known is refused', async () => {
    const { card, user, server } = await open('Massa');
    await user.click(card.getByRole('button', { name: 'Editar preparo' }));
    await user.type(card.getByRole('textbox', { name: 'Quanto é uma na outra' }), '1 kg = 900 g{Enter}');
    expect(card.getByRole('alert').textContent).toBe('1 kg já são 1.000 g.');
    expect(server.changes()).toEqual([]);
  });
});

describe('the copy of a preparation', () => {
  test('has the recipe and the yield times the factor, and its card is open', async () => {
    const { card, user, server } = await open('Massa');
    await user.click(card.getByRole('button', { name: 'Duplicar em outro tamanho' }));
    const factor = card.getByRole('textbox', { name: 'Quantidades vezes' });
    await user.clear(factor);
    await user.type(factor, '1,5{Enter}');
    expect(textOf('Massa \\(cópia\\)')).toContain('rende 3 kgR$ 2,70 / kgreceita R$ 8,10');
    expect(toggle('Massa \\(cópia\\)').getAttribute('aria-expanded')).toBe('true');
    await waitFor(() =>
      expect(findByName(server.state().preparations.values(), 'Massa (cópia)')).toMatchObject({
        yieldQuantity: 30_000,
        lines: [{ ingredientId: idOf('Farinha'), quantity: 18_000 }],
      }),
    );
  });
});

test('a refused copy of a preparation shows the reason beside its button', async () => {
  const server = sampleServer();
  for (let i = server.state().preparations.size; i < QUOTAS.preparations; i += 1)
    server.changeRemotely(preparation(`Calda ${i}`, 10_000, 'l'));
  const { card, user } = await open('Calda 499', server);
  await user.click(card.getByRole('button', { name: 'Duplicar' }));
  expect(card.getByRole('alert').textContent).toMatch(/500/);
  expect(server.changes()).toEqual([]);
  await user.click(card.getByRole('button', { name: 'Duplicar em outro tamanho' }));
  expect(card.queryByRole('alert')).toBeNull();
});

describe('the removal of a preparation', () => {
  test('can be undone, which restores the preparation with everything it had', async () => {
    const server = sampleServer();
    server.changeRemotely(line('Molho', 'Farinha', 500, 'kg'));
    const { card, user, business } = await open('Molho', server);
    const { version: _, ...before } = business.state.preparations.get(idOf('Molho')) ?? { version: 0 };
    await user.click(card.getByRole('button', { name: 'Excluir preparo' }));
    expect(business.state.preparations.has(idOf('Molho'))).toBe(false);
    await user.click(await screen.findByRole('button', { name: 'Desfazer' }));
    await waitFor(() => expect(business.state.preparations.get(idOf('Molho'))).toMatchObject(before));
    expect(server.changes()).toEqual(['removePreparation', 'undoChange']);
  });

  test('is refused while the preparation is in use, and the reason is shown beside the button', async () => {
    const { card, user, server, business } = await open('Massa');
    await user.click(card.getByRole('button', { name: 'Excluir preparo' }));
    expect(card.getByRole('alert').textContent).toBe('Não dá para apagar Massa: Pizza usa.');
    expect(business.state.preparations.has(idOf('Massa'))).toBe(true);
    expect(server.changes()).toEqual([]);
  });
});

test('a preparation of the past cannot be changed', async () => {
  const api = createHttpClient({ fetch: sampleServer().fetch });
  const business = new BusinessStore({ api, asOf: '2026-03-02', onSignedOut: () => undefined });
  await business.reader.open();
  render(
    <Router hook={memoryLocation({ path: `${PREPARATIONS}&as_of=2026-03-02` }).hook}>
      <StoresProvider stores={{ session: sessionUnderTest().session, business, api }}>
        <KitProvider>
          <IngredientsTab />
        </KitProvider>
      </StoresProvider>
    </Router>,
  );
  await userEvent.click(toggle('Massa'));
  expect(textOf('Massa')).toContain('A receita custaR$ 5,40');
  expect(document.querySelectorAll('form, input, textarea')).toHaveLength(0);
  expect(
    within(cardOf('Massa'))
      .getAllByRole('button')
      .map((each) => each.getAttribute('aria-expanded')),
  ).toEqual(['true']);
});

test('a preparation can be made and changed by keyboard alone', async () => {
  const server = sampleServer();
  const { user } = await show(server);
  screen.getByRole('textbox', { name: 'Nome' }).focus();
  await user.keyboard('Recheio{Tab}1 kg{Enter}');
  await waitFor(() => expect(server.state().preparations.size).toBe(3));
  while (document.activeElement !== toggle('Recheio')) await user.tab();
  await user.keyboard('{Enter}');
  expect(toggle('Recheio').getAttribute('aria-expanded')).toBe('false');
  await user.keyboard('{Enter}');
  const labels: string[] = [];
  while (document.activeElement !== toggle('Molho') && labels.length < 40) {
    await user.tab();
    const { activeElement } = document;
    const label = activeElement?.id && document.querySelector(`label[for="${activeElement.id}"]`);
    const text = (label ? label.textContent : activeElement?.textContent) ?? '';
    labels.push(text.replaceAll('\u00A0', ' '));
  }
  expect(labels.slice(0, -1)).toEqual([
    'Insumo',
    'Quantidade',
    'Adicionar',
    'Colar receita',
    'Editar preparo',
    'Histórico do custo de Recheio',
    'Duplicar',
    'Duplicar em outro tamanho',
    'Imprimir ficha',
    'Excluir preparo',
  ]);
});

describe('the text of a preparation’s cost', () => {
  const costText = (name: string, yieldQuantity: number, yieldUnit: string) => {
    const server = createFakeServer([
      ingredient('Açúcar', 'kg', 50_000),
      preparation(name, yieldQuantity, yieldUnit),
      line(name, 'Açúcar', 10_000),
    ]);
    const costing = createCosting(server.state());
    const costed = costing.preparation(idOf(name));
    if (!costed) throw new Error('not there');
    return { text: unitCostText(costed.preparation, costing).replaceAll('\u00A0', ' '), lack: missingCostOf(costed) };
  };

  test.each([
    [7_000_000, 'g', 'R$ 7,14 / kg'],
    [7_000, 'Quilo', 'R$ 7,14 / Quilo'],
    [15_000_000, 'ml', 'R$ 3,33 / l'],
    [50_000, 'dz', 'R$ 0,0833 / un'],
    [900_000, 'min', 'R$ 3,33 / h'],
    [30_000, 'bandeja', 'R$ 1,67 / bandeja'],
  ])('divides a batch of %i %s into %s', (quantity, unit, text) => {
    expect(costText('Calda', quantity, unit)).toEqual({ text, lack: undefined });
  });
});

test('the field of a yield accepts a quantity with its unit as people write it', () => {
  const read = (text: string) => {
    const reading = recipeYieldField.read(text);
    return reading.ok ? reading.value : reading.sentence;
  };
  expect(read('1,5 l')).toEqual({ quantity: 15_000, unit: 'l' });
  expect(read('2 ½ kg')).toEqual({ quantity: 25_000, unit: 'kg' });
  expect(read('3 bandejas')).toEqual({ quantity: 30_000, unit: 'bandejas' });
  expect(read('99999999 kg')).toBe('O maior valor aceito é 9.999.999,9999.');
  expect(recipeYieldField.toInputText({ quantity: 18_000_000, unit: 'g' })).toBe('1800 g');
});

test('a price of zero is written R$ 0,00, and one under ten cents with four decimals', () => {
  const plain = (price: number) => priceWithUnit(price, 'kg').replaceAll('\u00A0', ' ');
  expect([0, 25, 999, 1_000].map(plain)).toEqual(['R$ 0,00 / kg', 'R$ 0,0025 / kg', 'R$ 0,0999 / kg', 'R$ 0,10 / kg']);
});
