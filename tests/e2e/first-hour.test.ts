import type { Locator } from 'playwright-core';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countActions } from '#tests/support/page-observations.ts';
import { OwnerPages, visitorIn } from '#tests/support/owner-pages.ts';
import { productInBrowser } from '#tests/support/product-in-browser.ts';

// Two whole businesses are typed on a phone as new owners type them. Their figures were worked out by hand.

type Line = readonly [name: string, said: string, where?: string];

interface Recipe {
  readonly name: string;
  readonly lines: readonly Line[];
}

interface Business {
  readonly fixed_costs: readonly (readonly [string, string])[];
  readonly variable_costs: readonly (readonly [string, string, string])[];
  readonly revenue: readonly (readonly [string, string])[];
  readonly ingredients: readonly (readonly [name: string, unit: string, price: string, besides?: string])[];
  readonly preparations: readonly (Recipe & { readonly yields: string; readonly unit_weight?: string })[];
  readonly dishes: readonly (Partial<Recipe> & {
    readonly name: string;
    readonly price: string;
    readonly iFood?: string;
    readonly portions?: number;
  })[];
  readonly sales_october: Readonly<Record<string, readonly [number, string, number, string]>>;
  readonly profit_goal: string;
  readonly expected: {
    readonly mix: Readonly<Record<string, number>>;
    readonly with_goal: { readonly break_even: number; readonly quantities: readonly number[] };
    readonly menu_margins: readonly number[];
    readonly [figure: string]: unknown;
  };
}

const CASES = JSON.parse(readFileSync(`${import.meta.dirname}/../samples/first-hour.json`, 'utf8')) as Readonly<
  Record<'pizzaria' | 'doceria', Business>
>;

/** For these ingredients the pack is typed into the field of the unit. */
const IN_UNIT = ['Leite condensado', 'Tomate pelado'];
/** For these ingredients a number is typed without a unit, and the form asks for it. */
const WITHOUT_UNIT: Readonly<Record<string, readonly [typed: string, chosen: string]>> = {
  'Creme de leite': ['200', '200 g'],
  Ovo: ['4', '4 un'],
};

const product = productInBrowser();

async function newPhone() {
  const { email } = await product.newAccount({ hasPizzeria: false });
  const testPage = await product.newPage({ width: 390 });
  const { page } = testPage;
  const inputCounts = await countActions(page);
  const owner = new OwnerPages(page, product.origin);
  await owner.openSignedIn(email);
  const main = page.getByRole('main');

  const type = async (label: string | RegExp, text: string, within: Locator = main): Promise<void> => {
    const field = within.getByLabel(label, { exact: true }).last();
    await field.click();
    await field.fill(text);
  };

  /** '97,20 a caixa 27x200g' → 97,20 and the pack as it is written; '4,79' is a plain price. */
  async function addIngredient([name, unit, price, besides]: Business['ingredients'][number]): Promise<void> {
    const [paid = '', pack] = price.split(/ [ao] /);
    await type('Nome', name);
    const isPackInUnit = IN_UNIT.includes(name);
    await type('Unidade', isPackInUnit ? (pack ?? '').replace(/^\D+/, '') : unit);
    if ((pack !== undefined && !isPackInUnit) || besides !== undefined) {
      const unfold = main.getByText('Embalagem, perda e medidas');
      if (!(await main.getByLabel('O que vem na embalagem').isVisible())) await unfold.click();
    }
    if (pack !== undefined && !isPackInUnit)
      await type('O que vem na embalagem', /\d\s*\D/.test(pack) ? pack : `${pack} un`);
    if (besides?.startsWith('rendimento')) await type(/^Rendimento/, besides.replace(/[^\d,]/g, ''));
    else if (besides !== undefined) await type('Quanto é uma medida na outra', besides);
    await type(/^Preço(?: pago| por .*)?$/, paid);
    await page.keyboard.press('Enter');
    await page
      .getByRole('button', { name: `Editar ${name}` })
      .first()
      .waitFor({ timeout: 5000 });
  }

  async function addLine(recipe: Locator, [name, said, where]: Line): Promise<void> {
    const choice = recipe.getByRole('combobox', { name: 'Insumo' });
    await choice.fill(name);
    await page.getByRole('option', { name }).first().click();
    const quantity = recipe.getByLabel(/^Quantidade \(/).last();
    const bare = WITHOUT_UNIT[name];
    await quantity.fill(bare ? bare[0] : said.replace(/^.*: /, ''));
    if (bare) {
      await page.keyboard.press('Enter');
      await recipe.getByRole('button', { name: bare[1], exact: true }).click();
    }
    const question = recipe.getByLabel('Quanto pesa 1 un de Massa de brigadeiro?');
    if (/^Massa.* \d+ un$/.test(`${name} ${said}`)) await question.fill('16 g');
    if (where !== undefined)
      await recipe.getByRole('group', { name: 'Onde vai' }).getByRole('button', { name: 'iFood' }).click();
    await recipe.getByRole('button', { name: 'Adicionar', exact: true }).click();
    await recipe.getByRole('button', { name: `Tirar ${name} da ficha` }).waitFor();
  }

  const read = async (path: string): Promise<unknown> =>
    JSON.parse((await visitorIn(page, product.origin).call('GET', path)).text);

  return { testPage, page, owner, main, type, addIngredient, addLine, inputCounts, read };
}

type Phone = Awaited<ReturnType<typeof newPhone>>;

async function addPreparations(
  { page, owner, type, addLine }: Phone,
  recipes: Business['preparations'],
): Promise<void> {
  await page.getByRole('button', { name: /^Preparos/ }).click();
  for (const { name, yields, lines } of recipes) {
    await type('Nome', name);
    await type('Rende', yields);
    await page.keyboard.press('Enter');
    const recipe = owner.dish(name);
    for (const line of lines) await addLine(recipe, line);
  }
}

interface Mix extends Readonly<Record<'revenue' | 'result' | 'break_even', number>> {
  readonly cmv: number;
  readonly contribution_margin: number;
  readonly safety_margin: number;
  readonly menu: readonly { readonly margin: number }[];
  readonly goal_quantities: readonly { readonly quantity: number }[];
}

const cents = (value: number): number => Math.round(value * 100) / 100;

async function setPrices({ page, type }: Phone, dish: Locator, { price, iFood }: Business['dishes'][number]) {
  await dish.getByRole('button', { name: /^(?:Definir|Editar) preço$/ }).click();
  await type('Preço de venda', price, dish);
  await page.keyboard.press('Enter');
  await dish.getByRole('button', { name: 'Editar preço' }).waitFor();
  if (iFood === undefined) return;
  await dish.getByRole('button', { name: /^Editar iFood/ }).click();
  await type('Preço no iFood', iFood, dish);
  await page.keyboard.press('Enter');
  await dish.getByRole('button', { name: /^Editar iFood/ }).waitFor();
}

test('a confectioner who types her boxes and jars gets the figures worked out by hand', async () => {
  const { ingredients, preparations, dishes, expected } = CASES.doceria;
  const phone = await newPhone();
  const { page, owner, type, addIngredient, addLine, read } = phone;
  await owner.openTab('Insumos');
  for (const each of ingredients) await addIngredient(each);
  await addPreparations(phone, preparations);
  await owner.openTab('Ficha Técnica');
  for (const each of dishes) {
    const dish = await owner.addDish(each.name);
    for (const line of each.lines ?? []) await addLine(dish, line);
    if (each.portions !== undefined) {
      await dish.getByRole('button', { name: 'Porções e preparo' }).click();
      await type('A ficha rende quantas porções?', String(each.portions), dish);
      await page.keyboard.press('Enter');
    }
    await setPrices(phone, dish, each);
  }
  expect(await read('/api/dishes')).toMatchObject([
    { name: 'Brigadeiros cx 25', cmv: expected['cmv_cx25'] },
    { name: 'Bolo no pote', cmv: expected['cmv_bolo_no_pote'] },
  ]);
  expect(await read('/api/preparations')).toMatchObject([{ batch_cost: expected['batch_massa'] }]);
  expect(phone.testPage.problems).toEqual([]);
  await phone.testPage.close();
});

/** The last month that has ended. */
function lastMonth(): string {
  const today = new Date();
  return new Date(today.getFullYear(), today.getMonth() - 1, 15).toLocaleDateString('pt-BR', {
    month: 'long',
    year: 'numeric',
  });
}

describe('the first hour of a pizzeria with three sizes, an app and a month of sales', () => {
  const of = CASES.pizzaria;
  const { mix, with_goal: withGoal, menu_margins: margins } = of.expected;
  const [middle, ...rest] = of.dishes;
  if (!middle) throw new Error('no dishes');
  let phone: Phone;
  beforeAll(async () => {
    phone = await newPhone();
  });
  afterAll(() => phone.testPage.close());
  const now = async (): Promise<Mix> => (await phone.read('/api/mix')) as Mix;

  test('its costs, months and ingredients can be typed', async () => {
    const { page, owner, main, type, addIngredient } = phone;
    await owner.openTab('Custos Fixos');
    for (const [name, value] of of.fixed_costs) {
      await type('Nome', name);
      await type('Valor por mês', value);
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: `Editar ${name}` }).waitFor();
    }
    await owner.openTab('Custos Variáveis');
    for (const [name, percentage, where] of of.variable_costs) {
      await type('Nome', name);
      await type('Percentual', percentage.replace(' %', ''));
      await page.keyboard.press('Enter');
      if (where === 'só no iFood') {
        await main.getByRole('button', { name: 'Só no iFood' }).click();
        await main.getByRole('button', { name: 'Adicionar', exact: true }).click();
      }
      await page.getByRole('button', { name: `Editar ${name}` }).waitFor();
    }
    await owner.openTab('Faturamento');
    for (const [month, value] of of.revenue) {
      await type('Faturamento', value, owner.month(month));
      await owner.month(month).getByLabel('Faturamento').blur();
      await page.getByText(`${month}: Salvo`).waitFor({ state: 'attached' });
    }
    await owner.openTab('Insumos');
    for (const each of of.ingredients) await addIngredient(each);
    await addPreparations(phone, of.preparations);
    expect(await phone.read('/api/ingredients')).toHaveLength(of.ingredients.length);
    expect(await phone.read('/api/preparations')).toHaveLength(of.preparations.length);
  });

  test('its dishes can be typed, and the other sizes of one are made by copying it', async () => {
    const { page, owner, type, addLine } = phone;
    await owner.openTab('Ficha Técnica');
    const first = await owner.addDish(middle.name);
    for (const line of middle.lines ?? []) await addLine(first, line);
    await setPrices(phone, first, middle);
    for (const each of rest) {
      let dish: Locator;
      if (each.lines) {
        dish = await owner.addDish(each.name);
        for (const line of each.lines) await addLine(dish, line);
      } else {
        const source = owner.dish(middle.name);
        if (!(await source.getByRole('button', { name: /outro tamanho/ }).isVisible()))
          await source.getByRole('button').first().click();
        await source.getByRole('button', { name: /outro tamanho/ }).click();
        const form = page.getByRole('form', { name: `Duplicar ${middle.name}` });
        await type('Quantidades vezes', each.name === 'Broto' ? '0,6' : '1,5', form);
        await form.getByRole('checkbox', { name: /Caixa de pizza/, checked: true }).waitFor();
        await form.getByRole('button', { name: 'Duplicar', exact: true }).click();
        dish = owner.dish(`${middle.name} (cópia)`);
        await dish.getByRole('button', { name: 'Renomear' }).click();
        await type('Nome do prato', each.name, dish);
        await page.keyboard.press('Enter');
        dish = owner.dish(each.name);
      }
      await setPrices(phone, dish, each);
    }
    expect(await phone.read('/api/dishes')).toMatchObject(of.dishes.map(({ name }) => ({ name })));
  });

  test('its sales can be typed, and the figures are those worked out by hand', async () => {
    const { page, owner, type } = phone;
    await page.getByRole('link', { name: 'Vendas, meta e cardápio' }).click();
    const sold = page.getByRole('region', { name: 'O que você vendeu' });
    await sold.getByLabel('Mês').selectOption({ label: lastMonth() });
    for (const [channel, at] of [
      ['Balcão', 0],
      ['iFood', 2],
    ] as const) {
      await sold.getByLabel('Canal').selectOption(channel);
      for (const [dish, row] of Object.entries(of.sales_october)) {
        await sold.getByLabel(`Vendidos: ${dish}`).fill(String(row[at]));
        await sold.getByRole('button', { name: `Sei quanto entrou: ${dish}` }).click();
        await sold.getByLabel(`Quanto entrou: ${dish}`).fill(String(row[at + 1]));
      }
      await sold.getByRole('button', { name: 'Salvar vendas' }).click();
      await page
        .getByText(/^Vendas de .* salvas$/)
        .last()
        .waitFor();
    }
    await expect.poll(async () => cents((await now()).break_even)).toBe(mix['break_even']);
    const found = await now();
    expect(found.revenue).toBe(mix['revenue']);
    expect(cents(found.result)).toBe(mix['result']);
    for (const figure of ['cmv', 'contribution_margin', 'safety_margin'] as const)
      expect(found[figure].toFixed(1)).toBe(mix[figure]?.toFixed(1));
    expect(found.menu.map(({ margin }) => cents(margin))).toEqual(margins);
    await expect.poll(() => owner.text()).toContain('R$ 31.489,86');
    await type('Quanto quer tirar por mês', of.profit_goal);
    await page.keyboard.press('Enter');
    await expect.poll(() => owner.text()).toContain('Para tirar R$ 8.000,00 por mês, venda R$ 47.030,91:');
    expect((await now()).goal_quantities.map(({ quantity }) => quantity)).toEqual(withGoal.quantities);
  });

  test('the dishes that a new price changes are shown within three taps from the dashboard', async () => {
    const { page, owner, read, inputCounts } = phone;
    await owner.openTab('Dashboard');
    const before = inputCounts().taps;
    await owner.openTab('Insumos');
    await page.getByRole('button', { name: 'Editar Muçarela' }).click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('38,90');
    await page.keyboard.press('Enter');
    await page.getByRole('list', { name: 'Pratos que mudaram' }).waitFor();
    expect(inputCounts().taps - before).toBeLessThanOrEqual(3);
    // The page shows what changes before the server has answered.
    await expect
      .poll(async () => ((await read('/api/dishes')) as readonly object[])[0])
      .toMatchObject({
        name: middle.name,
        channels: [{ cmv: of.expected['cmv_media_balcao'] }, { cmv: of.expected['cmv_media_ifood'] }],
      });
    expect(phone.testPage.problems).toEqual([]);
  });
});

test('a first dish with four new ingredients needs at most thirty taps', async () => {
  const { testPage, page, owner, inputCounts, read } = await newPhone();
  const before = inputCounts();
  await owner.openTab('Ficha Técnica');
  const main = page.getByRole('main');
  await main.getByLabel('Nome do prato').click();
  await page.keyboard.type('Misto quente');
  await page.keyboard.press('Enter');
  const dish = owner.dish('Misto quente');
  await dish.getByRole('button', { name: 'Salvar Prato' }).waitFor();
  for (const [name, unit, price, quantity] of [
    ['Pão de forma', 'un', '0,45', '2'],
    ['Presunto', 'kg', '32,90', '30 g'],
    ['Muçarela', 'kg', '44,90', '40 g'],
    ['Manteiga', 'kg', '48', '8 g'],
  ] as const) {
    await dish.getByRole('combobox', { name: 'Insumo' }).click();
    await page.keyboard.type(name);
    await page.getByRole('option', { name: `Criar insumo “${name}”` }).click();
    await dish.getByLabel('Unidade', { exact: true }).click();
    await page.keyboard.type(unit);
    await dish.getByLabel(`Preço por ${unit}`).click();
    await page.keyboard.type(price);
    await dish
      .getByLabel(/^Quantidade/)
      .last()
      .click();
    await page.keyboard.type(quantity);
    await page.keyboard.press('Enter');
    await dish.getByRole('button', { name: `Tirar ${name} da ficha` }).waitFor();
  }
  await dish.getByRole('button', { name: 'Definir preço' }).click();
  await page.keyboard.type('12');
  await page.keyboard.press('Enter');
  await dish.getByRole('button', { name: 'Editar preço' }).waitFor();
  const { taps, keys } = inputCounts();
  const used = { taps: taps - before.taps, keys: keys - before.keys };
  expect(used.taps).toBeLessThanOrEqual(30);
  // (2 × 0,45 + 30 g × 32,90 + 40 g × 44,90 + 8 g × 48) × 1,1.
  expect(await read('/api/dishes')).toMatchObject([{ cmv: 4.4737, sale_price: 12 }]);
  expect(used.keys).toBeLessThanOrEqual(90);
  expect(testPage.problems).toEqual([]);
  await testPage.close();
});
