import { readFileSync } from 'node:fs';
import { notifications } from '@mantine/notifications';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { formatCount, formatMoney, formatPercentage } from '#domain/format.ts';
import { businessAfter, workedCase } from '#tests/figures/worked-cases.ts';
import { createFakeServer } from './support/fake-server.ts';
import { openDashboard } from './support/whole-dashboard.tsx';

// Whole businesses are typed into the screens, and the screens show the figures worked out by hand.

afterEach(() => {
  cleanup();
  notifications.clean();
});

const reais = (units: number): string => formatMoney(units).replaceAll('\u00A0', ' ');

test('a pizzeria has its exact figures on each screen', async () => {
  const { commands, expected } = workedCase('pizzeria');
  const business = businessAfter(commands);
  const { dashboard, breakEven, revenue } = expected;
  if (!breakEven || !revenue) throw new Error('the pizzeria has no revenue or no break-even');
  const { card, openTab, text } = await openDashboard(createFakeServer(commands));
  const shown = (...figures: readonly string[]) =>
    waitFor(() => {
      const seen = text();
      for (const figure of figures) expect(seen).toContain(figure);
    });

  await openTab('Custos Fixos');
  await shown(reais(dashboard.custosFixos));
  await openTab('Custos Variáveis');
  await shown(formatPercentage(dashboard.custosVariaveisPercentual));
  await openTab('Faturamento');
  await shown(
    reais(revenue.annual),
    reais(dashboard.faturamentoMedio),
    `${revenue.monthsFilled} de 12`,
    reais(dashboard.ticketMedio),
  );
  await openTab('Insumos');
  await shown('R$ 0,0385');
  await openTab('Ficha Técnica');
  for (const { id, cmv, contributionMargin, contributionMarginPercentage, netProfit } of expected.dishes) {
    const { name = '', salePrice = 0 } = business.dishes.get(id) ?? {};
    const figures =
      salePrice > 0
        ? [
            reais(salePrice),
            reais(contributionMargin),
            formatPercentage(contributionMarginPercentage),
            reais(netProfit),
          ]
        : ['Não definido', 'Pendente'];
    for (const figure of [reais(cmv), ...figures]) expect(text(card(name))).toContain(figure);
  }
  await shown(formatPercentage(dashboard.cmvMedio), formatPercentage(dashboard.margemContribuicao));

  await openTab('Ponto Equilíbrio');
  await shown(
    reais(breakEven.revenue),
    `${formatCount(breakEven.sales)} vendas`,
    reais(dashboard.custosFixos),
    formatPercentage(dashboard.margemContribuicao),
    reais(dashboard.ticketMedio),
    formatPercentage(breakEven.progress),
    reais(-breakEven.surplus),
    'Abaixo do ponto de equilíbrio',
  );

  await openTab('Dashboard');
  await shown(
    reais(dashboard.faturamentoMedio),
    reais(dashboard.custosFixos),
    formatPercentage(dashboard.custosVariaveisPercentual),
    formatPercentage(dashboard.cmvMedio),
    formatPercentage(dashboard.lucroMedio),
    reais(dashboard.pontoEquilibrio),
    reais(dashboard.ticketMedio),
    formatPercentage(dashboard.margemContribuicao),
    formatPercentage(-breakEven.performance),
  );
});

type Line = readonly [name: string, said: string, where?: string];

interface TypedDish {
  readonly name: string;
  readonly price: string;
  readonly iFood?: string;
  readonly portions?: number;
  readonly lines?: readonly Line[];
}

interface TypedBusiness {
  readonly fixed_costs: readonly (readonly [name: string, value: string])[];
  readonly variable_costs: readonly (readonly [name: string, percentage: string, where: string])[];
  readonly revenue: readonly (readonly [month: string, value: string])[];
  readonly ingredients: readonly (readonly [name: string, unit: string, price: string, besides?: string])[];
  readonly preparations: readonly { readonly name: string; readonly yields: string; readonly lines: readonly Line[] }[];
  readonly dishes: readonly TypedDish[];
  readonly sales_october: Readonly<Record<string, readonly [number, string, number, string]>>;
  readonly profit_goal: string;
  readonly expected: {
    readonly mix: Readonly<Record<string, number>>;
    readonly with_goal: { readonly quantities: readonly number[] };
    readonly menu_margins: readonly number[];
    readonly [figure: string]: unknown;
  };
}

const CASES = JSON.parse(readFileSync(`${import.meta.dirname}/../samples/first-hour.json`, 'utf8')) as Readonly<
  Record<'pizzaria' | 'doceria', TypedBusiness>
>;

/** For these ingredients the pack is typed into the field of the unit. */
const IN_UNIT = ['Leite condensado', 'Tomate pelado'];
/** For these ingredients a number is typed without a unit, and the form asks for it. */
const WITHOUT_UNIT: Readonly<Record<string, readonly [typed: string, chosen: string]>> = {
  'Creme de leite': ['200', '200 g'],
  Ovo: ['4', '4 un'],
};

/** An owner who types as new owners do. */
async function newOwner() {
  const owner = await openDashboard(createFakeServer());
  const { add, appear, card, chooseComponent, enter, field, lineAdded, main, press, server, type } = owner;

  /** '97,20 a caixa 27x200g' → 97,20 and the pack as it is written; '4,79' is a plain price. */
  async function addIngredient([name, unit, price, besides]: TypedBusiness['ingredients'][number]): Promise<void> {
    const [paid = '', pack] = price.split(/ [ao] /);
    await type('Nome', name);
    const isPackInUnit = pack !== undefined && IN_UNIT.includes(name);
    await type('Unidade', isPackInUnit ? pack.replace(/^\D+/, '') : unit);
    if ((pack !== undefined && !isPackInUnit) || besides !== undefined) {
      const more = (await appear('Embalagem, perda e medidas')).closest('details');
      if (!more?.open) await press('Embalagem, perda e medidas');
    }
    if (pack !== undefined && !isPackInUnit)
      await type('O que vem na embalagem', /\d\s*\D/.test(pack) ? pack : `${pack} un`);
    if (besides?.startsWith('rendimento')) await type(/^Rendimento/, besides.replaceAll(/[^\d,]/g, ''));
    else if (besides !== undefined) await type('Quanto é uma medida na outra', besides);
    await type(/^Preço(?: pago| por .*)?$/, paid);
    await enter();
    await appear(new RegExp(`^Editar ${name}`));
  }

  async function addLine(recipe: HTMLElement, [name, said, where]: Line): Promise<void> {
    await chooseComponent(recipe, name);
    const bare = WITHOUT_UNIT[name];
    await type(/^Quantidade \(/, bare ? bare[0] : said.replace(/^.*: /, ''), recipe);
    if (bare) {
      await enter();
      await press(bare[1], recipe);
    }
    if (/^Massa.* \d+ un$/.test(`${name} ${said}`))
      await type('Quanto pesa 1 un de Massa de brigadeiro?', '16 g', recipe);
    if (where !== undefined) await press('iFood', recipe);
    await press('Adicionar', recipe);
    await lineAdded(recipe, name);
  }

  async function addPreparations(recipes: TypedBusiness['preparations']): Promise<void> {
    await press(/^Preparos/);
    for (const { name, yields, lines } of recipes) {
      await add({ Nome: name, Rende: yields });
      await waitFor(() => card(name));
      for (const line of lines) await addLine(card(name), line);
    }
  }

  async function setPrices(dish: HTMLElement, { price, iFood }: TypedDish): Promise<void> {
    await press(/^(?:Definir|Editar) preço$/, dish);
    await type('Preço de venda', price, dish);
    await enter();
    await appear('Editar preço', dish);
    if (iFood === undefined) return;
    await press(/^Editar iFood/, dish);
    await type('Preço no iFood', iFood, dish);
    await enter();
    await appear(/^Editar iFood/, dish);
  }

  /** Waits until the server has everything that was typed. */
  const saved = () => waitFor(() => expect(owner.business.hasUnsavedChanges).toBe(false));
  const read = async (path: string): Promise<unknown> => (await server.fetch(path)).json();
  return { ...owner, addIngredient, addLine, addPreparations, setPrices, saved, read, field, main };
}

test('a confectioner who types her boxes and jars gets the figures worked out by hand', async () => {
  const { ingredients, preparations, dishes, expected } = CASES.doceria;
  const { addDish, addIngredient, addLine, addPreparations, enter, openTab, press, read, saved, setPrices, type } =
    await newOwner();
  await openTab('Insumos');
  for (const each of ingredients) await addIngredient(each);
  await addPreparations(preparations);
  await openTab('Ficha Técnica');
  for (const each of dishes) {
    const dish = await addDish(each.name);
    for (const line of each.lines ?? []) await addLine(dish, line);
    if (each.portions !== undefined) {
      await press('Porções e preparo', dish);
      await type('A ficha rende quantas porções?', String(each.portions), dish);
      await enter();
    }
    await setPrices(dish, each);
  }
  await saved();
  expect(await read('/api/dishes')).toMatchObject([
    { name: 'Brigadeiros cx 25', cmv: expected['cmv_cx25'] },
    { name: 'Bolo no pote', cmv: expected['cmv_bolo_no_pote'] },
  ]);
  expect(await read('/api/preparations')).toMatchObject([{ batch_cost: expected['batch_massa'] }]);
});

interface Mix extends Readonly<Record<'revenue' | 'result' | 'break_even', number>> {
  readonly cmv: number;
  readonly contribution_margin: number;
  readonly safety_margin: number;
  readonly menu: readonly { readonly margin: number }[];
  readonly goal_quantities: readonly { readonly quantity: number }[];
}

const cents = (value: number): number => Math.round(value * 100) / 100;

test('a pizzeria with three sizes, an app and a month of sales, typed in its first hour, gets the figures worked out by hand', async () => {
  const of = CASES.pizzaria;
  const { mix, with_goal: withGoal, menu_margins: margins } = of.expected;
  const owner = await newOwner();
  const { add, addDish, addIngredient, addLine, addPreparations, appear, card, enter } = owner;
  const { openTab, press, read, saved, setPrices, tapCount, text, type, user } = owner;

  await openTab('Custos Fixos');
  for (const [name, value] of of.fixed_costs) await add({ Nome: name, 'Valor por mês': value });
  await openTab('Custos Variáveis');
  for (const [name, percentage, where] of of.variable_costs) {
    await add({ Nome: name, Percentual: percentage.replace(' %', '') });
    if (where === 'só no iFood') {
      await press('Só no iFood');
      await press('Adicionar');
    }
    await appear(new RegExp(`^Editar ${name}`));
  }
  await openTab('Faturamento');
  for (const [month, value] of of.revenue) {
    await type('Faturamento', value, screen.getByRole('group', { name: month }));
    await user.tab();
  }
  await openTab('Insumos');
  for (const each of of.ingredients) await addIngredient(each);
  await addPreparations(of.preparations);

  await openTab('Ficha Técnica');
  const [middle, ...rest] = of.dishes;
  if (!middle) throw new Error('no dishes');
  const first = await addDish(middle.name);
  for (const line of middle.lines ?? []) await addLine(first, line);
  await setPrices(first, middle);
  for (const each of rest) {
    if (each.lines) {
      const dish = await addDish(each.name);
      for (const line of each.lines) await addLine(dish, line);
    } else {
      const source = card(middle.name);
      if (!source.querySelector('form')) await press(new RegExp(`^${middle.name}`), source);
      await press(/outro tamanho/, source);
      const form = await screen.findByRole('form', { name: `Duplicar ${middle.name}` });
      await type('Quantidades vezes', each.name === 'Broto' ? '0,6' : '1,5', form);
      await within(form).findByRole('checkbox', { name: /Caixa de pizza/, checked: true });
      await press('Duplicar', form);
      await waitFor(() => card(`${middle.name} (cópia)`));
      await press('Renomear', card(`${middle.name} (cópia)`));
      await type('Nome do prato', each.name, card(`${middle.name} (cópia)`));
      await enter();
      await waitFor(() => card(each.name));
    }
    await setPrices(card(each.name), each);
  }

  await press('Vendas, meta e cardápio');
  const sold = await screen.findByRole('region', { name: 'O que você vendeu' });
  for (const [channel, at] of [
    ['Balcão', 0],
    ['iFood', 2],
  ] as const) {
    await user.selectOptions(within(sold).getByRole('combobox', { name: 'Canal' }), channel);
    for (const [dish, row] of Object.entries(of.sales_october)) {
      await type(`Vendidos: ${dish}`, String(row[at]), sold);
      await press(`Sei quanto entrou: ${dish}`, sold);
      await type(`Quanto entrou: ${dish}`, String(row[at + 1]), sold);
    }
    await press('Salvar vendas', sold);
    await saved();
  }
  const found = (await read('/api/mix')) as Mix;
  expect(cents(found.break_even)).toBe(mix['break_even']);
  expect(found.revenue).toBe(mix['revenue']);
  expect(cents(found.result)).toBe(mix['result']);
  for (const figure of ['cmv', 'contribution_margin', 'safety_margin'] as const)
    expect(found[figure].toFixed(1)).toBe(mix[figure]?.toFixed(1));
  expect(found.menu.map(({ margin }) => cents(margin))).toEqual(margins);
  await waitFor(() => expect(text()).toContain('R$ 31.489,86'));
  await type('Quanto quer tirar por mês', of.profit_goal);
  await enter();
  await waitFor(() => expect(text()).toContain('Para tirar R$ 8.000,00 por mês, venda R$ 47.030,91:'));
  await saved();
  const { goal_quantities: quantities } = (await read('/api/mix')) as Mix;
  expect(quantities.map(({ quantity }) => quantity)).toEqual(withGoal.quantities);

  // The dishes that a new price changes are within three taps of the dashboard.
  await openTab('Dashboard');
  const tapsBefore = tapCount();
  await openTab('Insumos');
  await press(/^Comprados/);
  await press(/^Editar Muçarela/);
  await type('Preço', '38,90', await screen.findByRole('form', { name: 'Editar Muçarela' }));
  await enter();
  await screen.findByRole('list', { name: 'Pratos que mudaram' });
  expect(tapCount() - tapsBefore).toBeLessThanOrEqual(3);
  await saved();
  const [dish] = (await read('/api/dishes')) as readonly object[];
  expect(dish).toMatchObject({
    name: middle.name,
    channels: [{ cmv: of.expected['cmv_media_balcao'] }, { cmv: of.expected['cmv_media_ifood'] }],
  });
});

test('a confectioner can cost forty brigadeiros with tins by the box, eggs by weight and work by the hour', async () => {
  const owner = await newOwner();
  const { add, addDish, addLine, addPreparations, card, chooseComponent, enter, lineAdded } = owner;
  const { openTab, press, setPrices, text, type } = owner;
  const shows = (of: () => HTMLElement, figure: string) => waitFor(() => expect(text(of())).toContain(figure));
  await openTab('Insumos');
  await press('Embalagem, perda e medidas');
  await add({
    Nome: 'Leite condensado',
    Unidade: 'kg',
    'O que vem na embalagem': 'caixa 12 × 395 g',
    'Preço pago': '89,90',
  });
  await shows(owner.main, 'R$ 18,97 / kg');
  await shows(owner.main, 'R$ 89,90 por caixa 12 × 395 g');
  for (const [name, unit, price] of [
    ['Chocolate em pó', 'kg', '32'],
    ['Manteiga', 'kg', '45'],
    ['Mão de obra', 'h', '18'],
    ['Ovo', 'kg', '12'],
  ] as const)
    await add({ Nome: name, Unidade: unit, [`Preço por ${unit}`]: price });
  // 790 g × 18,9662 + 50 g × 32 + 30 g × 45 = R$ 14,9833 + 1,60 + 1,35 = R$ 17,9333 for 800 g.
  await addPreparations([
    {
      name: 'Massa de brigadeiro',
      yields: '800 g',
      lines: [
        ['Leite condensado', '790 g'],
        ['Chocolate em pó', '50 g'],
        ['Manteiga', '30 g'],
      ],
    },
  ]);
  await shows(() => card('Massa de brigadeiro'), 'R$ 17,93');
  await openTab('Ficha Técnica');
  const dish = await addDish('Brigadeiro');
  await addLine(dish, ['Massa de brigadeiro', '800 g']);
  await addLine(dish, ['Mão de obra', '45 min']);
  await chooseComponent(dish, 'Ovo');
  await type(/^Quantidade \(/, '1 un', dish);
  // The form asks for the weight of an egg: 1 egg of 50 g costs R$ 0,60.
  await type('Quanto pesa 1 un de Ovo?', '50 g', dish);
  await enter();
  await lineAdded(dish, 'Ovo');
  await press('Porções e preparo', dish);
  await type('A ficha rende quantas porções?', '40', dish);
  await enter();
  // (17,9333 + 13,50 + 0,60) × 1,10 ÷ 40 = 0,8809
  for (const figure of ['R$ 0,88', 'R$ 32,03', 'R$ 35,24']) await shows(() => card('Brigadeiro'), figure);
  await setPrices(card('Brigadeiro'), { name: 'Brigadeiro', price: '3,50' });
  await shows(() => card('Brigadeiro'), 'R$ 2,62');
});

test('the commission of an app is asked about at once and creates counter and app in one change', async () => {
  const { enter, main, openTab, press, saved, server, text, type } = await newOwner();
  await openTab('Custos Variáveis');
  await press('Comissão do iFood', main());
  await type('Percentual', '27');
  await enter();
  await waitFor(() => expect(text()).toContain('Em todas as vendas, ou só no iFood? Escolha acima.'));
  await press('Só no iFood');
  await press('Adicionar');
  await waitFor(() => expect(text()).toContain('Canais de venda: Balcão e iFood'));
  expect(text()).toContain('só no iFood');
  await saved();
  expect(server.changes()).toEqual(['applyChanges']);
  for (const tab of ['Ficha Técnica', 'Faturamento']) {
    await openTab(tab);
    await waitFor(() => expect(text()).toContain('Canais de venda: Balcão e iFood'));
  }
});

test('packs are understood in the field of the unit, numbers without a unit are asked about, and a conversion shows its price', async () => {
  const { add, addDish, appear, chooseComponent, enter, lineAdded, openTab, press, text, type } = await newOwner();
  await openTab('Insumos');
  await type('Nome', 'Leite condensado');
  await type('Unidade', '12x1.395g');
  await appear('1.395');
  await type('Unidade', '12x395g');
  await type('Preço pago', '89,90');
  await waitFor(() => expect(text()).toContain('Entendi: 4.740 g, R$ 18,97 / kg.'));
  await enter();
  await appear(/^Editar Leite condensado/);
  await add({ Nome: 'Ovo', Unidade: 'dz', 'Preço por dz': '9' });
  await openTab('Ficha Técnica');
  const dish = await addDish('Bolo');
  await chooseComponent(dish, 'Ovo');
  await type(/^Quantidade \(/, '4', dish);
  await enter();
  await waitFor(() => expect(text(dish)).toContain('4 dz ou 4 un?'));
  await press('4 un', dish);
  await press('Adicionar', dish);
  await lineAdded(dish, 'Ovo');
  // 4 × R$ 9,00 ÷ 12
  expect(text(dish)).toContain('R$ 3,00');
  await chooseComponent(dish, 'Leite condensado');
  await type(/^Quantidade \(/, '1 lata', dish);
  await type('Quanto rende 1 lata de Leite condensado em g?', '4.740 g', dish);
  await press('4.740', dish);
  // The unit is the whole box, so its price is that of the box; an inverted conversion would show here.
  await waitFor(() => expect(text(dish)).toContain('Entendi: 1 lata = 4.740 g, R$ 89,90 / lata.'));
  await press('Adicionar', dish);
  await lineAdded(dish, 'Leite condensado');
});

test('a price of zero counts as missing until one tap marks the ingredient as free', async () => {
  const { add, appear, openTab, press, saved, server, text } = await newOwner();
  await openTab('Insumos');
  await add({ Nome: 'Água', Unidade: 'l', 'Preço por l': '0' });
  const row = (await appear(/^Editar Água/)).closest('li') ?? document.body;
  await waitFor(() => expect(text(row)).toContain('falta o preço'));
  await press(/^É de graça/, row);
  await waitFor(() => expect(text(row)).not.toContain('falta o preço'));
  expect(text(row)).toContain('de graça');
  await saved();
  expect([...server.state().ingredients.values()]).toMatchObject([{ name: 'Água', unitPrice: 0, free: true }]);
});

test('a missing ingredient and the weight of one piece can be entered inside the recipe line', async () => {
  const { addDish, appear, enter, lineAdded, openTab, press, text, type } = await newOwner();
  await openTab('Ficha Técnica');
  const dish = await addDish('Omelete');
  await type('Insumo', 'Ovo caipira', dish);
  await press('Criar insumo “Ovo caipira”');
  await type('Unidade', 'kg', dish);
  await type('Preço por kg', '20,00', dish);
  await type(/^Quantidade/, '2 un', dish);
  await type('Quanto pesa 1 un de Ovo caipira?', '50 g', dish);
  await enter();
  await lineAdded(dish, 'Ovo caipira');
  // 2 × 50 g × R$ 20,00 / kg × 1,1.
  expect(text(dish)).toContain('R$ 2,20');
  await openTab('Insumos');
  await appear(/^Editar Ovo caipira/);
});
