import { notifications } from '@mantine/notifications';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { BusinessCommand } from '#domain/business/commands.ts';
import { createShoppingStorage, ShoppingDraft } from '#web/features/shopping/shopping-draft.ts';
import { ShoppingPage } from '#web/features/shopping/shopping-page.tsx';
import { supplierGroups } from '#web/features/shopping/shopping-texts.ts';
import { createLocalMarkers } from '#web/stores/local-markers.ts';
import { openBusiness } from './support/business-under-test.ts';
import { createFakeServer, idOf } from './support/fake-server.ts';
import { page, showTab } from './support/screen-under-test.tsx';

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  notifications.clean();
});

const keptShopping = (account = 'ana') => createShoppingStorage(() => localStorage, account);

/** Milk is bought by the box and salt by the kilo; dough has flour, salt and work; pudding and pizza have no loss. */
const MENU: readonly BusinessCommand[] = [
  {
    type: 'AddIngredient',
    id: idOf('Leite'),
    name: 'Leite condensado',
    unit: 'g',
    pack: { price: 899_000, quantity: 47_400_000, unit: 'g', label: 'caixa 12 × 395 g' },
  },
  { type: 'AddIngredient', id: idOf('Sal'), name: 'Sal', unit: 'kg', unitPrice: 40_000 },
  { type: 'AddIngredient', id: idOf('Farinha'), name: 'Farinha', unit: 'kg', unitPrice: 0 },
  { type: 'AddIngredient', id: idOf('Mão de obra'), name: 'Mão de obra', unit: 'h', unitPrice: 200_000 },
  { type: 'AddPreparation', id: idOf('Massa'), name: 'Massa', yieldQuantity: 20_000, yieldUnit: 'kg' },
  { type: 'AddPreparationIngredient', preparationId: idOf('Massa'), ingredientId: idOf('Farinha'), quantity: 15_000 },
  {
    type: 'AddPreparationIngredient',
    preparationId: idOf('Massa'),
    ingredientId: idOf('Sal'),
    quantity: 5_000_000,
    unit: 'g',
  },
  { type: 'AddDish', id: idOf('Pudim'), name: 'Pudim', salePrice: 120_000, loss: 0 },
  { type: 'AddDishIngredient', dishId: idOf('Pudim'), ingredientId: idOf('Leite'), quantity: 3_950_000 },
  { type: 'AddDishIngredient', dishId: idOf('Pudim'), ingredientId: idOf('Mão de obra'), quantity: 2_500 },
  { type: 'AddDish', id: idOf('Pizza'), name: 'Pizza', salePrice: 500_000, loss: 0 },
  { type: 'AddDishIngredient', dishId: idOf('Pizza'), ingredientId: idOf('Massa'), quantity: 3_500 },
];

const CHANNEL_SALES: readonly BusinessCommand[] = [
  { type: 'AddChannel', id: idOf('Balcão'), name: 'Balcão' },
  { type: 'AddChannel', id: idOf('App'), name: 'App' },
  ...(['Balcão', 'App'] as const).map((channel, i): BusinessCommand => ({
    type: 'RecordSales',
    month: '2026-01',
    channelId: idOf(channel),
    newChannelId: idOf('novo'),
    rows: [{ dishId: idOf('Pudim'), quantity: 90 - i * 60, revenue: null }],
  })),
];

const show = (commands: readonly BusinessCommand[] = MENU, supplierOf?: (id: string) => string | null) =>
  showTab(<ShoppingPage {...(supplierOf && { supplierOf })} />, createFakeServer(commands));
const field = (name: string) => screen.getByRole('textbox', { name });
const ticks = () => screen.getAllByRole('checkbox').map((each) => each.getAttribute('aria-label'));

describe('the shopping list', () => {
  test('is empty until a quantity is typed', async () => {
    await show();
    expect(page()).toContain('a lista se faz sozinha');
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(page()).not.toContain('R$');
  });

  test('lists whole packs of what is needed less the stock, and whole batches of preparations', async () => {
    const { user } = await show();
    await user.type(field('Quantos: Pudim'), '20');
    await user.type(field('Quantos: Pizza'), '10');
    // 20 × 395 g are 7,9 kg, two boxes of 4,74 kg; 10 × 350 g of dough are 1,75 batches: 2,625 kg of flour, 875 g of
    // salt.
    expect(ticks()).toEqual([
      'Farinha: 2,63 kg',
      'Leite condensado: 2 × caixa 12 × 395 g',
      'Sal: 875 g',
      'Massa: 3,5 kg',
      'Mão de obra: 5 h',
    ]);
    expect(page()).toContain('1,75 receita de 2 kg');
    expect(page()).toContain('Deve custarR$ 183,30falta preço em 1 insumo');
    await user.type(field('Em casa: Leite condensado, em g'), '3160');
    expect(ticks()).toContain('Leite condensado: 1 × caixa 12 × 395 g');
    expect(page()).toContain('precisa de 7.900 g, tem 3.160 g');
    await user.type(field('Em casa: Sal, em kg'), '1');
    expect(page()).toContain('Já tem em casa: Sal.');
    expect(page()).toContain('Deve custarR$ 89,90');
    expect(ticks()).not.toContain('Sal: 875 g');
  });

  test('keeps a tick while the ticked packs still cover the need', async () => {
    const { user } = await show();
    const isTicked = () => screen.getByRole<HTMLInputElement>('checkbox', { name: /Leite condensado/ }).checked;
    const plan = async (portions: string) => {
      await user.clear(field('Quantos: Pudim'));
      await user.type(field('Quantos: Pudim'), portions);
    };
    await plan('20');
    await user.click(screen.getByRole('checkbox', { name: /Leite condensado/ }));
    // Two boxes of 12 tins are enough for 24 puddings.
    await plan('24');
    expect(isTicked()).toBe(true);
    await plan('25');
    expect(isTicked()).toBe(false);
  });

  test('accepts no decimals as a number of portions, and drops no separator', async () => {
    const { user } = await show();
    for (const text of ['25,5', '2.5', '1.200']) {
      await user.clear(field('Quantos: Pudim'));
      await user.type(field('Quantos: Pudim'), text);
      expect(field('Quantos: Pudim')).toHaveProperty('value', text);
      expect(page()).toContain('Digite um número inteiro.');
      expect(screen.queryByRole('checkbox')).toBeNull();
    }
  });

  test('asks about an ambiguous number and counts no stock until it is answered', async () => {
    const { user } = await show();
    await user.type(field('Quantos: Pizza'), '100');
    await user.type(field('Em casa: Farinha, em kg'), '3.500');
    expect(ticks()[0]).toBe('Farinha: 26,3 kg');
    await user.click(screen.getByRole('button', { name: /3,5/ }));
    expect(ticks()[0]).toBe('Farinha: 22,8 kg');
  });

  test('names dishes and preparations without a recipe', async () => {
    const { user } = await show([...MENU, { type: 'AddDish', id: idOf('Suco'), name: 'Suco', salePrice: 50_000 }]);
    await user.type(field('Quantos: Suco'), '5');
    expect(page()).toContain('Falta a ficha de Suco: o que vai ali não está na lista.');
  });

  test('is grouped by supplier with a total for each, and has lines without a supplier last', async () => {
    const supplierOf = (id: string) => (id === idOf('Leite') ? 'Zé Atacado' : id === idOf('Farinha') ? 'Moinho' : null);
    const { user } = await show(MENU, supplierOf);
    await user.type(field('Quantos: Pudim'), '20');
    await user.type(field('Quantos: Pizza'), '10');
    const headings = screen.getAllByRole('heading', { level: 3 }).map((each) => each.textContent);
    expect(headings.map((text) => text?.replaceAll('\u00A0', ' '))).toEqual([
      'Moinhofalta preço',
      'Zé AtacadoR$ 179,80',
      'Sem fornecedorR$ 3,50',
    ]);
  });

  test('is copied and sent as a text that names the ticked lines', async () => {
    const { user } = await show();
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue(undefined);
    await user.type(field('Quantos: Pudim'), '20');
    await user.click(screen.getByRole('checkbox', { name: /Leite condensado/ }));
    await user.click(screen.getByRole('button', { name: 'Copiar lista' }));
    const text =
      '*Lista de compras*\nPara 20 Pudim\n\n*Comprar*\n✓ Leite condensado: 2 × caixa 12 × 395 g (precisa de 7.900 g), R$ 179,80\n\n*Deve custar R$ 179,80*\n\n*Fazer*\n• Mão de obra: 5 h';
    expect(writeText).toHaveBeenCalledExactlyOnceWith(text);
    const link = screen.getByRole('link', { name: /WhatsApp/ }).getAttribute('href') ?? '';
    expect(new URL(link).searchParams.get('text')).toBe(text);
  });

  test('starts again with one tap, which can be undone', async () => {
    const { user } = await show();
    await user.type(field('Quantos: Pudim'), '20');
    await user.click(screen.getByRole('checkbox', { name: /Leite condensado/ }));
    await user.click(screen.getByRole('button', { name: 'Começar outra lista' }));
    expect(screen.queryByRole('checkbox')).toBeNull();
    await user.click(await screen.findByRole('button', { name: 'Desfazer' }));
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /Leite condensado/ }).checked).toBe(true);
  });

  test('moves the focus to the next field when Enter is pressed', async () => {
    const { user } = await show();
    await user.type(field('Quantos: Pizza'), '3{Enter}4');
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Quantos: Pudim' }).value).toBe('4');
  });
});

describe('the button for a week of sales', () => {
  test('fills in the quantities of each channel and can be undone', async () => {
    const { user } = await show([...MENU, ...CHANNEL_SALES]);
    await user.type(field('Quantos: Pizza'), '9');
    await user.click(await screen.findByRole('button', { name: 'Usar uma semana de vendas' }));
    const list = within(screen.getByRole('list', { name: 'Pratos' }));
    // Sales of 90 and 30 in one month are 21 and 7 a week.
    expect(list.getAllByRole<HTMLInputElement>('textbox').map(({ value }) => value)).toEqual(['', '21', '7']);
    expect(page()).toContain('Para 21 Pudim, 7 Pudim (App).');
    await user.click(await screen.findByRole('button', { name: 'Desfazer' }));
    expect(page()).toContain('Para 9 Pizza.');
  });

  test('is not offered to a business without sales', async () => {
    await show();
    expect(screen.queryByRole('button', { name: 'Usar uma semana de vendas' })).toBeNull();
    await waitFor(() => expect(page()).toContain('uma semana de vendas preenche a lista'));
  });
});

describe('the stored shopping list', () => {
  const open = async (account?: string) =>
    new ShoppingDraft((await openBusiness(createFakeServer(MENU))).business, keptShopping(account));

  test('is loaded again with the next page, for the same account only', async () => {
    const draft = await open();
    draft.typeQuantity(idOf('Pudim'), '20');
    draft.typeAtHome(idOf('Leite'), '395');
    draft.tick(idOf('Leite'), 75_050_000);
    draft.showStep('list');
    const again = await open();
    expect([again.step, again.plannedDishes.length, again.items[0]?.missing]).toEqual(['list', 1, 75_050_000]);
    expect(again.isTicked(idOf('Leite'), 75_050_000)).toBe(true);
    expect((await open('bia')).plannedDishes).toEqual([]);
  });

  test('is deleted with all personal data on signing out', async () => {
    (await open()).typeQuantity(idOf('Pudim'), '20');
    createLocalMarkers(() => ({ local: localStorage, session: sessionStorage })).clearPersonal();
    expect((await open()).plannedDishes).toEqual([]);
  });

  test('is empty when the storage holds another shape', async () => {
    for (const text of ['{', '{"shape":1,"value":{"step":"x"}}', '{"shape":0,"value":null}']) {
      localStorage.setItem('prumo.user.shopping.ana', text);
      expect((await open()).plannedDishes).toEqual([]);
    }
  });

  test('keeps a tick until a larger quantity is needed', async () => {
    const draft = await open();
    draft.tick(idOf('Leite'), 100);
    expect([99, 100, 101].map((amount) => draft.isTicked(idOf('Leite'), amount))).toEqual([true, true, false]);
    draft.tick(idOf('Leite'), 101);
    expect(draft.isTicked(idOf('Leite'), 101)).toBe(true);
    draft.tick(idOf('Leite'), 101);
    expect(draft.isTicked(idOf('Leite'), 1)).toBe(false);
  });

  test('lasts as long as the page when the storage is blocked', async () => {
    const blocked = createShoppingStorage(() => {
      throw new Error('blocked');
    }, 'ana');
    const draft = new ShoppingDraft((await openBusiness(createFakeServer(MENU))).business, blocked);
    draft.typeQuantity(idOf('Pudim'), '2');
    expect(supplierGroups(draft.items, () => null)[0]?.lines.map(({ name }) => name)).toEqual(['Leite condensado']);
  });
});
