import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { csvFile } from '#contract/csv.ts';
import { AMOUNTS, readAmount } from '#contract/amounts.ts';
import { businessFigures } from '#domain/figures/business-figures.ts';
import { money } from '#domain/format.ts';
import { DishPage } from '#web/features/dish-print/dish-page.tsx';
import { DEFAULT_SETTINGS } from '#domain/business/settings.ts';
import { dishText } from '#web/features/dish-print/dish-text.ts';
import { sheetName } from '#web/features/export/download-sheet.ts';
import { type TableName, TABLES } from '#web/features/export/tables.ts';
import { readColumns } from '#web/features/import/columns.ts';
import { parseSheet } from '#web/features/import/sheet-text.ts';
import { placeFrom } from '#web/features/dashboard/places.ts';
import { createFakeServer, idOf, pizzeriaServer } from './support/fake-server.ts';
import { page, showTab } from './support/screen-under-test.tsx';

afterEach(cleanup);

const server = pizzeriaServer();
const shown = { state: server.state(), figures: businessFigures(server.state()) };
const fileOf = (table: TableName): string => csvFile(TABLES[table](shown));

describe('a downloaded sheet', () => {
  test.each(Object.keys(TABLES) as TableName[])('of %s has a heading over every cell', (name) => {
    const [heading = [], ...rows] = TABLES[name](shown);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter((row) => row.length !== heading.length)).toEqual([]);
    expect(parseSheet(fileOf(name))).toEqual(TABLES[name](shown));
  });

  test('is read by a Brazilian spreadsheet as it stands', () => {
    const lines = fileOf('insumos').split('\r\n');
    expect(lines[0]).toBe('\uFEFFNome;Unidade;Preço;Em quantos pratos');
    expect(lines).toContain('Muçarela;kg;38,9;6');
    expect(lines).toContain('Fermento;g;0,0385;7');
  });

  test('comes back in as the same ingredients', () => {
    const rows = readColumns(parseSheet(fileOf('insumos')), ['name', 'unit', 'amount']);
    expect(rows.map(({ name, unit, amount }) => [name, unit, readAmount(amount, AMOUNTS.unitPrice)])).toEqual(
      [...shown.state.ingredients.values()].map(({ name, unit, unitPrice }) => [
        name,
        unit,
        { ok: true, units: unitPrice },
      ]),
    );
  });

  test('comes back in as the same costs', () => {
    const costs = readColumns(parseSheet(fileOf('custos-fixos')), ['name', 'amount']);
    expect(costs.map(({ name, amount }) => [name, readAmount(amount, AMOUNTS.fixedCost)])).toEqual(
      [...shown.state.fixedCosts.values()].map(({ name, value }) => [name, { ok: true, units: value }]),
    );
    const shares = readColumns(parseSheet(fileOf('custos-variaveis')), ['name', 'amount']);
    expect(shares.map(({ name, amount }) => [name, readAmount(amount, AMOUNTS.variableCost)])).toEqual(
      [...shown.state.variableCosts.values()].map(({ name, percentage }) => [name, { ok: true, units: percentage }]),
    );
  });

  test('has losses as numbers and names as names', () => {
    expect(fileOf('pratos')).toMatch(/^Pizza Camarão;69,9;.*;-\d+,\d+\r$/m);
    const named = createFakeServer([
      { type: 'AddFixedCost', id: idOf('x'), name: '=HYPERLINK("http://x";"y")', value: 10_000 },
      { type: 'AddFixedCost', id: idOf('y'), name: '@soma', value: 10_000 },
    ]).state();
    const text = csvFile(TABLES['custos-fixos']({ state: named, figures: businessFigures(named) }));
    expect(text).toContain(`"'=HYPERLINK(""http://x"";""y"")";1;50`);
    expect(text).toContain(`'@soma;1;50`);
  });

  test('carries what it is and its day', () => {
    expect(sheetName('insumos', new Date(2026, 2, 9, 23))).toBe('prumo-insumos-2026-03-09.csv');
  });
});

describe('the sheet of a dish', () => {
  test('shows lines, the loss, the price and what is left of it', async () => {
    await showTab(<DishPage dishId={idOf('Pizza Muçarela')} />, pizzeriaServer());
    expect(screen.getByRole('heading', { level: 1, name: 'Pizza Muçarela' })).toBeDefined();
    for (const text of ['0,32 kg', 'R$ 38,90 / kg', 'R$ 12,45', 'Perda na produção, 10%', 'CMV total', 'R$ 52,90'])
      expect(page()).toContain(text);
  });

  test('can be sent as a message', async () => {
    await showTab(<DishPage dishId={idOf('Pizza Muçarela')} />, pizzeriaServer());
    const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'Enviar por WhatsApp' });
    const text = new URL(link.href).searchParams.get('text') ?? '';
    expect(new URL(link.href).origin).toBe('https://wa.me');
    expect(text).toContain('*Pizza Muçarela* · ficha técnica');
    expect(text).toContain('• 0,32 kg de Muçarela: R$ 12,45');
    expect(text).toContain('Preço de venda: R$ 52,90');
  });

  test('for the kitchen has quantities for any number of portions, and no money', async () => {
    const { user } = await showTab(<DishPage dishId={idOf('Pizza Muçarela')} />, pizzeriaServer());
    const paper = (): string => screen.getByRole('article').textContent?.replaceAll('\u00A0', ' ') ?? '';
    expect(paper()).toContain('R$ 12,45');
    await user.click(screen.getByRole('radio', { name: 'Para a cozinha' }));
    const portions = screen.getByRole('textbox', { name: 'Para quantas porções' });
    await user.clear(portions);
    await user.type(portions, '5');
    expect(paper()).toContain('Rendimento: 5 porções');
    expect(paper()).toContain('Muçarela1,6 kg');
    expect(paper()).not.toContain('R$');
    await user.click(screen.getByRole('radio', { name: 'Com custos' }));
    expect(paper()).toContain('R$ 62,24');
  });

  test('says what goes into some channels only, and sums up what goes into the main one', async () => {
    const selling = pizzeriaServer();
    const dish = selling.state().dishes.get(idOf('Pizza Muçarela'));
    const box = dish?.lines.find(({ ingredientId }) => ingredientId === idOf('Caixa de pizza'));
    const others = dish?.lines.filter((line) => line !== box).map(({ ingredientId }) => ingredientId) ?? [];
    const costs = businessFigures(selling.state()).dishes.get(idOf('Pizza Muçarela'))?.lines ?? [];
    const sum = costs
      .filter(({ ingredientId }) => others.includes(ingredientId))
      .reduce((all, { cost }) => all + cost, 0);
    selling.elsewhere({ type: 'AddChannel', id: idOf('Balcão'), name: 'Balcão' });
    selling.elsewhere({ type: 'AddChannel', id: idOf('App'), name: 'App' });
    selling.elsewhere({
      type: 'ChangeDishIngredient',
      dishId: idOf('Pizza Muçarela'),
      ingredientId: idOf('Caixa de pizza'),
      channels: [idOf('App')],
    });
    await showTab(<DishPage dishId={idOf('Pizza Muçarela')} />, selling);
    expect(page()).toContain('Caixa de pizza, só no App1 un');
    expect(page()).toContain(`Soma dos ingredientes no Balcão ${money(sum)}`.replaceAll('\u00A0', ' '));
    const { href } = screen.getByRole<HTMLAnchorElement>('link', { name: 'Enviar por WhatsApp' });
    expect(new URL(href).searchParams.get('text')).toContain('• 1 un de Caixa de pizza, só no App: R$ 1,75');
  });

  test('without a price says so', () => {
    const dish = shown.state.dishes.get(idOf('Pizza Muçarela'));
    const figures = shown.figures.dishes.get(idOf('Pizza Muçarela'));
    if (!dish || !figures) throw new Error('the pizza is missing');
    expect(
      dishText({ ...dish, salePrice: 0 }, { ...figures, lines: [] }, { settings: DEFAULT_SETTINGS, channels: [] }),
    ).toMatch(
      /^\*Pizza Muçarela\* · ficha técnica\n\n\*CMV com 10% de perda: R\$ [\d,]+\*\nPreço de venda: ainda não definido$/,
    );
  });

  test('of a dish that is gone says so', async () => {
    await showTab(<DishPage dishId="3f0c6a52-0000-4000-8000-000000000000" />, pizzeriaServer());
    expect(page()).toContain('Este prato não está mais aqui');
  });
});

test.each([
  ['/dashboard', '?tab=recipes', { kind: 'tab', tab: 'recipes' }],
  ['/dashboard/importar', '', { kind: 'import', tab: 'ingredients' }],
  ['/dashboard/importar', '?em=fixed-costs', { kind: 'import', tab: 'fixed-costs' }],
  ['/dashboard/importar', '?em=nothing', { kind: 'import', tab: 'dashboard' }],
  ['/dashboard/ficha/17', '', { kind: 'sheet', tab: 'recipes', dishId: '17' }],
] as const)('%s%s is %j', (path, search, place) => {
  expect(placeFrom(path, search)).toEqual(place);
});
