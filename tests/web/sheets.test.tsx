import { fixedCostFields } from '#domain/business/fixed-cost/fields.ts';
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { csvFile } from '#contract/csv.ts';
import type { MixBody } from '#contract/mix.schema.ts';
import { AMOUNTS, readAmount } from '#domain/amounts.ts';
import { businessFigures } from '#domain/figures/business-figures.ts';
import { formatMoney } from '#domain/format.ts';
import { printedDish } from '#web/features/recipe-print/printed-recipe.ts';
import { withoutMoney } from '#web/features/recipe-print/printed.ts';
import { recipeText } from '#web/features/recipe-print/recipe-text.ts';
import { roundForScale } from '#web/features/fields/round-for-scale.ts';
import { RecipePage } from '#web/features/recipe-print/recipe-page.tsx';
import { fileName } from '#web/features/export/save-file.ts';
import { type TableName, TABLES } from '#web/features/export/tables.ts';
import { IMPORTS, entityImportKind } from '#web/features/fields/entity-imports.ts';
import { screenFrom } from '#web/features/navigation/dashboard-screen.ts';
import type { UserEvent } from '@testing-library/user-event';
import type { BusinessCommand } from '#domain/business/commands.ts';
import { createFakeServer, idOf, pizzeriaServer } from './support/fake-server.ts';
import { page, showTab } from './support/screen-under-test.tsx';
import { pastedCells, pastedRows } from './support/pasted-rows.ts';

afterEach(cleanup);

const server = pizzeriaServer();
for (const [name, yieldUnit] of [
  ['Massa', 'un'],
  ['Molho', 'kg'],
] as const)
  server.changeRemotely({ type: 'AddPreparation', id: idOf(name), name, yieldQuantity: 120_000, yieldUnit });
server.changeRemotely({
  type: 'AddPreparationIngredient',
  preparationId: idOf('Massa'),
  ingredientId: idOf('Fermento'),
  quantity: 300_000,
  unit: 'g',
});
const shown = { state: server.state(), figures: businessFigures(server.state()) };
const fileOf = (table: TableName): string => csvFile(TABLES[table](shown));

describe('a downloaded sheet', () => {
  const plain = (Object.keys(TABLES) as TableName[]).filter((name) => name !== 'canais' && name !== 'vendas');
  test.each(plain)('of %s has a heading for every cell', (name) => {
    const [heading = [], ...rows] = TABLES[name](shown);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter((row) => row.length !== heading.length)).toEqual([]);
    const sheetText = (row: readonly string[]) => row.slice(0, row.findLastIndex((cell) => cell !== '') + 1);
    expect(pastedCells(fileOf(name))).toEqual(TABLES[name](shown).map(sheetText));
  });

  test('of figures contains the sales-weighted ones once something is sold', () => {
    const currentMix = {
      break_even: 31_489.8627,
      result: -62.5,
      cmv: 32.7,
      contribution_margin: 51.4766,
      safety_margin: 36.7358,
    } as unknown as MixBody;
    expect(TABLES.indicadores(shown).flat().join(' ')).not.toContain('pelo que você vende');
    expect(TABLES.indicadores({ ...shown, currentMix }).slice(-5)).toEqual([
      ['Ponto de equilíbrio pelo que você vende', '31489,8627', 'R$'],
      ['Resultado por mês pelo que você vende', '-62,5', 'R$'],
      ['CMV pelo que você vende', '32,7', '%'],
      ['Margem de contribuição pelo que você vende', '51,4766', '%'],
      ['Margem de segurança pelo que você vende', '36,7358', '%'],
    ]);
  });

  test('is read by a Brazilian spreadsheet without a conversion', () => {
    const lines = fileOf('insumos').split('\r\n');
    expect(lines[0]).toBe('\uFEFFNome;Unidade;Preço;Em quantos pratos');
    expect(lines).toContain('Muçarela;kg;38,9;6');
    expect(lines).toContain('Fermento;g;0,0385;7');
  });

  test('of preparations has a row for each line, and one for a preparation without lines', () => {
    expect(TABLES.preparos(shown)).toEqual([
      ['Preparo', 'Rende', 'Insumo', 'Quantidade', 'Unidade', 'Preço', 'Preço por', 'Custo'],
      ['Massa', '12 un', 'Fermento', '30', 'g', '0,0385', 'g', '1,155'],
      ['Molho', '12 kg', '', '', '', '', '', ''],
    ]);
  });

  test('has every field that an owner has filled in, and no column for an unused one', () => {
    const filled = createFakeServer([
      { type: 'AddIngredient', id: idOf('Ovo'), name: 'Ovo', unit: 'un', unitPrice: 10_000 },
      {
        type: 'AddPreparation',
        id: idOf('Massa'),
        name: 'Massa',
        yieldQuantity: 20_000,
        yieldUnit: 'kg',
        conversions: [{ unit: 'bola', quantity: 2_500_000, equalsUnit: 'g' }],
        method: 'Sove.\nDescanse.',
      },
      { type: 'AddPreparationIngredient', preparationId: idOf('Massa'), ingredientId: idOf('Ovo'), quantity: 10_000 },
      {
        type: 'AddDish',
        id: idOf('Bolo no pote'),
        name: 'Bolo no pote',
        salePrice: 150_000,
        portions: 10,
        loss: 0,
        category: 'Doces',
        method: 'Asse.',
      },
      { type: 'AddDish', id: idOf('Café'), name: 'Café', salePrice: 0 },
      { type: 'AddDishIngredient', dishId: idOf('Bolo no pote'), ingredientId: idOf('Ovo'), quantity: 30_000 },
      { type: 'AddDishIngredient', dishId: idOf('Café'), ingredientId: idOf('Massa'), quantity: 10_000 },
    ]).state();
    const ends = (table: TableName, count: number) =>
      TABLES[table]({ state: filled, figures: businessFigures(filled) }).map((row) => row.slice(-count));
    expect(ends('pratos', 4)).toEqual([
      ['Porções', 'Perda (%)', 'Categoria', 'Modo de preparo'],
      ['10', '0', 'Doces', 'Asse.'],
      ['', '', '', ''],
    ]);
    expect(ends('fichas-tecnicas', 1)).toEqual([['Porções'], ['10'], ['']]);
    expect(ends('preparos', 2)).toEqual([
      ['Conversões', 'Modo de preparo'],
      ['1 bola = 250 g', 'Sove.\nDescanse.'],
    ]);
    const headings = (['pratos', 'fichas-tecnicas', 'preparos'] as const).flatMap(
      (name) => TABLES[name](shown)[0] ?? [],
    );
    expect(headings.join(' ')).not.toMatch(/Porções|Perda|Categoria|Modo|Conversões/);
  });

  test('is imported again as the same ingredients', () => {
    const rows = pastedRows(
      fileOf('insumos'),
      entityImportKind(IMPORTS.ingredients, () => shown.state),
    );
    expect(rows.map(({ name, unit, amount }) => [name, unit, readAmount(amount, AMOUNTS.unitPrice)])).toEqual(
      [...shown.state.ingredients.values()].map(({ name, unit, unitPrice }) => [
        name,
        unit,
        { ok: true, tenThousandths: unitPrice },
      ]),
    );
  });

  test('is imported again as the same costs', () => {
    const costs = pastedRows(
      fileOf('custos-fixos'),
      entityImportKind(IMPORTS.fixedCosts, () => shown.state),
    );
    expect(costs.map(({ name, amount }) => [name, readAmount(amount, fixedCostFields.value.spec.rule)])).toEqual(
      [...shown.state.fixedCosts.values()].map(({ name, value }) => [name, { ok: true, tenThousandths: value }]),
    );
    const shares = pastedRows(
      fileOf('custos-variaveis'),
      entityImportKind(IMPORTS.variableCosts, () => shown.state),
    );
    expect(shares.map(({ name, amount }) => [name, readAmount(amount, AMOUNTS.variableCost)])).toEqual(
      [...shown.state.variableCosts.values()].map(({ name, percentage }) => [
        name,
        { ok: true, tenThousandths: percentage },
      ]),
    );
  });

  test('writes losses as numbers and names as texts', () => {
    expect(fileOf('pratos')).toMatch(/^Pizza Camarão;69,9;.*;-\d+,\d+\r$/m);
    const named = createFakeServer([
      { type: 'AddFixedCost', id: idOf('x'), name: '=HYPERLINK("http://x";"y")', value: 10_000 },
      { type: 'AddFixedCost', id: idOf('y'), name: '@soma', value: 10_000 },
    ]).state();
    const text = csvFile(TABLES['custos-fixos']({ state: named, figures: businessFigures(named) }));
    expect(text).toContain(`"'=HYPERLINK(""http://x"";""y"")";1;50`);
    expect(text).toContain(`'@soma;1;50`);
  });

  test('is named after its content and day', () => {
    expect(fileName('insumos', 'csv', new Date(2026, 2, 9, 23))).toBe('prumo-insumos-2026-03-09.csv');
  });
});

/** The message that 'Enviar por WhatsApp' would send. */
const message = (): string => {
  const { href } = screen.getByRole<HTMLAnchorElement>('link', { name: 'Enviar por WhatsApp' });
  return new URL(href).searchParams.get('text') ?? '';
};
const MONEY = /R\$|%|cust|preço|margem|sobra|cmv|resultado/i;

describe('the sheet of a dish', () => {
  test('shows the lines, the loss, the price and what remains of it', async () => {
    await showTab(<RecipePage recipeId={idOf('Pizza Muçarela')} />, pizzeriaServer());
    expect(screen.getByRole('heading', { level: 1, name: 'Pizza Muçarela' })).toBeDefined();
    for (const text of ['0,32 kg', 'R$ 38,90 / kg', 'R$ 12,45', 'Perda na produção, 10%', 'CMV total', 'R$ 52,90'])
      expect(page()).toContain(text);
  });

  test('can be sent as a message', async () => {
    await showTab(<RecipePage recipeId={idOf('Pizza Muçarela')} />, pizzeriaServer());
    const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'Enviar por WhatsApp' });
    const text = message();
    expect(new URL(link.href).origin).toBe('https://wa.me');
    expect(text).toContain('*Pizza Muçarela* · ficha técnica');
    expect(text).toContain('• 0,32 kg de Muçarela: R$ 12,45 (R$ 38,90 / kg)');
    expect(text).toContain('Preço de venda: R$ 52,90');
    expect(text).toMatch(/\n\*CMV total: R\$ [\d,]+\*\n/);
  });

  test('shows the kitchen quantities for any number of portions, and no money', async () => {
    const { user } = await showTab(<RecipePage recipeId={idOf('Pizza Muçarela')} />, pizzeriaServer());
    const paper = (): string => screen.getByRole('article').textContent?.replaceAll('\u00A0', ' ') ?? '';
    expect(paper()).toContain('R$ 12,45');
    await user.click(screen.getByRole('radio', { name: 'Para a cozinha' }));
    const portions = screen.getByRole('textbox', { name: 'Para quantas porções' });
    await user.clear(portions);
    await user.type(portions, '5');
    expect(paper()).toContain('Rendimento: 5 porções');
    expect(paper()).toContain('Muçarela1,6 kg');
    expect(paper()).not.toContain('R$');
    expect(message()).toMatch(
      /^\*Pizza Muçarela\* · ficha técnica\nRendimento: 5 porções\n\n(• [^\n]*\n)+\nPrumo · [\d/]+$/,
    );
    expect(message()).toContain('• 1,6 kg de Muçarela\n');
    expect(message()).not.toMatch(MONEY);
    await user.click(screen.getByRole('radio', { name: 'Com custos' }));
    expect(paper()).toContain('R$ 62,24');
    expect(message()).toContain('• 1,6 kg de Muçarela: R$ 62,24 (R$ 38,90 / kg)');
  });

  test('contains no money for the kitchen, even with channels and portions', () => {
    const sold = pizzeriaServer();
    sold.changeRemotely({ type: 'ChangeDish', id: idOf('Pizza Muçarela'), portions: 8, loss: 50_000 });
    sold.changeRemotely({ type: 'AddChannel', id: idOf('App'), name: 'App' });
    const state = sold.state();
    const dish = state.dishes.get(idOf('Pizza Muçarela'));
    const figures = businessFigures(state).dishes.get(idOf('Pizza Muçarela'));
    if (!dish || !figures) throw new Error('no dish');
    const recipe = printedDish(dish, figures, { state, portions: 40 });
    expect(JSON.stringify(recipe)).toMatch(MONEY);
    const kitchen = withoutMoney(recipe);
    expect(JSON.stringify(Object.values(kitchen))).not.toMatch(MONEY);
    expect(recipeText(kitchen, { isForKitchen: true })).toBe(recipeText(recipe, { isForKitchen: true }));
    expect(recipeText(kitchen, { isForKitchen: true })).not.toMatch(MONEY);
  });

  describe('for a dish with preparations', () => {
    /** A pizza has 350 g of dough and 100 g of sauce; 2 kg of dough have 200 g of starter; the sauce has tomato. */
    const withDough = () => {
      const line = (of: string, what: string, quantity: number, unit: string): BusinessCommand => ({
        type: 'AddPreparationIngredient',
        preparationId: idOf(of),
        ingredientId: idOf(what),
        quantity,
        unit,
      });
      const addPreparation = (name: string, yieldQuantity: number, yieldUnit: string): BusinessCommand => ({
        type: 'AddPreparation',
        id: idOf(name),
        name,
        yieldQuantity,
        yieldUnit,
        method: name === 'Massa' ? 'Sove.\nDescanse 1 h.' : null,
      });
      const dish = idOf('Marguerita');
      return createFakeServer([
        { type: 'AddIngredient', id: idOf('Farinha'), name: 'Farinha', unit: 'kg', unitPrice: 45_000 },
        addPreparation('Fermento natural', 10_000, 'kg'),
        line('Fermento natural', 'Farinha', 5_000, 'kg'),
        addPreparation('Massa', 20_000, 'kg'),
        line('Massa', 'Farinha', 12_000, 'kg'),
        line('Massa', 'Fermento natural', 2_000_000, 'g'),
        { type: 'AddDish', id: dish, name: 'Marguerita', salePrice: 400_000 },
        {
          type: 'AddDishIngredient',
          dishId: dish,
          ingredientId: idOf('Fermento natural'),
          quantity: 100_000,
          unit: 'g',
        },
        { type: 'AddDishIngredient', dishId: dish, ingredientId: idOf('Massa'), quantity: 3_500_000, unit: 'g' },
      ]);
    };
    const paper = (): string => screen.getByRole('article').textContent?.replaceAll('\u00A0', ' ') ?? '';
    const part = (name: string): string =>
      screen.getByRole('region', { name: `Preparo: ${name}` }).textContent?.replaceAll('\u00A0', ' ') ?? '';
    const type = async (user: UserEvent, label: string, text: string) => {
      const field = screen.getByRole('textbox', { name: label });
      await user.clear(field);
      await user.type(field, text);
    };

    test('shows the kitchen their recipes in the needed quantities, and no money', async () => {
      const { user } = await showTab(<RecipePage recipeId={idOf('Marguerita')} />, withDough());
      expect(screen.queryByRole('region')).toBeNull();
      expect(paper()).toContain('R$ 2,93 / kg');
      await user.click(screen.getByRole('radio', { name: 'Para a cozinha' }));
      await type(user, 'Para quantas porções', '4');
      // The 4 × 350 g of dough are 7/10 of a batch: 840 g of flour and 140 g of starter, beside 40 g in the dish.
      expect(part('Massa')).toBe(
        'Massa 1,4 kgIngredientes de MassaInsumoQuantidadeFarinha840 gFermento natural140 gSove.\nDescanse 1 h.',
      );
      expect(part('Fermento natural')).toBe(
        'Fermento natural 180 gIngredientes de Fermento naturalInsumoQuantidadeFarinha90 g',
      );
      expect(screen.getAllByRole('region').map((each) => each.getAttribute('aria-label'))).toEqual([
        'Preparo: Massa',
        'Preparo: Fermento natural',
      ]);
      expect(paper()).not.toContain('R$');
    });

    test('can be printed for a preparation itself, for any number of batches', async () => {
      const { user } = await showTab(<RecipePage recipeId={idOf('Massa')} />, withDough());
      expect(screen.getByRole('heading', { level: 1, name: 'Massa' })).toBeTruthy();
      // The recipe has 1,2 kg of flour for R$ 5,40 and 200 g of starter at R$ 2,25 a kilo for R$ 0,45.
      expect(paper()).toContain('A receita custa R$ 5,85');
      await type(user, 'Quantas receitas', '2,5');
      expect(paper()).toContain('Rendimento: 5 kg, 2,5 receitas');
      expect(paper()).toContain('Farinha3 kgR$ 4,50 / kgR$ 13,50');
      expect(paper()).toContain('R$ 14,63');
      await type(user, 'Quantas receitas', '0');
      expect(page()).toContain('O valor precisa ser maior que zero.');
      await user.click(screen.getByRole('radio', { name: 'Para a cozinha' }));
      expect(part('Fermento natural')).toContain('Farinha100 g');
      expect(paper()).not.toContain('R$');
    });

    test('can be sent as a message, even for a preparation', async () => {
      const { user } = await showTab(<RecipePage recipeId={idOf('Massa')} />, withDough());
      expect(message().replace(/[\d/]+$/, 'today')).toBe(
        '*Massa* · preparo\nRendimento: 2 kg\n\n• 1,2 kg de Farinha: R$ 5,40 (R$ 4,50 / kg)\n• 200 g de Fermento natural: R$ 0,45 (R$ 2,25 / kg)\n\nA receita custa: R$ 5,85\n*Custo: R$ 2,93 / kg*\n\n*Modo de preparo*\nSove.\nDescanse 1 h.\n\nPrumo · custos e preços do dia today',
      );
      await user.click(screen.getByRole('radio', { name: 'Para a cozinha' }));
      await type(user, 'Quantas receitas', '2,5');
      expect(message().replace(/[\d/]+$/, 'today')).toBe(
        '*Massa* · preparo\nRendimento: 5 kg, 2,5 receitas\n\n• 3 kg de Farinha\n• 500 g de Fermento natural\n\n*Modo de preparo*\nSove.\nDescanse 1 h.\n\n*Fermento natural* 500 g\n• 250 g de Farinha\n\nPrumo · today',
      );
    });
  });

  test('names lines of some channels only and adds up those of the main channel', async () => {
    const selling = pizzeriaServer();
    const dish = selling.state().dishes.get(idOf('Pizza Muçarela'));
    const box = dish?.lines.find(({ ingredientId }) => ingredientId === idOf('Caixa de pizza'));
    const others = dish?.lines.filter((line) => line !== box).map(({ ingredientId }) => ingredientId) ?? [];
    const costs = businessFigures(selling.state()).dishes.get(idOf('Pizza Muçarela'))?.lines ?? [];
    const sum = costs
      .filter(({ ingredientId }) => others.includes(ingredientId))
      .reduce((all, { cost }) => all + cost, 0);
    selling.changeRemotely({ type: 'AddChannel', id: idOf('Balcão'), name: 'Balcão' });
    selling.changeRemotely({ type: 'AddChannel', id: idOf('App'), name: 'App' });
    selling.changeRemotely({
      type: 'ChangeDishIngredient',
      dishId: idOf('Pizza Muçarela'),
      ingredientId: idOf('Caixa de pizza'),
      channels: [idOf('App')],
    });
    await showTab(<RecipePage recipeId={idOf('Pizza Muçarela')} />, selling);
    expect(page()).toContain('Caixa de pizza, só no App1 un');
    expect(page()).toContain(`Soma dos ingredientes no Balcão ${formatMoney(sum)}`.replaceAll('\u00A0', ' '));
    expect(message()).toContain('• 1 un de Caixa de pizza, só no App: R$ 1,75');
  });

  test('shows cost and remainder in each channel, on paper and in the message, but not for the kitchen', async () => {
    const R = (reais: number): number => reais * 10_000;
    const selling = createFakeServer([
      { type: 'AddIngredient', id: idOf('Massa'), name: 'Massa', unit: 'un', unitPrice: R(10) },
      { type: 'AddDish', id: idOf('Pizza'), name: 'Pizza', salePrice: R(40) },
      { type: 'AddDishIngredient', dishId: idOf('Pizza'), ingredientId: idOf('Massa'), quantity: 10_000 },
      { type: 'AddChannel', id: idOf('Balcão'), name: 'Balcão' },
    ]);
    const { user, business } = await showTab(<RecipePage recipeId={idOf('Pizza')} />, selling);
    expect(page()).not.toMatch(/cana[li]|Balcão/i);
    for (const name of ['App', 'Feira']) selling.changeRemotely({ type: 'AddChannel', id: idOf(name), name });
    const channels = [idOf('App')];
    selling.changeRemotely({ type: 'AddVariableCost', id: idOf('Taxa'), name: 'Taxa', percentage: R(20), channels });
    selling.changeRemotely({
      type: 'ChangeDish',
      id: idOf('Pizza'),
      prices: { [idOf('App')]: R(50), [idOf('Feira')]: 0 },
    });
    await act(() => business.reader.refresh());
    const table = screen.getByRole('table', { name: 'Pizza em cada canal' });
    // 50 − 11 − 20 % of 50.
    expect((table.textContent ?? '').replaceAll('\u00A0', ' ')).toBe(
      'Pizza em cada canalCanalPreçoCMVTaxasMargemBalcãoR$ 40,00R$ 11,00R$ 0,00R$ 29,00AppR$ 50,00R$ 11,00R$ 10,00R$ 29,00Feiranão é vendido',
    );
    expect(message()).toContain(
      '\nApp: preço R$ 50,00, CMV R$ 11,00, taxas R$ 10,00, margem R$ 29,00\nFeira: não é vendido\n',
    );
    await user.click(screen.getByRole('radio', { name: 'Para a cozinha' }));
    expect(screen.queryByRole('table', { name: 'Pizza em cada canal' })).toBeNull();
    expect(message()).not.toMatch(MONEY);
  });

  test('says that a price is missing', async () => {
    const unpriced = pizzeriaServer();
    unpriced.changeRemotely({ type: 'ChangeDish', id: idOf('Pizza Muçarela'), salePrice: 0 });
    await showTab(<RecipePage recipeId={idOf('Pizza Muçarela')} />, unpriced);
    expect(message()).toContain('\n\nPreço de venda: Não definido\n');
  });

  test('says that a removed dish is no longer there', async () => {
    await showTab(<RecipePage recipeId="3f0c6a52-0000-4000-8000-000000000000" />, pizzeriaServer());
    expect(page()).toContain('Esta ficha não está mais aqui');
  });
});

test.each([
  [1_071, 'kg', '107 g'],
  [128_571, 'g', '12,9 g'],
  [12_857, 'ml', '1,29 ml'],
  [429, 'maço', '0,043 maço'],
  [12_345_000, 'g', '1.235 g'],
  [9_999, 'Litros', '1.000 ml'],
  [14_000, 'kg', '1,4 kg'],
  [50_000, 'un', '5 un'],
])('the printed quantity of %i %s is %s', (quantity, unit, text) => {
  expect(roundForScale(quantity, unit)).toBe(text);
});

test.each([
  ['/dashboard', '?tab=recipes', { kind: 'tab', tab: 'recipes' }],
  ['/dashboard/importar', '', { kind: 'import', tab: 'ingredients' }],
  ['/dashboard/importar', '?em=preparations', { kind: 'import', tab: 'ingredients' }],
  ['/dashboard/importar', '?em=fixed-costs', { kind: 'import', tab: 'fixed-costs' }],
  ['/dashboard/importar', '?em=nothing', { kind: 'import', tab: 'ingredients' }],
  ['/dashboard/ficha/17', '', { kind: 'sheet', tab: 'recipes', recipeId: '17' }],
  ['/dashboard/preparo/17', '', { kind: 'sheet', tab: 'ingredients', recipeId: '17' }],
] as const)('the address %s%s opens the screen %j', (path, search, place) => {
  expect(screenFrom(path, search)).toEqual(place);
});
