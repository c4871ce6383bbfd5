import { notifications } from '@mantine/notifications';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { BusinessCommand } from '#domain/business/commands.ts';
import { NEW_INGREDIENT } from '#web/features/fields/new-ingredient.ts';
import { IngredientsTab } from '#web/features/preparations/ingredients-tab.tsx';
import { IngredientPurchases } from '#web/features/purchases/ingredient-purchases.tsx';
import { PurchaseInvitation } from '#web/features/purchases/purchase-invitation.tsx';
import { NOT_INGREDIENT } from '#web/features/purchases/purchase-line.ts';
import { displayedCosts, effectSentences } from '#web/features/purchases/purchase-words.ts';
import { purchaseRows } from '#web/features/purchases/purchases-csv.ts';
import { PurchasesPage } from '#web/features/purchases/purchases-page.tsx';
import { QuickPurchase } from '#web/features/purchases/quick-purchase.ts';
import { QuickPurchasePage } from '#web/features/purchases/quick-purchase-page.tsx';
import { receiptDraftStore, Receipt } from '#web/features/purchases/receipt.ts';
import { ReceiptPage } from '#web/features/purchases/receipt-page.tsx';
import { openBusiness } from './support/business-under-test.ts';
import { createFakeServer, idOf, type FakeServer } from './support/fake-server.ts';
import { page, showTab } from './support/screen-under-test.tsx';

// The fake server's clock shows this day.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-02T15:00:00Z') });
  localStorage.clear();
  history.replaceState(null, '', '/dashboard/compras');
});
afterEach(() => {
  cleanup();
  notifications.clean();
  vi.useRealTimers();
});

/** The pizza has cheese at R$ 40,00 per kilo and earns R$ 10,00; flour is bought by the sack. */
const KITCHEN: readonly BusinessCommand[] = [
  { type: 'AddIngredient', id: idOf('Muçarela'), name: 'Muçarela', unit: 'kg', unitPrice: 400_000 },
  {
    type: 'AddIngredient',
    id: idOf('Farinha'),
    name: 'Farinha',
    unit: 'kg',
    pack: { price: 1_000_000, quantity: 250_000, unit: 'kg', label: 'saco 25 kg' },
  },
  { type: 'AddDish', id: idOf('Pizza'), name: 'Pizza', salePrice: 500_000, loss: 0 },
  { type: 'AddDishIngredient', dishId: idOf('Pizza'), ingredientId: idOf('Muçarela'), quantity: 10_000 },
];

interface PurchaseOfOneKilo {
  readonly of: string;
  readonly date: string;
  readonly supplier: string | null;
  readonly price: number;
}

/** The command to enter a purchase of one kilo. */
const enterPurchase = ({ of, date, supplier, price }: PurchaseOfOneKilo): BusinessCommand => ({
  type: 'EnterPurchase',
  id: idOf(`${of} ${date} ${supplier}`),
  date,
  number: null,
  source: 'manual',
  freight: 0,
  discount: 0,
  confirmed: true,
  supplier: supplier === null ? null : { id: idOf(supplier), name: supplier, cnpj: null },
  lines: [
    {
      ingredient: { id: idOf(of) },
      packs: 10_000,
      packQuantity: 10_000,
      packUnit: 'kg',
      total: price,
      code: null,
      gtin: null,
      billedUnit: null,
      description: null,
      cfop: null,
    },
  ],
});

const TWO_SUPPLIERS = [
  ...KITCHEN,
  enterPurchase({ of: 'Muçarela', date: '2026-01-10', supplier: 'Atacadão', price: 390_000 }),
  enterPurchase({ of: 'Muçarela', date: '2026-02-10', supplier: 'Assaí', price: 380_000 }),
  enterPurchase({ of: 'Muçarela', date: '2026-02-20', supplier: 'Atacadão', price: 420_000 }),
];

type User = Awaited<ReturnType<typeof showTab>>['user'];
const field = (name: string | RegExp) => screen.getByRole('textbox', { name });
/** Sets the whole text at once, like pasting. */
const set = (input: HTMLElement, value: string) => fireEvent.change(input, { target: { value } });
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const priceOf = (server: FakeServer, name: string) => server.state().ingredients.get(idOf(name))?.unitPrice;

async function choose(user: User, text: string, option: string | RegExp, within_: HTMLElement = document.body) {
  const select = within(within_).getByRole('combobox', { name: 'O que comprou' });
  fireEvent.click(select);
  set(select, text);
  await user.click(await screen.findByRole('option', { hidden: true, name: option }));
}

test('the displayed costs of the lines add up to the displayed total of their purchase', () => {
  const purchase = { total: 30.1, freight: 0.1, discount: 0, lines: Array.from({ length: 30 }, () => ({ total: 1 })) };
  const [first, ...others] = displayedCosts(purchase);
  expect([first, new Set(others)]).toEqual([11_000, new Set([10_000])]);
});

describe('the form of a quick purchase', () => {
  test('takes one number for a known ingredient, and then shows the effect on the dishes', async () => {
    const server = createFakeServer(TWO_SUPPLIERS);
    const { user } = await showTab(<QuickPurchasePage />, server);
    await choose(user, 'muça', 'Muçarela');
    const price = await screen.findByRole('textbox', { name: 'Preço de 1 kg' });
    await waitFor(() => expect(document.activeElement).toBe(price));
    await user.keyboard('52');
    await user.click(await screen.findByRole('button', { name: 'Assaí' }));
    await user.click(button('Salvar compra'));
    await screen.findByText(/^Compra lançada/);
    expect(page()).toContain('Compra lançada: R$ 52,00.');
    expect(page()).toContain('Muçarela +23,8%: 1 prato, −R$ 10,00; Pizza passa a dar prejuízo.');
    expect(priceOf(server, 'Muçarela')).toBe(520_000);
    expect(server.requests('enterPurchase')[0]?.body).toMatchObject({
      source: 'quick',
      date: '2026-03-02',
      supplier: { id: idOf('Assaí') },
      lines: [{ ingredient_id: idOf('Muçarela'), packs: 1, pack_quantity: 1, pack_unit: 'kg', total: 52 }],
    });
    await user.click(button('Desfazer'));
    await screen.findByText('A compra foi desfeita.');
    expect(priceOf(server, 'Muçarela')).toBe(420_000);
  });

  test('starts with the ingredient in its address and the pack of its last purchase', async () => {
    history.replaceState(null, '', `/dashboard/compras/rapida?insumo=${idOf('Farinha')}`);
    const server = createFakeServer(KITCHEN);
    const { user } = await showTab(<QuickPurchasePage />, server);
    const price = await screen.findByRole('textbox', { name: 'Preço de saco 25 kg' });
    await waitFor(() => expect(document.activeElement).toBe(price));
    await user.type(price, '110');
    set(field('Quantos'), '');
    await user.type(field('Quantos'), '2{Enter}');
    await screen.findByText(/^Compra lançada/);
    expect(page()).toContain('Compra lançada: R$ 220,00.');
    expect(priceOf(server, 'Farinha')).toBe(44_000);
  });

  test('starts anew when another ingredient is chosen, by its address or in the list', async () => {
    history.replaceState(null, '', `/dashboard/compras/rapida?insumo=${idOf('Farinha')}`);
    const { user } = await showTab(<QuickPurchasePage />, createFakeServer(KITCHEN));
    const amounts = () => [field('Quantos'), field(/^Preço de/)].map((each) => each.getAttribute('value'));
    set(field('Quantos'), '7');
    set(field(/^Preço de/), '89');
    act(() => history.pushState(null, '', `/dashboard/compras/rapida?insumo=${idOf('Muçarela')}`));
    expect(field('Preço de 1 kg')).toBeTruthy();
    expect(amounts()).toEqual(['1', '']);
    set(field('Quantos'), '7');
    set(field(/^Preço de/), '89');
    await choose(user, 'fari', 'Farinha');
    expect(amounts()).toEqual(['1', '']);
  });

  test('adds an unknown ingredient in the unit of its pack', async () => {
    const server = createFakeServer(KITCHEN);
    const form = new QuickPurchase((await openBusiness(server)).business);
    form.type({ item: NEW_INGREDIENT, name: 'Leite condensado', pack: '12 × 395 g', price: '94,80' });
    form.typeSupplier('Zé');
    expect(await form.save()).toBe(true);
    expect(effectSentences(form.submission.savedPurchase?.moved ?? [])).toEqual([
      'Leite condensado (insumo novo): nenhum prato muda.',
    ]);
    expect([...server.state().ingredients.values()].at(-1)).toMatchObject({ unit: 'kg', unitPrice: 200_000 });
    expect([...server.state().suppliers.values()]).toMatchObject([{ name: 'Zé' }]);
  });

  test('shows at its fields what cannot be read or converted, and keeps the typed text', async () => {
    const server = createFakeServer(KITCHEN);
    const { business } = await openBusiness(server);
    const form = new QuickPurchase(business);
    expect(await form.save()).toBe(false);
    expect(form.errors).toEqual({
      item: 'Escolha o insumo, ou escreva um novo.',
      price: 'Preencha este campo.',
    });
    form.type({ item: idOf('Muçarela'), pack: 'peça', price: '160' });
    expect(await form.save()).toBe(false);
    expect(form.errors).toEqual({
      pack: 'Quanto rende 1 peça de Muçarela em kg? Escreva aqui quanto tem, como 5 kg.',
    });
    expect(form.texts.price).toBe('160');
    form.type({ pack: 'peça de 4 kg' });
    expect(await form.save()).toBe(true);
    expect(priceOf(server, 'Muçarela')).toBe(400_000);
  });

  test('shows no error in fields that have just opened', async () => {
    const { user } = await showTab(<QuickPurchasePage />, createFakeServer(KITCHEN));
    await user.click(button('Salvar compra'));
    expect(page()).toContain('Escolha o insumo, ou escreva um novo.');
    await choose(user, 'muça', 'Muçarela');
    expect(field('Preço de 1 kg')).toBeTruthy();
    expect(page()).not.toContain('Preencha este campo.');
  });

  test('focuses the field for another supplier, and marks the recent supplier that is typed there', async () => {
    history.replaceState(null, '', `/dashboard/compras/rapida?insumo=${idOf('Muçarela')}`);
    const { user } = await showTab(<QuickPurchasePage />, createFakeServer(TWO_SUPPLIERS));
    await user.click(await screen.findByRole('button', { name: 'Outro' }));
    expect(document.activeElement).toBe(field('Outro fornecedor'));
    await user.keyboard('atacadão  ');
    await user.tab();
    expect(field('Outro fornecedor')).toHaveProperty('value', 'atacadão');
    expect(button('Atacadão').getAttribute('aria-pressed')).toBe('true');
  });

  test('enters one purchase when it is sent again after a lost answer', async () => {
    const server = createFakeServer(KITCHEN);
    for (let i = 0; i < 10; i += 1) server.failNext('enterPurchase', 'lost answer');
    const { user } = await showTab(<QuickPurchasePage />, server);
    await choose(user, 'muça', 'Muçarela');
    set(field('Preço de 1 kg'), '50');
    await user.click(button('Salvar compra'));
    await screen.findByText(/Sem conexão/);
    expect(field('Preço de 1 kg')).toHaveProperty('value', '50');
    while (server.state().purchases.size === 0 || page().includes('Sem conexão')) {
      await user.click(button('Salvar compra'));
      await waitFor(() => expect(page()).toMatch(/Sem conexão|Compra lançada/));
    }
    await screen.findByText(/^Compra lançada/);
    expect(server.state().purchases.size).toBe(1);
  });
});

const SAVED_EARLIER =
  'A compra anterior foi lançada. Esta, com o que mudou, ainda não: salve de novo se quiser lançar as duas.';

/** Loses the answer to a purchase and to all its repeats. */
async function loseAnswer(server: FakeServer, save: () => Promise<unknown>): Promise<void> {
  for (let i = 0; i < 10; i += 1) server.failNext('enterPurchase', 'lost answer');
  await save();
  for (let i = server.requests('enterPurchase').length; i < 10; i += 1)
    await server.fetch('/api/purchases', { method: 'POST' }).catch(() => undefined);
}

describe('a purchase that was saved already', () => {
  const openForm = async (server: FakeServer) => {
    const form = new QuickPurchase((await openBusiness(server)).business);
    form.type({ item: idOf('Muçarela'), pack: 'kg', price: '50' });
    await loseAnswer(server, () => form.save());
    expect(form.problem).toContain('não foi salvo');
    expect(server.state().purchases.size).toBe(1);
    return form;
  };

  test('is entered once when its content is changed and changed back', async () => {
    const server = createFakeServer(KITCHEN);
    const form = await openForm(server);
    form.type({ price: '52' });
    form.type({ price: '50' });
    expect(await form.save()).toBe(true);
    expect(server.state().purchases.size).toBe(1);
  });

  test('is named and linked when a changed one is sent, which can then be saved too', async () => {
    const server = createFakeServer(KITCHEN);
    const form = await openForm(server);
    const [firstId] = server.state().purchases.keys();
    form.type({ price: '52' });
    expect(await form.save()).toBe(false);
    expect([form.problem, form.submission.earlierId]).toEqual([SAVED_EARLIER, firstId]);
    expect(await form.save()).toBe(true);
    expect(form.submission.earlierId).toBeUndefined();
    expect(server.state().purchases.size).toBe(2);
  });

  test('is named and linked in the other tab of its draft, where the next receipt can be saved', async () => {
    const server = createFakeServer(KITCHEN);
    const draft = receiptDraftStore(() => localStorage, 'visitor');
    const { user, business } = await showTab(<ReceiptPage />, server);
    await choose(user, 'muça', 'Muçarela');
    set(field('Total do item'), '50');
    await new Receipt(business, draft).save();
    await user.click(button('Salvar compra'));
    await screen.findByText('Esta nota já foi lançada.');
    const link = screen.getByRole('link', { name: 'Ver a compra lançada' });
    expect(link.getAttribute('href')).toContain([...server.state().purchases.keys()][0]);
    await user.click(button('Descartar o que digitei'));
    expect(page()).not.toContain('Ver a compra lançada');
    await choose(user, 'muça', 'Muçarela');
    set(field('Total do item'), '60');
    const stored = draft.read()?.id;
    await user.click(button('Salvar compra'));
    await screen.findByText(/^Compra lançada/);
    expect([...server.state().purchases.keys()].at(-1)).toBe(stored);
    expect(server.state().purchases.size).toBe(2);
  });

  test('leaves its id to no changed receipt', async () => {
    const server = createFakeServer(KITCHEN);
    const { business } = await openBusiness(server);
    const draft = receiptDraftStore(() => localStorage, 'ana');
    const first = new Receipt(business, draft);
    first.typeLine(first.rows[0]?.key ?? 0, { item: idOf('Muçarela'), pack: 'kg', price: '50' });
    const second = new Receipt(business, draft);
    await first.save();
    await second.save();
    await second.save();
    expect(second.problem).toBe('Esta nota já foi lançada.');
    second.type('number', '2');
    expect(draft.read()?.id).not.toBe(first.submission.id);
    await second.save();
    expect(second.problem).toBeUndefined();
    expect(server.state().purchases.size).toBe(2);
  });
});

describe('the form of a receipt', () => {
  const storedReceipt = (account = 'ana') => receiptDraftStore(() => localStorage, account);
  const open = async (server: FakeServer) => new Receipt((await openBusiness(server)).business, storedReceipt());
  const keysOf = (receipt: Receipt) => receipt.rows.map(({ key }) => key);

  function typeThree(receipt: Receipt): void {
    receipt.addLine();
    receipt.addLine();
    const [first = 0, second = 0, third = 0] = keysOf(receipt);
    receipt.typeLine(first, { item: idOf('Muçarela'), packs: '4', pack: 'kg', price: '180' });
    receipt.typeLine(second, { item: NEW_INGREDIENT, name: 'Orégano', pack: '500 g', price: '15' });
    receipt.typeLine(third, { item: NOT_INGREDIENT, name: 'Detergente', price: '5' });
  }

  test('accepts ingredients, new ingredients and other items, spreads the freight, and compares the sum with the total', async () => {
    const server = createFakeServer(KITCHEN);
    const receipt = await open(server);
    typeThree(receipt);
    receipt.type('supplier', 'Atacadão');
    receipt.type('freight', '20');
    expect(receipt.sum).toEqual({ tenThousandths: 2_200_000, unreadableCount: 0 });
    receipt.type('total', '225');
    await receipt.save();
    expect(receipt.headErrors.total?.replaceAll('\u00A0', ' ')).toBe(
      'Faltam R$ 5,00 nas linhas. Corrija, ou apague o total para lançar assim.',
    );
    expect(server.state().purchases.size).toBe(0);
    receipt.type('total', '220');
    expect(receipt.difference).toBe(0);
    await receipt.save();
    const moved = effectSentences(receipt.submission.savedPurchase?.moved ?? [])
      .join(' ')
      .replaceAll('\u00A0', ' ');
    expect(moved).toBe('Muçarela +23,8% e Orégano (insumo novo). No total, 1 prato, −R$ 9,50.');
    // Cheese: 180 and 18 of freight for 4 kg. Oregano: 15 and 1,50 for half a kilo.
    expect(priceOf(server, 'Muçarela')).toBe(495_000);
    expect([...server.state().ingredients.values()].at(-1)).toMatchObject({ name: 'Orégano', unitPrice: 330_000 });
    const [purchase] = server.state().purchases.values();
    expect(purchase?.lines.map(({ ingredientId, name }) => [ingredientId === null, name])).toEqual([
      [false, 'Muçarela'],
      [false, 'Orégano'],
      [true, 'Detergente'],
    ]);
    expect(receipt.isEmpty).toBe(true);
    expect(localStorage.length).toBe(0);
  });

  test('is still filled in after the page was closed, for the same account only', async () => {
    const { business } = await openBusiness(createFakeServer(KITCHEN));
    typeThree(new Receipt(business, storedReceipt()));
    const again = new Receipt(business, storedReceipt());
    expect(again.filledRows.map(({ texts }) => [texts.name, texts.price])).toEqual([
      ['', '180'],
      ['Orégano', '15'],
      ['Detergente', '5'],
    ]);
    expect(again.sum.tenThousandths).toBe(2_000_000);
    expect(new Receipt(business, storedReceipt('bia')).isEmpty).toBe(true);
  });

  test('shows at its fields what the form or the server refuses', async () => {
    const server = createFakeServer(KITCHEN);
    const receipt = await open(server);
    await receipt.save();
    expect(receipt.problem).toBe('Diga pelo menos um item da compra.');
    receipt.addLine();
    // An empty line is not counted, so only the second one is checked.
    const second = keysOf(receipt)[1] ?? 0;
    receipt.typeLine(second, { item: idOf('Muçarela'), pack: '1 peça', price: '40' });
    receipt.type('cnpj', '11.222.333/0001-80');
    await receipt.save();
    expect(receipt.headErrors).toEqual({ supplier: 'Diga também o nome do fornecedor.' });
    receipt.type('supplier', 'Atacadão');
    await receipt.save();
    expect(receipt.headErrors).toEqual({ cnpj: 'Confira o CNPJ: algum número não bate.' });
    receipt.type('cnpj', '');
    receipt.type('discount', '41');
    await receipt.save();
    expect(receipt.headErrors).toEqual({ discount: 'O desconto passa do que a compra custou.' });
    receipt.type('discount', '');
    await receipt.save();
    expect(receipt.lineErrors.get(second)).toEqual({
      pack: 'Quanto rende 1 peça de Muçarela em kg? Escreva aqui quanto tem, como 5 kg.',
    });
    expect(receipt.problem).toContain('Nada foi salvo ainda');
    expect(server.state().purchases.size).toBe(0);
    expect(receipt.filledRows).toHaveLength(1);
  });

  test('takes over what another tab has typed, and says that it is open there', async () => {
    const server = createFakeServer(KITCHEN);
    const { business } = await showTab(<ReceiptPage />, server);
    set(field('Total do item'), '180');
    const other = new Receipt(business, storedReceipt('visitor'));
    expect(other.sum.tenThousandths).toBe(1_800_000);
    other.typeLine(keysOf(other)[0] ?? 0, { price: '999' });
    act(() => void window.dispatchEvent(new Event('storage')));
    expect(field('Total do item')).toHaveProperty('value', '999');
    expect(page()).toContain('Esta nota está aberta em outra aba.');
    set(field(/^Total da nota/), '999');
    other.followOtherTab();
    expect([other.head.total, other.difference, other.isOpenElsewhere]).toEqual(['999', 0, true]);
    other.discard();
    act(() => void window.dispatchEvent(new Event('storage')));
    expect(field('Total do item')).toHaveProperty('value', '999');
  });

  test('says that it is open in another tab before it replaces a draft that it has not seen', async () => {
    const { business } = await openBusiness(createFakeServer(KITCHEN));
    const [first, second] = [new Receipt(business, storedReceipt()), new Receipt(business, storedReceipt())];
    first.type('number', '1');
    expect(first.isOpenElsewhere).toBe(false);
    second.type('number', '2');
    expect(second.isOpenElsewhere).toBe(true);
  });

  test('can restore a removed line and a discarded receipt', async () => {
    const receipt = await open(createFakeServer(KITCHEN));
    typeThree(receipt);
    const undoRemoval = receipt.removeLine(keysOf(receipt)[1] ?? 0);
    expect(receipt.sum.tenThousandths).toBe(1_850_000);
    undoRemoval();
    expect(receipt.sum.tenThousandths).toBe(2_000_000);
    const undoDiscard = receipt.discard();
    expect(receipt.isEmpty).toBe(true);
    expect(storedReceipt().read()).toBeUndefined();
    undoDiscard();
    expect(storedReceipt().read()?.lines).toHaveLength(3);
  });

  test('says at the discount that it exceeds the sum', async () => {
    await showTab(<ReceiptPage />, createFakeServer(KITCHEN));
    set(field('Total do item'), '5');
    set(field(/^Desconto/), '6');
    expect(field(/^Desconto/).getAttribute('aria-invalid')).toBe('true');
    expect(page()).toContain('O desconto é maior que a soma.');
  });

  test('moves the focus on when an item is removed with the keyboard', async () => {
    const { user } = await showTab(<ReceiptPage />, createFakeServer(KITCHEN));
    await user.click(button('Outro item'));
    const first = within(screen.getByRole('listitem', { name: 'Item 1' }));
    const second = within(screen.getByRole('listitem', { name: 'Item 2' })).getByRole('combobox');
    first.getByRole('button', { name: /^Retirar/ }).focus();
    await user.keyboard('{Enter}');
    expect(document.activeElement).toBe(second);
    await user.click(button('Outro item'));
    button('Retirar item 2').focus();
    await user.keyboard('{Enter}');
    expect(document.activeElement).toBe(button('Outro item'));
  });

  test('shows the errors of its lines and how many totals are missing', async () => {
    const { user } = await showTab(<ReceiptPage />, createFakeServer(KITCHEN));
    set(field('Total do item'), '1x');
    await user.click(button('Salvar compra'));
    expect(page()).toContain('Escolha o insumo, ou escreva um novo.');
    expect(page()).toContain('falta o total de 1 item');
    expect(page()).toContain('Nada foi salvo ainda: confira o que está marcado acima.');
  });
});

describe('the field for the bought item', () => {
  const item = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'O que comprou' });
  const typeAndLeave = async (user: User, text: string) => {
    await user.clear(item());
    await user.type(item(), text);
    await user.click(document.body);
  };

  test('chooses an equal name when it is left', async () => {
    const { user } = await showTab(<QuickPurchasePage />, createFakeServer(KITCHEN));
    await typeAndLeave(user, 'mucarela');
    expect(item().value).toBe('Muçarela');
    expect(field('Preço de 1 kg')).toBeTruthy();
    await user.click(item());
    await user.clear(item());
    await user.click(document.body);
    expect(item().value).toBe('Muçarela');
  });

  test('keeps another text, also after the page was closed, and asks to choose or add it', async () => {
    const server = createFakeServer(KITCHEN);
    const { user, business } = await showTab(<ReceiptPage />, server);
    await typeAndLeave(user, 'Coentro');
    expect(item().value).toBe('Coentro');
    await user.click(button('Salvar compra'));
    expect(page()).toContain('Escolha “Coentro” na lista, ou toque em insumo novo.');
    const again = new Receipt(
      business,
      receiptDraftStore(() => localStorage, 'visitor'),
    );
    expect(again.filledRows.map(({ texts }) => texts.name)).toEqual(['Coentro']);
    await user.click(item());
    await user.click(await screen.findByRole('option', { hidden: true, name: 'Coentro (insumo novo)' }));
    expect(item().value).toBe('Coentro (insumo novo)');
    await typeAndLeave(user, 'Salsa');
    expect(item().value).toBe('Salsa');
    await choose(user, 'Salsinha', 'Salsinha (insumo novo)');
    await choose(user, 'Salsa', 'Salsa (insumo novo)');
    expect(item().value).toBe('Salsa (insumo novo)');
  });
});

describe('the page of purchases', () => {
  test('lists them newest first, and filters them by month and by supplier', async () => {
    const { user } = await showTab(<PurchasesPage />, createFakeServer(TWO_SUPPLIERS));
    const items = async () => {
      await waitFor(() => expect(screen.queryByText('Carregando compras...')).toBeNull());
      return within(screen.getByRole('list', { name: 'Compras' }))
        .getAllByRole('listitem')
        .map((each) => each.textContent?.replaceAll('\u00A0', ' '));
    };
    await screen.findByRole('list', { name: 'Compras' });
    expect(await items()).toEqual([
      'AtacadãoR$ 42,0020/02/2026 · Muçarela',
      'AssaíR$ 38,0010/02/2026 · Muçarela',
      'AtacadãoR$ 39,0010/01/2026 · Muçarela',
    ]);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Fornecedor' }), 'Atacadão');
    await waitFor(async () => expect(await items()).toHaveLength(2));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Mês' }), 'janeiro de 2026');
    await waitFor(async () => expect(await items()).toHaveLength(1));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Mês' }), 'março de 2026');
    await screen.findByText('Nenhuma compra com isso.');
  });

  test('lists a hundred at a time', async () => {
    const many = Array.from({ length: 130 }, (_, i) =>
      enterPurchase({ of: 'Muçarela', date: '2026-02-01', supplier: `Feira ${i}`, price: 400_000 }),
    );
    const { user } = await showTab(<PurchasesPage />, createFakeServer([...KITCHEN, ...many]));
    await screen.findByRole('list', { name: 'Compras' });
    const count = () => within(screen.getByRole('list', { name: 'Compras' })).getAllByRole('listitem').length;
    expect(count()).toBe(100);
    await user.click(button('Ver anteriores'));
    await waitFor(() => expect(count()).toBe(130));
    expect(screen.queryByRole('button', { name: 'Ver anteriores' })).toBeNull();
  });

  test('says when there are none yet', async () => {
    await showTab(<PurchasesPage />, createFakeServer(KITCHEN));
    expect(await screen.findByText('Nenhuma compra lançada ainda.')).toBeTruthy();
  });

  test('shows for each purchase its effect on prices and dishes, and can take it back and restore it', async () => {
    const server = createFakeServer(TWO_SUPPLIERS);
    history.replaceState(null, '', `/dashboard/compras?compra=${idOf('Muçarela 2026-02-20 Atacadão')}`);
    const { user } = await showTab(<PurchasesPage />, server);
    await screen.findByRole('heading', { level: 1, name: 'Compra de 20/02/2026, Atacadão' });
    expect(page()).toContain('Muçarela +10,5%: 1 prato, −R$ 4,00.');
    expect(page()).toContain('1 kg · R$ 42,00 / kg');
    await user.click(button('Desfazer esta compra'));
    await screen.findByText('Compra desfeita');
    expect(page()).toContain('Muçarela −9,5%: 1 prato, +R$ 4,00.');
    expect(priceOf(server, 'Muçarela')).toBe(380_000);
    await user.click(button('Trazer de volta'));
    await screen.findByRole('button', { name: 'Desfazer esta compra' });
    expect(priceOf(server, 'Muçarela')).toBe(420_000);
  });

  test('says that the price stays when an older purchase is taken back', async () => {
    const server = createFakeServer(TWO_SUPPLIERS);
    history.replaceState(null, '', `/dashboard/compras?compra=${idOf('Muçarela 2026-02-10 Assaí')}`);
    const { user } = await showTab(<PurchasesPage />, server);
    await user.click(await screen.findByRole('button', { name: 'Desfazer esta compra' }));
    await screen.findByText('Compra desfeita');
    expect(page()).toContain('Nenhum preço mudou.');
    expect(page()).toContain('O preço de Muçarela fica: é da compra de 20/02/2026.');
  });

  test('says that a purchase is no longer there', async () => {
    history.replaceState(null, '', '/dashboard/compras?compra=nowhere');
    const server = createFakeServer(KITCHEN);
    server.failNext(
      'purchase',
      new Response('{}', { status: 404, headers: { 'Content-Type': 'application/problem+json' } }),
    );
    await showTab(<PurchasesPage />, server);
    expect(await screen.findByText('Esta compra não está mais lançada.')).toBeTruthy();
  });

  test('exports rows for the accountant whose costs add up to the paid total', () => {
    const line = { ingredient_id: 'a', pack_quantity: 5, pack_unit: 'kg', code: null, gtin: null, billed_unit: null };
    const rest = { description: null, cfop: null };
    const purchase = {
      id: 'p',
      date: '2026-02-20',
      supplier: { id: 's', name: 'Atacadão' },
      number: '123',
      source: 'manual' as const,
      freight: 10,
      discount: 0,
      confirmed: true,
      total: 110,
      version: 1,
      lines: [
        { ...line, ...rest, name: 'Muçarela', packs: 2, total: 90, cost: 99 },
        { ...line, ...rest, ingredient_id: null, name: 'Detergente', packs: 1, total: 10, cost: 11 },
      ],
    };
    expect(purchaseRows([purchase], new Map([['s', '11222333000181']])).slice(1)).toEqual([
      ['20/02/2026', 'Atacadão', '11222333000181', '123', 'Muçarela', 'sim', '2', '5', 'kg', '90', '99'],
      ['20/02/2026', 'Atacadão', '11222333000181', '123', 'Detergente', 'não', '1', '5', 'kg', '10', '11'],
    ]);
  });
});

describe('the card of an ingredient with purchases', () => {
  test('names the source of its price, the cheaper suppliers, and the cheapest one in each month', async () => {
    const server = createFakeServer(TWO_SUPPLIERS);
    const ingredient = server.state().ingredients.get(idOf('Muçarela'));
    if (!ingredient) throw new Error('the ingredient is there');
    await showTab(<IngredientPurchases ingredient={ingredient} />, server);
    const source = await screen.findByRole('link', { name: 'compra de 20/02/2026, Atacadão' });
    expect(source.getAttribute('href')).toContain(idOf('Muçarela 2026-02-20 Atacadão'));
    const rows = screen.getAllByRole('row').map((row) => row.textContent?.replaceAll('\u00A0', ' '));
    expect(rows.slice(1)).toEqual(['AssaíR$ 38,00 / kg10/02/2026', 'AtacadãoR$ 42,00 / kg20/02/2026']);
    expect(page()).toContain('fevereiro de 2026, o mais baratoAssaí, R$ 38,00 / kg');
    expect(page()).toContain('janeiro de 2026, o mais baratoAtacadão, R$ 39,00 / kg');
  });
});

test.each([
  ['of several packs', [[20_000, 50_000]]],
  [
    'of two lines',
    [
      [20_000, 50_000],
      [10_000, 20_000],
    ],
  ],
] as const)('a new name leaves the price of a purchase %s as it is', async (_, packs) => {
  const command = enterPurchase({ of: 'Muçarela', date: '2026-02-20', supplier: null, price: 4_200_000 });
  if (command.type !== 'EnterPurchase') throw new Error('the command enters a purchase');
  const [line] = command.lines;
  const lines = packs.flatMap(([number, packQuantity]) => (line ? [{ ...line, packs: number, packQuantity }] : []));
  const server = createFakeServer([...KITCHEN, { ...command, lines }]);
  const before = server.state().ingredients.get(idOf('Muçarela'));
  expect(before?.priceSource).not.toBeNull();
  const { user } = await showTab(<IngredientsTab />, server);
  await user.click(button(/^Editar Muçarela/));
  const form = within(screen.getByRole('form', { name: 'Editar Muçarela' }));
  const name = form.getByRole('textbox', { name: 'Nome' });
  await user.clear(name);
  await user.type(name, 'Mussarela');
  await user.click(form.getByRole('button', { name: 'Salvar' }));
  await waitFor(() => expect(server.requests('changeIngredient')).toHaveLength(1));
  expect(server.requests('changeIngredient')[0]?.body).toEqual({ name: 'Mussarela' });
  const after = server.state().ingredients.get(idOf('Muçarela'));
  expect(after).toEqual({ ...before, name: 'Mussarela', version: after?.version });
});

describe('the invitation to enter a purchase', () => {
  const since = '2026-01-20T12:00:00Z';
  const invitation = <PurchaseInvitation entityKey={`ingredient:${idOf('Muçarela')}`} lastPriceChangeAt={since} />;

  test('is shown at a price that is older than thirty days, until it is dismissed', async () => {
    const { user } = await showTab(
      <>
        <h1 tabIndex={-1}>Histórico</h1>
        {invitation}
      </>,
      createFakeServer(KITCHEN),
    );
    expect(page()).toContain('Este preço é de 20/01/2026.');
    await user.click(button('Agora não'));
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
    expect(page()).not.toContain('Este preço');
    expect(Object.keys(localStorage)).toEqual(['prumo.device.purchase-invitation']);
  });

  test('is hidden for a price of the last thirty days and after a purchase', async () => {
    await showTab(
      <PurchaseInvitation entityKey={`ingredient:${idOf('Muçarela')}`} lastPriceChangeAt="2026-02-20T12:00:00Z" />,
      createFakeServer(KITCHEN),
    );
    expect(page()).not.toContain('Este preço');
    cleanup();
    await showTab(invitation, createFakeServer(TWO_SUPPLIERS));
    expect(page()).not.toContain('Este preço');
  });
});

describe('the sentences about the effect of a purchase', () => {
  const dish = (name: string, from: number, to: number) => ({
    dish_id: name,
    name,
    net_profit_from: from,
    net_profit_to: to,
  });
  const sentencesOf = (moved: Parameters<typeof effectSentences>[0]) =>
    effectSentences(moved).map((sentence) => sentence.replaceAll('\u00A0', ' '));

  test('are one sentence when one price changed', () => {
    const dishes = [dish('Pizza Camarão', 1, -0.1), ...['A', 'B', 'C'].map((name) => dish(name, 5, 3.9))];
    expect(sentencesOf([{ ingredient_id: 'i', name: 'Muçarela', from: 40, to: 43.28, dishes }])).toEqual([
      'Muçarela +8,2%: 4 pratos, −R$ 1,10 em cada; Pizza Camarão passa a dar prejuízo.',
    ]);
  });

  test('count a dish once when several of its prices changed', () => {
    const dishes = [dish('Pizza', -1, 2), dish('Lasanha', 8, 8.5)];
    expect(
      sentencesOf([
        { ingredient_id: 'i', name: 'Muçarela', from: 40, to: 36, dishes },
        { ingredient_id: 'j', name: 'Presunto', from: 0, to: 20, dishes: dishes.slice(0, 1) },
      ]),
    ).toEqual([
      'Muçarela −10,0% e Presunto (agora com preço).',
      'No total, 2 pratos, de +R$ 0,50 a +R$ 3,00 em cada; Pizza deixa de dar prejuízo.',
    ]);
  });

  test('say that no price changed', () => {
    expect(effectSentences([])).toEqual(['Nenhum preço mudou.']);
  });
});
