import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { BreakEvenTab } from '#web/features/break-even/break-even-tab.tsx';
import { idOf, pizzeriaServer } from './support/fake-server.ts';
import { page, showTab } from './support/screen-under-test.tsx';

afterEach(cleanup);

test('nothing of it is there but an invitation, until it is taken', async () => {
  await showTab(<BreakEvenTab />, pizzeriaServer());
  expect(page()).toContain('Conte o que vendeu e o número fica exato');
  expect(page()).not.toMatch(/canal|cardápio|Vendidos/i);
});

test('what is typed is one command, and its figures stand beside the specified ones', async () => {
  const server = pizzeriaServer();
  const { user } = await showTab(<BreakEvenTab />, server);
  await user.click(screen.getByText('Conte o que vendeu e o número fica exato'));
  const cheese = await screen.findByRole('textbox', { name: 'Vendidos: Pizza Muçarela' });
  const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Salvar vendas' });
  expect(save.disabled).toBe(true);
  await user.type(cheese, '120{Enter}');
  await user.keyboard('80');
  await user.click(save);
  expect(await screen.findByRole('region', { name: 'Pelo que você vende' })).toBeTruthy();
  const [set] = [...server.state().sales.values()];
  expect(set?.rows).toMatchObject([{ dishId: idOf('Pizza Muçarela'), quantity: 120 }, { quantity: 80 }]);
  expect([...server.state().channels.values()]).toMatchObject([{ name: 'Balcão', isMain: true }]);
  expect(page()).toMatch(/Pela média simples, o ponto de equilíbrio é R\$ [\d.]+,\d\d; pelo que você vende, R\$/);
  const menu = screen.getByRole('region', { name: 'Engenharia de cardápio' });
  expect(within(menu).getByText('Pizza Muçarela')).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Vendidos: Pizza Muçarela' }).value).toBe('120');
});

test('what is no number is said at its row, and nothing is sent', async () => {
  const server = pizzeriaServer();
  const { user } = await showTab(<BreakEvenTab />, server);
  await user.click(screen.getByText('Conte o que vendeu e o número fica exato'));
  await user.type(await screen.findByRole('textbox', { name: 'Vendidos: Pizza Muçarela' }), '99999999');
  await user.click(screen.getByRole('button', { name: 'Salvar vendas' }));
  expect(page()).toContain('Digite um número inteiro de vendas, de 0 a 9.999.999.');
  expect(server.state().sales.size).toBe(0);
});
