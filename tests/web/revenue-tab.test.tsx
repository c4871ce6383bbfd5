import { notifications } from '@mantine/notifications';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { RevenueTab } from '#web/features/revenue/revenue-tab.tsx';
import { flushPromises } from './support/business-under-test.ts';
import { createFakeServer, pizzeriaServer, problem } from './support/fake-server.ts';
import { page, showTab } from './support/screen-under-test.tsx';

afterEach(() => {
  cleanup();
  notifications.clean();
});

const month = (name: string) => within(screen.getByRole('group', { name }));
const revenue = (name: string) => month(name).getByRole<HTMLInputElement>('textbox', { name: 'Faturamento' });
const orders = (name: string) => month(name).getByRole<HTMLInputElement>('textbox', { name: 'Pedidos' });

describe('the card of a month', () => {
  test('is one of twelve from Janeiro to Dezembro', async () => {
    await showTab(<RevenueTab />, createFakeServer());
    expect(
      screen
        .getAllByRole('group')
        .filter(({ tagName }) => tagName !== 'DETAILS')
        .map((group) => group.getAttribute('aria-labelledby') ?? group.querySelector('legend')?.textContent),
    ).toEqual([
      'Janeiro',
      'Fevereiro',
      'Março',
      'Abril',
      'Maio',
      'Junho',
      'Julho',
      'Agosto',
      'Setembro',
      'Outubro',
      'Novembro',
      'Dezembro',
    ]);
    expect(page()).toContain('0 de 12');
    expect(page()).toContain('quando o próximo janeiro chegar, ele toma o lugar deste');
  });

  test('saves its revenue only when the field loses focus', async () => {
    const server = createFakeServer();
    const { user } = await showTab(<RevenueTab />, server);
    await user.type(revenue('Março'), '1.234,50');
    await flushPromises();
    expect(server.changes()).toEqual([]);
    await user.tab();
    await waitFor(() => expect(server.changes()).toEqual(['recordMonthRevenue']));
    expect(server.requests('recordMonthRevenue')[0]?.body).toEqual({ month: 3, value: 1234.5, orders_count: 0 });
    expect(revenue('Março').value).toBe('1.234,50');
    expect(page()).toContain('1 de 12');
  });

  test('moves the focus to the next field on Enter', async () => {
    const server = createFakeServer();
    const { user } = await showTab(<RevenueTab />, server);
    await user.type(revenue('Março'), '1000{Enter}40{Enter}');
    expect(document.activeElement).toBe(revenue('Abril'));
    await waitFor(() => expect(server.state().months.get(3)).toMatchObject({ value: 10_000_000, orders: 40 }));
    expect(page()).toContain('Ticket médio?: o que éR$ 25,00');
    expect(page()).toContain('Faturamento anualR$ 12.000,00');
  });

  test('saves nothing without a change', async () => {
    const server = pizzeriaServer();
    const { user } = await showTab(<RevenueTab />, server);
    await user.click(revenue('Janeiro'));
    await user.tab();
    await user.tab();
    await user.clear(orders('Fevereiro'));
    await user.type(orders('Fevereiro'), '701');
    await user.tab();
    await flushPromises();
    expect(server.changes()).toEqual([]);
  });

  test('accepts only whole numbers as orders', async () => {
    const server = createFakeServer();
    const { user } = await showTab(<RevenueTab />, server);
    await user.type(orders('Maio'), '12a,5');
    expect(orders('Maio').value).toBe('12,5');
    expect(page()).toContain('Digite um número inteiro.');
    await user.tab();
    expect(server.changes()).toEqual([]);
  });

  test('says that it was saved and can undo that', async () => {
    const server = pizzeriaServer();
    const { user } = await showTab(<RevenueTab />, server);
    await user.clear(revenue('Janeiro'));
    await user.type(revenue('Janeiro'), '1');
    await user.tab();
    await user.click(await screen.findByRole('button', { name: 'Desfazer Janeiro' }));
    await waitFor(() => expect(server.state().months.get(1)).toMatchObject({ value: 412_505_000, orders: 662 }));
    expect(revenue('Janeiro').value).toBe('41.250,50');
    expect(page()).toContain('Desfeito');
  });

  test('keeps a wrong or refused value and shows the error beside it', async () => {
    const server = pizzeriaServer();
    const { user } = await showTab(<RevenueTab />, server);
    await user.clear(revenue('Janeiro'));
    await user.type(revenue('Janeiro'), '1,2,3');
    await user.tab();
    expect(month('Janeiro').getByText('Digite um número, como 12,50.')).toBeTruthy();
    expect(revenue('Janeiro').value).toBe('1,2,3');
    expect(server.changes()).toEqual([]);
    server.failNext('recordMonthRevenue', problem(422, 'invalid', 'Recusado.', { orders_count: 'Pedidos demais.' }));
    await user.clear(orders('Fevereiro'));
    await user.type(orders('Fevereiro'), '99{Enter}');
    expect(await month('Fevereiro').findByText('Pedidos demais.')).toBeTruthy();
    expect(orders('Fevereiro').value).toBe('99');
    expect(server.state().months.get(2)?.orders).toBe(701);
  });

  test('saves a cleared field as no revenue', async () => {
    const server = pizzeriaServer();
    const { user } = await showTab(<RevenueTab />, server);
    await user.clear(revenue('Janeiro'));
    await user.tab();
    await waitFor(() => expect(server.state().months.get(1)).toMatchObject({ value: 0, orders: 662 }));
    expect(page()).toContain('8 de 12');
    expect(revenue('Janeiro').value).toBe('');
  });

  test('shows a newer value from another device, except in the field with the focus', async () => {
    const server = pizzeriaServer();
    const { user, business } = await showTab(<RevenueTab />, server);
    await user.clear(revenue('Janeiro'));
    await user.type(revenue('Janeiro'), '5');
    server.changeRemotely({ type: 'RecordMonthRevenue', month: 1, value: 20_000, orders: 2 });
    server.changeRemotely({ type: 'RecordMonthRevenue', month: 2, value: 30_000, orders: 3 });
    await business.reader.refresh();
    expect(revenue('Janeiro').value).toBe('5');
    expect(orders('Janeiro').value).toBe('2');
    expect(revenue('Fevereiro').value).toBe('3,00');
  });
});

test('the chart of the revenue is available as a table', async () => {
  const { user } = await showTab(<RevenueTab />, pizzeriaServer());
  expect(screen.getByRole('img').getAttribute('aria-label')).toContain('9 de 9 meses');
  await user.click(screen.getByRole('button', { name: 'ver como tabela' }));
  const cells = screen.getAllByRole('row').map((row) => (row.textContent ?? '').replaceAll('\u00A0', ' '));
  expect(cells[1]).toBe('JaneiroR$ 41.250,50+R$ 5.264,12');
  expect(cells[12]).toBe('Dezembro––');
});
