import { normalizeName } from '#domain/names.ts';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { notifications } from '@mantine/notifications';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import type { BusinessCommand } from '#domain/business/commands.ts';
import { runs } from '#tests/support/property-runs.ts';
import { headingsKey, listHeadingsKey } from '#web/features/import-memory/import-memory.ts';
import { ImportPage } from '#web/features/import/import-page.tsx';
import { IMPORT_TABS } from '#web/features/navigation/import-address.ts';
import { ListFileReader } from '#web/features/import/list-reader.ts';
import { findByName } from './support/business-under-test.ts';
import { createFakeServer, type FakeServer, idOf, problem } from './support/fake-server.ts';
import { page, showTab } from './support/screen-under-test.tsx';

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  notifications.clean();
});

/** Opens the import as on another device, which shares only the server's data. */
async function show(server: FakeServer, tab: string, text: string) {
  cleanup();
  const location = memoryLocation({ path: `/dashboard/importar?em=${tab}`, record: true });
  const shown = await showTab(
    <Router hook={location.hook} searchHook={location.searchHook}>
      <ImportPage createReader={() => new ListFileReader()} />
    </Router>,
    server,
  );
  fireEvent.paste(screen.getByLabelText('Cole aqui as células da planilha'), {
    clipboardData: { getData: () => text },
  });
  await screen.findByRole('heading', { name: /para conferir$/ });
  return {
    ...shown,
    take: async (rows: string) => {
      await shown.user.click(await screen.findByRole('button', { name: `Importar ${rows}` }));
      await waitFor(() => expect(location.history).toHaveLength(2));
    },
  };
}

const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });
const column = (label: string) => screen.getByRole<HTMLSelectElement>('combobox', { name: label });
const rememberRequests = (server: FakeServer) => server.requests('rememberImport').map(({ body }) => body);
const addIngredient = (name: string, unit = 'kg'): BusinessCommand => ({
  type: 'AddIngredient',
  id: idOf(name),
  name,
  unit,
  unitPrice: 10_000,
});
const addPreparation = (name: string): BusinessCommand => ({
  type: 'AddPreparation',
  id: idOf(name),
  name,
  yieldQuantity: 10_000,
  yieldUnit: 'kg',
});

test('an imported list keeps both of two columns that are chosen right after each other', async () => {
  const server = createFakeServer();
  const { take } = await show(server, 'ingredients', 'Coisa;Tamanho;Ontem;Hoje\nFarinha;kg;4,00;4,50\n');
  fireEvent.change(column('Preço'), { target: { value: '2' } });
  fireEvent.change(column('Unidade'), { target: { value: '1' } });
  await take('1 linha');
  expect(findByName(server.state().ingredients.values(), 'Farinha')).toMatchObject({ unit: 'kg', unitPrice: 40_000 });
});

describe('a second imported file with the same headings', () => {
  test('gets the columns that were chosen for the first one', async () => {
    const server = createFakeServer();
    const first = await show(server, 'ingredients', 'Coisa;Tamanho;Ontem;Hoje\nFarinha;kg;4,00;4,50\n');
    expect(page()).toContain('Mudar as colunas');
    await first.user.selectOptions(column('Preço'), 'Ontem');
    await first.user.selectOptions(column('Unidade'), 'Tamanho');
    await first.take('1 linha');
    expect(findByName(server.state().ingredients.values(), 'Farinha').unitPrice).toBe(40_000);
    await waitFor(() => expect(rememberRequests(server)).toHaveLength(1));
    const second = await show(server, 'ingredients', 'COISA;tamanho;Ontem ;Hoje\nSal;kg;2,00;2,50\n');
    expect(page()).toContain('Colunas: como da última vez');
    expect(column('Preço').value).toBe('2');
    await second.take('1 linha');
    expect(findByName(server.state().ingredients.values(), 'Sal')).toMatchObject({ unit: 'kg', unitPrice: 20_000 });
    expect(rememberRequests(server)).toHaveLength(1);
    const third = await show(server, 'ingredients', 'Coisa;Tamanho;Ontem;Hoje\nOvo;un;1,00;1,50\n');
    await third.user.selectOptions(column('Preço'), 'Hoje');
    await waitFor(() => expect(page()).not.toContain('como da última vez'));
    await third.take('1 linha');
    expect(findByName(server.state().ingredients.values(), 'Ovo').unitPrice).toBe(15_000);
    await waitFor(() => expect(rememberRequests(server)).toHaveLength(2));
  });

  test('gets no columns from a file of another list', async () => {
    const server = createFakeServer();
    const text = 'Coisa;Ontem;Hoje\nLuz;4,00;5,00\n';
    const { user, take } = await show(server, 'fixed-costs', text);
    await user.selectOptions(column('Valor por mês'), 'Ontem');
    await take('1 linha');
    await waitFor(() => expect(rememberRequests(server)).toHaveLength(1));
    await show(server, 'ingredients', text);
    expect(page()).not.toContain('como da última vez');
  });

  test('gets the answers about numbers of the first one, and a newer answer replaces them', async () => {
    const server = createFakeServer();
    const rates = (name: string) => `Taxa;Percentual\n${name};0,032\n`;
    const first = await show(server, 'variable-costs', rates('Cartão'));
    await first.user.click(button('Sim, 3,2 %'));
    await first.take('1 linha');
    await waitFor(() =>
      expect(rememberRequests(server)).toMatchObject([
        { layouts: [{ columns: {}, answers: { 'fraction:amount': 'part' } }] },
      ]),
    );
    const second = await show(server, 'variable-costs', rates('Pix'));
    expect(page()).not.toContain('Falta responder');
    expect(page()).toContain('Suas respostas, como da última vez');
    expect(page()).not.toContain('Colunas: como da última vez');
    await second.take('1 linha');
    expect(findByName(server.state().variableCosts.values(), 'Pix').percentage).toBe(32_000);
    expect(rememberRequests(server)).toHaveLength(1);
    const third = await show(server, 'variable-costs', rates('Boleto'));
    await third.user.click(button('Não, é 0,032 %'));
    await third.take('1 linha');
    expect(findByName(server.state().variableCosts.values(), 'Boleto').percentage).toBe(320);
    await waitFor(() =>
      expect(rememberRequests(server)[1]).toMatchObject({ layouts: [{ answers: { 'fraction:amount': 'percent' } }] }),
    );
  });

  test('gets the answer about a dot in a quantity', async () => {
    const server = createFakeServer([addIngredient('Farinha', 'g')]);
    const recipe = (name: string) => `Prato;Insumo;Quantidade;Unidade\n${name};Farinha;1.500;g\n`;
    const first = await show(server, 'recipes', recipe('Pão'));
    await first.user.click(button('1500, mil'));
    await first.take('1 linha');
    await waitFor(() => expect(rememberRequests(server)).toHaveLength(1));
    const second = await show(server, 'recipes', recipe('Bolo'));
    expect(page()).not.toContain('Falta responder');
    await second.take('1 linha');
    expect(findByName(server.state().dishes.values(), 'Bolo').lines[0]?.quantity).toBe(15_000_000);
  });
});

describe('a component name in an imported recipe', () => {
  const recipe = (dish: string, component: string) => `Prato;Insumo;Quantidade;Unidade\n${dish};${component};2;kg\n`;

  test.each([
    ['an ingredient', addIngredient('Muçarela'), 'Mussarela', 'ingredient'],
    ['a preparation', addPreparation('Molho de tomate'), 'Molho de tomates', 'preparation'],
  ])('is recognised as %s in later files, until that entity is removed', async (_, command, text, kind) => {
    const server = createFakeServer([command]);
    const name = 'name' in command ? (command.name ?? '') : '';
    const first = await show(server, 'recipes', recipe('Pizza', text));
    await first.user.click(button(`É “${name}”`));
    await first.take('1 linha');
    await waitFor(() =>
      expect(rememberRequests(server)).toEqual([
        { layouts: [], names: [{ kind, text: normalizeName(text), id: idOf(name) }] },
      ]),
    );
    const second = await show(server, 'recipes', recipe('Esfiha', text.toUpperCase()));
    expect(page()).not.toContain('Falta responder');
    expect(button(`É “${name}”`).getAttribute('aria-pressed')).toBe('true');
    await second.take('1 linha');
    expect(findByName(server.state().dishes.values(), 'Esfiha').lines[0]?.ingredientId).toBe(idOf(name));
    expect(rememberRequests(server)).toHaveLength(1);
    for (const { id, lines } of server.state().dishes.values())
      for (const { ingredientId } of lines)
        server.changeRemotely({ type: 'RemoveDishIngredient', dishId: id, ingredientId });
    server.changeRemotely({ type: kind === 'ingredient' ? 'RemoveIngredient' : 'RemovePreparation', id: idOf(name) });
    await show(server, 'recipes', recipe('Calzone', text));
    expect(page()).toContain('Falta responder 1 pergunta');
  });

  test('is recognised after the entity was renamed', async () => {
    const server = createFakeServer([addIngredient('Muçarela')]);
    const first = await show(server, 'recipes', recipe('Pizza', 'Mussarela'));
    await first.user.click(button('É “Muçarela”'));
    await first.take('1 linha');
    await waitFor(() => expect(rememberRequests(server)).toHaveLength(1));
    server.changeRemotely({ type: 'ChangeIngredient', id: idOf('Muçarela'), name: 'Queijo' });
    await show(server, 'recipes', recipe('Esfiha', 'Mussarela'));
    expect(button('É “Queijo”').getAttribute('aria-pressed')).toBe('true');
  });

  test('is not remembered when it is new, and neither is the choice between two values', async () => {
    const server = createFakeServer([addIngredient('Muçarela')]);
    const dish = await show(server, 'recipes', `${recipe('Pizza', 'Orégano')}Pizza;Muçarela;1;kg\n`);
    await dish.user.click(button('Incluir como insumo, sem preço'));
    await dish.user.selectOptions(screen.getByLabelText('O que fazer com a linha 2'), 'Pular');
    await dish.take('1 linha');
    const twice = await show(server, 'ingredients', 'Insumo;Unidade;Preço\nSal;kg;2\nSAL;kg;3');
    await twice.user.click(button(/linha 3/));
    await twice.take('1 linha');
    expect(findByName(server.state().ingredients.values(), 'SAL').unitPrice).toBe(30_000);
    expect(rememberRequests(server)).toEqual([]);
  });
});

test('a list can be imported although the import memory can be neither read nor saved', async () => {
  const server = createFakeServer();
  server.failNext('importMemory', problem(503, 'away', 'Fora do ar.'));
  server.failNext('rememberImport', problem(503, 'away', 'Fora do ar.'));
  const { user, take } = await show(server, 'variable-costs', 'Taxa;Percentual\nCartão;0,032\n');
  await user.click(button('Sim, 3,2 %'));
  await take('1 linha');
  expect(findByName(server.state().variableCosts.values(), 'Cartão').percentage).toBe(32_000);
  await waitFor(() => expect(rememberRequests(server)).toHaveLength(1));
  expect(screen.queryByRole('alert')).toBeNull();
});

describe('the key of an imported file', () => {
  const headings = fc.array(fc.constantFrom('Nome', 'Preço', 'PRECO ', 'nome', 'a|b', 'a', 'b', 'x\ny', 'x y', ''), {
    maxLength: 4,
  });
  const file = fc.record({ list: fc.constantFrom(...IMPORT_TABS), headings });
  /** Two files with equal results have the same headings. */
  const compared = (each: readonly string[]): string =>
    JSON.stringify(each.map(normalizeName)).replace(/(?:,"")+\]$/, ']');

  test('is equal exactly for the same list and headings that are compared as equal', async () => {
    await fc.assert(
      fc.asyncProperty(file, file, async (one, other) => {
        const keys = [
          await listHeadingsKey(one.list, one.headings),
          await listHeadingsKey(other.list, other.headings),
          await headingsKey(other.headings),
        ];
        const isNone = one.headings.every((heading) => heading === '');
        expect(keys[0] === undefined).toBe(isNone);
        if (isNone) return;
        expect(keys[0]).toMatch(/^[0-9a-f]{64}$/);
        expect(keys[0] === keys[1]).toBe(
          one.list === other.list && compared(one.headings) === compared(other.headings),
        );
        expect(keys[0]).not.toBe(keys[2]);
      }),
      runs(100),
    );
  });
});
