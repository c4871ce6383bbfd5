import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { notifications } from '@mantine/notifications';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { afterEach, describe, expect, test } from 'vitest';
import { ChangesPage } from '#web/features/changes/changes-page.tsx';
import { createFakeServer, type FakeServer, idOf, pizzeriaServer, problem } from './support/fake-server.ts';
import { page, showTab } from './support/screen-under-test.tsx';

afterEach(() => {
  cleanup();
  notifications.clean();
});

async function show(server: FakeServer, search = '') {
  const location = memoryLocation({ path: `/dashboard/alteracoes${search}`, record: true });
  const shown = await showTab(
    <Router hook={location.hook} searchHook={location.searchHook}>
      <ChangesPage />
    </Router>,
    server,
  );
  return { ...shown, history: location.history };
}

const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });
const lineOf = (part: string | RegExp) => within(screen.getByText(part).closest('li') as HTMLElement);
const cheese = idOf('Muçarela');
const reprice = (unitPrice: number) =>
  ({ type: 'ChangeIngredient', id: cheese, unitPrice: unitPrice * 10_000 }) as const;

describe('a mistake in the list of changes', () => {
  test('can be undone from the list, is marked there, and can be restored', async () => {
    const server = pizzeriaServer();
    server.changeRemotely(reprice(389));
    const { user } = await show(server);
    const mistake = /mudou o preço de “Muçarela” de R\$.38,90 para R\$.389,00 por kg/;
    expect(await screen.findByText(mistake)).toBeTruthy();
    await user.click(lineOf(mistake).getByRole('button', { name: /^Desfazer/ }));
    await waitFor(() => expect(server.state().ingredients.get(cheese)?.unitPrice).toBe(389_000));
    expect(await screen.findByText('Desfeita depois')).toBeTruthy();
    expect(screen.getByText('Desfez outra mudança')).toBeTruthy();
    expect(lineOf(mistake).queryByRole('button')).toBeNull();
    const back = /mudou o preço de “Muçarela” de R\$.389,00 para R\$.38,90 por kg/;
    await user.click(lineOf(back).getByRole('button', { name: /^Desfazer/ }));
    await waitFor(() => expect(server.state().ingredients.get(cheese)?.unitPrice).toBe(3_890_000));
  });

  test('cannot be undone after the value was changed again, and the list says so', async () => {
    const server = pizzeriaServer();
    server.changeRemotely(reprice(40));
    server.changeRemotely(reprice(41));
    await show(server);
    const first = /de R\$.38,90 para R\$.40,00/;
    await screen.findByText(first);
    const line = lineOf(first);
    expect(line.queryByRole('button')).toBeNull();
    expect(line.getByText('Não dá mais para desfazer: o preço de “Muçarela” mudou de novo depois disso.')).toBeTruthy();
  });

  test('is refused with the reason at its line when somebody changes the value at that moment', async () => {
    const server = pizzeriaServer();
    server.changeRemotely(reprice(40));
    const { user } = await show(server);
    const undo = await screen.findByRole('button', { name: /^Desfazer.*R\$.40,00/ });
    server.changeRemotely(reprice(41));
    await user.click(undo);
    expect((await screen.findByRole('alert')).textContent).toBe('O preço de “Muçarela” mudou de novo depois disso.');
  });
});

test('the list of changes restores a removed dish with everything it had', async () => {
  const server = pizzeriaServer();
  const dish = server.state().dishes.get(idOf('Pizza Camarão'));
  server.changeRemotely({ type: 'RemoveDish', id: idOf('Pizza Camarão') });
  const { user, business } = await show(server);
  await user.click(await screen.findByRole('button', { name: /^Restaurar/ }));
  await waitFor(() => expect(page()).toContain('Está de volta'));
  expect(business.state.dishes.get(idOf('Pizza Camarão'))?.lines).toEqual(dish?.lines);
});

test('the list of changes shortens a large change set, and shows all of it, marked, when it is opened', async () => {
  const server = createFakeServer();
  const commands = Array.from({ length: 43 }, (_, i) => ({
    type: 'AddFixedCost' as const,
    id: idOf(`custo ${i}`),
    name: `Custo ${i}`,
    value: 10_000,
  }));
  server.changeRemotely({ type: 'ApplyChangeSet', commands });
  const { user } = await show(server);
  expect(await screen.findByText(/“Custo 2”/)).toBeTruthy();
  expect(screen.queryByText(/“Custo 3”/)).toBeNull();
  await user.click(screen.getByRole('link', { name: 'e mais 40' }));
  const last = await screen.findByText(/“Custo 42”/);
  const line = last.closest('li');
  expect(line?.getAttribute('aria-current')).toBe('true');
  expect(document.activeElement).toBe(line);
});

test('the list of changes keeps its filter and its search in the address', async () => {
  const server = pizzeriaServer();
  server.changeRemotely(reprice(40));
  server.changeRemotely({ type: 'RecordMonthRevenue', month: 3, value: 10_000, orders: 1 });
  const { user, history } = await show(server);
  expect(await screen.findByText(/faturamento de março: R\$.1,00/)).toBeTruthy();
  await user.click(button('Insumos'));
  await waitFor(() => expect(screen.queryByText(/faturamento de março/)).toBeNull());
  expect(button('Insumos').getAttribute('aria-pressed')).toBe('true');
  await user.type(screen.getByRole('textbox', { name: 'Procurar por nome' }), 'mucar');
  await waitFor(() => expect(history.at(-1)).toBe('/dashboard/alteracoes?assunto=ingredients&nome=mucar'));
  await waitFor(() => expect(screen.getAllByRole('listitem').length).toBe(2));
  await user.type(screen.getByRole('textbox', { name: 'Procurar por nome' }), 'xyz');
  expect(await screen.findByText('Nenhuma alteração com isso.')).toBeTruthy();
});

test('the list of changes loads earlier ones on demand and says when that fails', async () => {
  const server = pizzeriaServer();
  for (let i = 1; i <= 60; i += 1) server.changeRemotely(reprice(100 + i));
  const { user } = await show(server);
  await user.click(await screen.findByRole('button', { name: 'Ver anteriores' }));
  expect(await screen.findByText(/de R\$.38,90 para R\$.101,00/)).toBeTruthy();
  cleanup();
  await show(server);
  server.failNext('listChanges', problem(500, 'internal', 'Não deu.'));
  await user.click(await screen.findByRole('button', { name: 'Ver anteriores' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Não deu para carregar');
  expect(screen.getByText(/de R\$.159,00 para R\$.160,00/)).toBeTruthy();
});
