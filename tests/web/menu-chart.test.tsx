import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import type { MenuKind } from '#domain/figures/menu.ts';
import { BreakEvenTab } from '#web/features/break-even/break-even-tab.tsx';
import { thresholdsOf, menuChart, type MenuDish } from '#web/features/sales/menu-chart.ts';
import { whatIfAddress } from '#web/features/navigation/addresses.ts';
import { WhatIfPage } from '#web/features/what-if/what-if-page.tsx';
import { roundAxis } from '#web/ui/chart.tsx';
import { idOf, pizzeriaServer } from './support/fake-server.ts';
import { showTab } from './support/screen-under-test.tsx';

afterEach(() => {
  cleanup();
  window.history.replaceState(null, '', '/');
});

const dish = (number: number, name: string, quantity: number, margin: number, kind: MenuKind): MenuDish => ({
  item: { dish_id: idOf(name), quantity, margin, popular: false, profitable: false, kind },
  name,
  number,
  losesMoney: margin < 0,
});

const MENU = [
  dish(1, 'Calabresa', 420, 24.75, 'star'),
  dish(2, 'Muçarela', 310, 23.15, 'plowhorse'),
  dish(3, 'Portuguesa', 90, 28.2, 'puzzle'),
  dish(4, 'Camarão', 14, -3.5, 'dog'),
];

describe('the chart of a menu', () => {
  test('draws its dividing lines where the kinds of dishes are divided', () => {
    // The limits are 70 % of a quarter of 834, and the mean margin of a sale.
    expect(thresholdsOf(MENU)).toEqual({
      quantity: 145.95,
      margin: (420 * 24.75 + 310 * 23.15 + 90 * 28.2 - 14 * 3.5) / 834,
    });
  });

  test('describes itself in a sentence and in a table', () => {
    const { sentence, table } = menuChart('Pizzas', MENU);
    expect(sentence).toBe(
      'Quanto sai e quanto deixa cada prato de Pizzas. Estrela: Calabresa. Burro de carga: Muçarela. Quebra-cabeça: Portuguesa. Abacaxi: Camarão.',
    );
    expect(table.rows.map((row) => row.map((cell) => cell.replaceAll('\u00A0', ' ')))).toEqual([
      ['1. Calabresa', '420', 'R$ 24,75', 'Estrela'],
      ['2. Muçarela', '310', 'R$ 23,15', 'Burro de carga'],
      ['3. Portuguesa', '90', 'R$ 28,20', 'Quebra-cabeça'],
      ['4. Camarão', '14', '−R$ 3,50', 'Abacaxi, mas dá prejuízo'],
    ]);
  });

  test('shows each dish by its number, all within round axes', () => {
    const { series, options } = menuChart('', MENU);
    expect(series).toMatchObject([
      { data: [[420, 24.75]] },
      { data: [[310, 23.15]] },
      { data: [[90, 28.2]] },
      { data: [[14, -3.5]] },
    ]);
    const number = options.dataLabels?.formatter?.(0, { seriesIndex: 2, dataPointIndex: 0 });
    expect(number).toBe('3');
    expect(options.xaxis).toMatchObject({ min: 0, max: 500, tickAmount: 5 });
    expect(options.yaxis).toMatchObject({ min: -10, max: 40, tickAmount: 5 });
  });

  test.each([
    [0, 454, { min: 0, max: 500, tickAmount: 5 }],
    [0, 30, { min: 0, max: 30, tickAmount: 3 }],
    [-7, 3, { min: -8, max: 4, tickAmount: 6 }],
  ])('has round axes for values between %d and %d', (least, most, axis) => {
    expect(roundAxis(least, most)).toEqual(axis);
  });
});

test('a tap on a dish of the menu opens the trial with that dish first', async () => {
  const server = pizzeriaServer();
  const { user } = await showTab(<BreakEvenTab />, server);
  await user.click(screen.getByText('Conte o que vendeu e o número fica exato'));
  await user.type(await screen.findByRole('textbox', { name: 'Vendidos: Pizza Muçarela' }), '120');
  await user.click(screen.getByRole('button', { name: 'Salvar vendas' }));
  const menu = await screen.findByRole('region', { name: 'Engenharia de cardápio' });
  const link = within(menu).getByRole('link', { name: 'E se? Testar Pizza Calabresa' });
  expect(link.getAttribute('href')).toBe(whatIfAddress(idOf('Pizza Calabresa')));
  cleanup();
  window.history.replaceState(null, '', whatIfAddress(idOf('Pizza Calabresa')));
  await showTab(<WhatIfPage />, server);
  const [first] = within(screen.getByRole('list', { name: 'Pratos' })).getAllByRole('listitem');
  expect(first?.textContent).toContain('Pizza Calabresa');
});
