import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { notifications } from '@mantine/notifications';
import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { ImportPage } from '#web/features/import/import-page.tsx';
import { ListFileReader } from '#web/features/import/list-reader.ts';
import { createFakeServer, type FakeServer, idOf, pizzeriaServer, problem } from './support/fake-server.ts';
import { findByName } from './support/business-under-test.ts';
import { page, showTab } from './support/screen-under-test.tsx';
import { sheetXml, xlsxWorkbook } from './support/xlsx-files.ts';

afterEach(() => {
  cleanup();
  notifications.clean();
});

async function show(server: FakeServer, tab = 'ingredients') {
  const location = memoryLocation({ path: `/dashboard/importar?em=${tab}`, record: true });
  const shown = await showTab(
    <Router hook={location.hook} searchHook={location.searchHook}>
      <ImportPage createReader={() => new ListFileReader()} />
    </Router>,
    server,
  );
  const paste = async (text: string): Promise<void> => {
    fireEvent.paste(screen.getByLabelText('Cole aqui as células da planilha'), {
      clipboardData: { getData: () => text },
    });
    await screen.findByRole('heading', { name: /para conferir$/ });
  };
  return { ...shown, paste, history: location.history };
}

const cell = (label: string, row: number) => screen.getByLabelText<HTMLInputElement>(`${label}, linha ${row}`);
const choiceOf = (row: number) => screen.getByLabelText<HTMLSelectElement>(`O que fazer com a linha ${row}`);
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });

const SHEET = 'Insumo\tUnidade\tPreço\nMuçarela\tkg\tR$ 42,90\nFUBÁ\tkg\t3,50\nOvo\tun\t0,75\n';

describe('the page for importing a list', () => {
  test('previews the outcome of every row, and imports them as one change', async () => {
    const server = pizzeriaServer();
    const { user, paste, business, history } = await show(server);
    await paste(SHEET);
    expect(page()).toContain('Vai atualizar o preço de R$ 38,90 / kg para R$ 42,90 / kg.');
    expect(page()).toContain('Já está igual.');
    expect(page()).toContain('1 será incluída, 1 atualiza o que já existe, 1 já está igual, 1 de cabeçalho.');
    await user.click(button('Importar 2 linhas'));
    await waitFor(() => expect(history.at(-1)).toBe('/dashboard?tab=ingredients'));
    expect(server.changes()).toEqual(['applyChanges']);
    expect(findByName(server.state().ingredients.values(), 'Muçarela').unitPrice).toBe(429_000);
    expect(findByName(server.state().ingredients.values(), 'FUBÁ')).toMatchObject({ unit: 'kg', unitPrice: 35_000 });
    await user.click(await screen.findByRole('button', { name: 'Desfazer' }));
    await waitFor(() => expect(findByName(server.state().ingredients.values(), 'Muçarela').unitPrice).toBe(389_000));
    await waitFor(() => expect(business.state.ingredients.size).toBe(18));
  });

  describe('the question about a newer price', () => {
    const cheese = (server: FakeServer) => findByName(server.state().ingredients.values(), 'Muçarela');
    const question = async (): Promise<string> =>
      ((await screen.findByRole('alert')).textContent ?? '').replaceAll('\u00A0', ' ');

    async function importWithQuestion() {
      const server = pizzeriaServer();
      const shown = await show(server);
      await shown.paste(SHEET);
      server.changeRemotely({ type: 'ChangeIngredient', id: cheese(server).id, unitPrice: 410_000 });
      await shown.user.click(button('Importar 2 linhas'));
      expect(await question()).toBe(
        '“Muçarela” mudou enquanto você conferia: era R$ 38,90 / kg, agora é R$ 41,00 / kg. Na planilha: R$ 42,90 / kg.',
      );
      expect(cheese(server).unitPrice).toBe(410_000);
      expect([...server.state().ingredients.values()].some(({ name }) => name === 'FUBÁ')).toBe(false);
      return { server, ...shown };
    }

    test('nothing is imported before the person has answered, and the row says what changed', async () => {
      await importWithQuestion();
      expect(page()).toContain(
        'Mudou enquanto isso: era R$ 38,90 / kg. Vai atualizar o preço de R$ 41,00 / kg para R$ 42,90 / kg.',
      );
    });

    test('the price of the sheet is imported when the person chooses it', async () => {
      const { server, user, history } = await importWithQuestion();
      await user.click(button('Importar o meu'));
      await waitFor(() => expect(history.at(-1)).toBe('/dashboard?tab=ingredients'));
      expect(cheese(server).unitPrice).toBe(429_000);
      expect(findByName(server.state().ingredients.values(), 'FUBÁ').unitPrice).toBe(35_000);
    });

    test('the saved price stays when the person chooses it, and the other rows are imported', async () => {
      const { server, user, history } = await importWithQuestion();
      await user.click(button('Ficar com o que está salvo'));
      await waitFor(() => expect(history.at(-1)).toBe('/dashboard?tab=ingredients'));
      expect(cheese(server).unitPrice).toBe(410_000);
      expect(findByName(server.state().ingredients.values(), 'FUBÁ').unitPrice).toBe(35_000);
    });

    test('a name that somebody adds meanwhile is asked about too', async () => {
      const server = pizzeriaServer();
      const { user, paste, business } = await show(server);
      await paste(SHEET);
      server.changeRemotely({ type: 'AddIngredient', id: idOf('Fubá'), name: 'Fubá', unit: 'kg', unitPrice: 30_000 });
      await act(() => business.reader.refresh());
      // The rows are reviewed again outside the page's own code, which takes a moment.
      await waitFor(() =>
        expect(page()).toContain(
          'Entrou na lista enquanto isso. Vai atualizar o preço de R$ 3,00 / kg para R$ 3,50 / kg.',
        ),
      );
      await user.click(button('Importar 2 linhas'));
      expect(await question()).toContain('“Fubá” entrou na lista enquanto você conferia: agora é R$ 3,00 / kg.');
      expect(server.changes()).toEqual([]);
    });

    test('nothing is asked when only the name has changed', async () => {
      const server = pizzeriaServer();
      const { user, paste, history } = await show(server);
      await paste(SHEET);
      server.changeRemotely({ type: 'ChangeIngredient', id: cheese(server).id, name: 'muçarela' });
      await user.click(button('Importar 2 linhas'));
      await waitFor(() => expect(history.at(-1)).toBe('/dashboard?tab=ingredients'));
      expect(findByName(server.state().ingredients.values(), 'muçarela').unitPrice).toBe(429_000);
    });
  });

  test('a row can be added beside an entity of the same name, or left out', async () => {
    const server = pizzeriaServer();
    const { user, paste } = await show(server);
    await paste(SHEET);
    await user.selectOptions(choiceOf(2), 'Incluir como novo');
    await user.selectOptions(choiceOf(3), 'Pular');
    await user.click(await screen.findByRole('button', { name: 'Importar 1 linha' }));
    await waitFor(() => expect(server.state().ingredients.size).toBe(19));
    expect(findByName(server.state().ingredients.values(), 'Muçarela').unitPrice).toBe(389_000);
  });

  test('a wrong cell has its sentence, the other rows are imported, and nothing is lost', async () => {
    const server = createFakeServer();
    const { user, paste, history } = await show(server);
    await paste('Farinha\tkg\t4,9o\n\t\t3\nSal\tkg\t2\n');
    expect(cell('Preço', 1).getAttribute('aria-invalid')).toBe('true');
    expect(page()).toContain('Digite um número, como 12,50.');
    expect(page()).toContain('1 será incluída, 2 com erro.');
    await user.click(button('Importar 1 linha'));
    await waitFor(() => expect(server.state().ingredients.size).toBe(1));
    expect(history).toHaveLength(1);
    expect(await screen.findByRole('button', { name: 'Nada a importar' })).toBeTruthy();
    await user.click(button(/Falta corrigir 2 linhas/));
    expect(document.activeElement).toBe(cell('Preço', 1));
    await user.clear(cell('Preço', 1));
    await user.type(cell('Preço', 1), 'R$ 4,90');
    expect(cell('Preço', 1).value).toBe('4,90');
    await user.selectOptions(choiceOf(2), 'Pular');
    await user.click(await screen.findByRole('button', { name: 'Importar 1 linha' }));
    await waitFor(() => expect(history.at(-1)).toBe('/dashboard?tab=ingredients'));
    expect([...server.state().ingredients.values()].map(({ name }) => name)).toEqual(['Sal', 'Farinha']);
  });

  test('corrections are kept when the person goes back to the text', async () => {
    const { user, paste } = await show(createFakeServer());
    await paste('Farinha\tkg\tx\n');
    await user.type(cell('Nome', 1), ' de trigo');
    await user.click(button('Voltar ao texto'));
    await user.click(await screen.findByRole('button', { name: 'Conferir' }));
    await waitFor(() => expect(cell('Nome', 2).value).toBe('Farinha de trigo'));
    expect(cell('Unidade', 2).value).toBe('kg');
  });

  test('rows stay when the server refuses them, with its sentence at the row', async () => {
    const server = createFakeServer();
    const { user, paste, business } = await show(server);
    await paste('Farinha\tkg\t4\nSal\tkg\t2\n');
    const fields = { 'calls.1.body.name': 'Este nome não serve.' };
    server.failNext('applyChanges', problem(422, 'invalid', 'Este nome não serve.', fields));
    await user.click(button('Importar 2 linhas'));
    expect((await screen.findByRole('alert')).textContent).toBe('Nada foi importado. Este nome não serve.');
    expect(cell('Nome', 2).closest('tr')?.textContent).toContain('Este nome não serve.');
    expect(cell('Nome', 1).value).toBe('Farinha');
    expect(business.state.ingredients.size).toBe(0);
  });

  test('rows that are too many for one change stay, and a sentence says what to do', async () => {
    const server = createFakeServer();
    const { user, paste } = await show(server);
    await paste('Farinha\tkg\t4\nSal\tkg\t2\n');
    const sentence = 'São mudanças demais de uma vez: faça em duas partes.';
    server.failNext('applyChanges', problem(413, 'too_large', sentence));
    await user.click(button('Importar 2 linhas'));
    expect((await screen.findByRole('alert')).textContent).toBe(`Nada foi importado. ${sentence}`);
    expect(cell('Nome', 2).value).toBe('Sal');
    expect(button('Importar 2 linhas').disabled).toBe(false);
  });

  test('a cost that is named three times is kept three times, added up or taken once', async () => {
    const server = createFakeServer();
    const { user, paste } = await show(server, 'fixed-costs');
    await paste('Salário\t1.500\nLuz\t200\nsalário\t1.500\nSALÁRIO\t1.800');
    expect(page()).toContain('“Salário” está 3 vezes na planilha.');
    expect(button('Importar 4 linhas').disabled).toBe(false);
    await user.click(button('Só um, o primeiro'));
    await user.click(await screen.findByRole('button', { name: 'Importar 2 linhas' }));
    await waitFor(() => expect(server.state().fixedCosts.size).toBe(2));
    expect(findByName(server.state().fixedCosts.values(), 'Salário').value).toBe(15_000_000);
  });

  test('three salaries that are added up become one cost', async () => {
    const server = createFakeServer();
    const { user, paste } = await show(server, 'fixed-costs');
    await paste('Salário\t1.500\nsalário\t1.500\nSALÁRIO\t1.800');
    await user.click(button('Somar em um'));
    expect(await screen.findAllByText('Somada à linha 1.')).toHaveLength(2);
    await user.click(button('Importar 1 linha'));
    await waitFor(() => expect(server.state().fixedCosts.size).toBe(1));
    expect(findByName(server.state().fixedCosts.values(), 'Salário').value).toBe(48_000_000);
  });

  test('of two prices of one ingredient none is imported until one is chosen', async () => {
    const server = createFakeServer();
    const { user, paste } = await show(server);
    await paste('Insumo;Unidade;Preço\nMuçarela;kg;38,90\nmuçarela;kg;39,50\nMUÇARELA;kg;38,90\nSal;kg;2');
    expect(page()).toContain('“Muçarela” tem 2 valores na planilha. Qual vale?');
    expect(button('Importar 1 linha').disabled).toBe(false);
    await user.click(button(/39,50\s\/\skg \(linha 3\)/));
    await user.click(await screen.findByRole('button', { name: 'Importar 2 linhas' }));
    await waitFor(() => expect(server.state().ingredients.size).toBe(2));
    expect([...server.state().ingredients.values()].map(({ name, unitPrice }) => [name, unitPrice])).toEqual([
      ['muçarela', 395_000],
      ['Sal', 20_000],
    ]);
  });

  test('a cost that is called like an app asks where it is paid, and the channel is added', async () => {
    const server = createFakeServer();
    const { user, paste } = await show(server, 'variable-costs');
    await paste('Taxa;Percentual\nComissão do iFood;27\nCartão;3,2');
    expect(button('Importar 1 linha').disabled).toBe(false);
    await user.click(button('Só no iFood'));
    await user.click(await screen.findByRole('button', { name: 'Importar 2 linhas' }));
    await waitFor(() => expect(server.state().variableCosts.size).toBe(2));
    const channels = [...server.state().channels.values()];
    expect(channels.map(({ name, isMain }) => [name, isMain])).toEqual([
      ['Balcão', true],
      ['iFood', false],
    ]);
    expect(findByName(server.state().variableCosts.values(), 'Comissão do iFood').channels).toEqual([channels[1]?.id]);
    expect(server.changes()).toEqual(['applyChanges']);
  });

  test('a percentage like 0,032 asks whether it is 3,2 %', async () => {
    const server = createFakeServer();
    const { user, paste } = await show(server, 'variable-costs');
    await paste('Taxa;Percentual\nCartão;0,032\nImpostos;6%');
    expect(page()).toContain('0,032 é 3,2 %?');
    expect(button('Importar 1 linha').disabled).toBe(false);
    await user.click(button('Sim, 3,2 %'));
    await user.click(await screen.findByRole('button', { name: 'Importar 2 linhas' }));
    await waitFor(() => expect(server.state().variableCosts.size).toBe(2));
    expect(findByName(server.state().variableCosts.values(), 'Cartão').percentage).toBe(32_000);
  });

  test('more rows than one change may have are imported in parts, and one tap undoes all of them', async () => {
    const server = createFakeServer();
    const { user, paste, history, business } = await show(server);
    await paste(Array.from({ length: 1_005 }, (_, i) => `Insumo ${i}\tkg\t1`).join('\n'));
    await waitFor(() => expect(document.querySelectorAll('[data-import-row]')).toHaveLength(200));
    await user.click(button('Importar 1.005 linhas'));
    await waitFor(() => expect(history.at(-1)).toBe('/dashboard?tab=ingredients'), { timeout: 10_000 });
    expect(server.changes()).toEqual(['applyChanges', 'applyChanges']);
    expect(server.state().ingredients.size).toBe(1_005);
    await user.click(await screen.findByRole('button', { name: 'Desfazer' }));
    await waitFor(() => expect(server.state().ingredients.size).toBe(0), { timeout: 10_000 });
    await waitFor(() => expect(business.state.ingredients.size).toBe(0));
  }, 30_000);

  test('rows beyond the limit of a business say that they do not fit', async () => {
    const server = createFakeServer();
    const { paste } = await show(server, 'fixed-costs');
    await paste(Array.from({ length: 302 }, (_, i) => `Custo ${i}\t1`).join('\n'));
    expect(page()).toContain('300 serão incluídas, 2 não cabem no negócio.');
    expect(button('Importar 300 linhas').disabled).toBe(false);
  });

  test('a list is imported from a file', async () => {
    const server = createFakeServer();
    const { user } = await show(server, 'variable-costs');
    const file = new File([Uint8Array.from('Taxa;Percentual\r\nCartão;3,2%\r\n', (c) => c.charCodeAt(0))], 'taxas.csv');
    await user.upload(screen.getByLabelText('Arquivos da lista'), file);
    await user.click(await screen.findByRole('button', { name: 'Importar 1 linha' }));
    await waitFor(() => expect(findByName(server.state().variableCosts.values(), 'Cartão').percentage).toBe(32_000));
  });

  test('at most 50 files are read at once, and a sentence says so', async () => {
    const { user } = await show(createFakeServer());
    const files = Array.from({ length: 51 }, (_, index) => new File(['Ovo;un;0,75'], `${index}.csv`));
    await user.upload(screen.getByLabelText('Arquivos da lista'), files);
    expect((await screen.findByRole('alert')).textContent).toBe(
      'São arquivos demais de uma vez: até 50, com 30 MB ao todo. Traga uma parte de cada vez.',
    );
    await user.upload(screen.getByLabelText('Arquivos da lista'), files.slice(1));
    expect(await screen.findByRole('heading', { name: '50 linhas para conferir' })).toBeTruthy();
  });
});

describe('a difficult file of a list', () => {
  async function choose(list: string, name: string, content: string | Uint8Array<ArrayBuffer>) {
    const server = createFakeServer();
    const shown = await show(server, list);
    await shown.user.upload(screen.getByLabelText('Arquivos da lista'), new File([content], name));
    await screen.findByRole('heading', { name: /para conferir$/ });
    return { ...shown, server };
  }

  test.each([
    ['c2a-nome-com-quebra.csv', /^Molho da casa/, 125_000, ''],
    ['c2c-ponto-e-virgula-dentro.csv', /^Farinha; tipo 1$/, 49_000, ''],
    ['c2d-tab-dentro.csv', /^Farinha/, 49_000, ''],
    ['c3-sep.csv', /^Farinha$/, 49_000, ''],
    ['c3b-titulo-acima.csv', /^Farinha$/, 49_000, 'A linha “Lista de preços”, acima do cabeçalho, fica de fora.'],
    ['c5-espacos-de-dentro.csv', /^Farinha de trigo$/, 49_000, '3 repetidas'],
  ])('%s is imported as one ingredient', async (name, ingredient, unitPrice, sentence) => {
    const content = new Uint8Array(readFileSync(`${import.meta.dirname}/../samples/import/${name}`));
    const { server, user, history } = await choose('ingredients', name, content);
    expect(page()).toContain(sentence);
    await user.click(button('Importar 1 linha'));
    await waitFor(() => expect(history.at(-1)).toBe('/dashboard?tab=ingredients'));
    expect([...server.state().ingredients.values()]).toMatchObject([
      { name: expect.stringMatching(ingredient), unit: 'kg', unitPrice },
    ]);
  });

  test('with totals, titles and broken sums has them left out, and each line counted once', async () => {
    const { server, user } = await choose(
      'fixed-costs',
      'custos.csv',
      'Custos da casa\nDespesa;Valor\nPESSOAL;\nSalário;1.500,00\nSalário;1.500,00\nSubtotal;3.000,00\nCASA;\nAluguel;3.500,00\nLuz;#REF!\n\nTotal geral;6.500,00\n',
    );
    expect(page()).toContain(
      '3 serão incluídas, 1 de cabeçalho, 1 acima do cabeçalho, 2 de total, 2 só com texto, 1 com conta quebrada, 1 vazia.',
    );
    expect(page()).toContain('“Salário” está 2 vezes na planilha.');
    await user.click(button('Importar 3 linhas'));
    await waitFor(() => expect(server.state().fixedCosts.size).toBe(3));
  });

  test('with a tab per recipe is imported as dishes with their ingredients', async () => {
    const recipe = (rows: readonly (readonly (string | number)[])[]) =>
      sheetXml([['Ficha técnica'], ['Ingrediente', 'Quantidade', 'Unidade'], ...rows, ['Custo total', '', 12.5]]);
    const { server, user, history } = await choose(
      'recipes',
      'fichas.xlsx',
      xlsxWorkbook([
        [
          'Bolo de fubá',
          recipe([
            ['Fubá', 300, 'g'],
            ['Ovo', 3, 'un'],
          ]),
        ],
        [
          'Pudim',
          recipe([
            ['Ovo', 4, 'un'],
            ['Leite', 500, 'ml'],
            ['Leite', 250, 'ml'],
          ]),
        ],
        ['Anotações', sheetXml([['ligar para o fornecedor']])],
      ]),
    );
    await user.click(button('Incluir os 3 que faltam como insumos, sem preço'));
    await user.click(await screen.findByRole('button', { name: 'Importar 4 linhas' }));
    await waitFor(() => expect(history.at(-1)).toBe('/dashboard?tab=recipes'));
    const { dishes, ingredients } = server.state();
    const recipes = [...dishes.values()].map(({ name, lines }) => [
      name,
      lines.map(({ ingredientId, quantity }) => [ingredients.get(ingredientId)?.name, quantity]),
    ]);
    expect(recipes).toEqual([
      [
        'Bolo de fubá',
        [
          ['Fubá', 3_000_000],
          ['Ovo', 30_000],
        ],
      ],
      [
        'Pudim',
        [
          ['Ovo', 40_000],
          ['Leite', 7_500_000],
        ],
      ],
    ]);
  });
});
