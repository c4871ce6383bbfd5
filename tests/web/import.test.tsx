import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { notifications } from '@mantine/notifications';
import { afterEach, describe, expect, test } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { ImportPage } from '#web/features/import/import-page.tsx';
import { createFakeServer, type FakeServer, idOf, pizzeriaServer, problem } from './support/fake-server.ts';
import { named } from './support/business-under-test.ts';
import { page, showTab } from './support/screen-under-test.tsx';

afterEach(() => {
  cleanup();
  notifications.clean();
});

async function show(server: FakeServer, tab = 'ingredients') {
  const location = memoryLocation({ path: `/dashboard/importar?em=${tab}`, record: true });
  const shown = await showTab(
    <Router hook={location.hook} searchHook={location.searchHook}>
      <ImportPage />
    </Router>,
    server,
  );
  const paste = (text: string): void => {
    fireEvent.paste(screen.getByLabelText('Cole aqui as células da planilha'), {
      clipboardData: { getData: () => text },
    });
  };
  return { ...shown, paste, history: location.history };
}

const cell = (label: string, row: number) => screen.getByLabelText<HTMLInputElement>(`${label}, linha ${row}`);
const fate = (row: number) => screen.getByLabelText<HTMLSelectElement>(`O que fazer com a linha ${row}`);
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });

const SHEET = 'Insumo\tUnidade\tPreço\nMuçarela\tkg\tR$ 42,90\nFUBÁ\tkg\t3,50\nOvo\tun\t0,75\n';

describe('a pasted sheet', () => {
  test('says what will become of every row, and is one change', async () => {
    const server = pizzeriaServer();
    const { user, paste, business, history } = await show(server);
    paste(SHEET);
    expect(page()).toContain('Vai atualizar o preço de R$ 38,90 / kg para R$ 42,90 / kg.');
    expect(page()).toContain('Já está igual.');
    expect(page()).toContain('1 será incluída, 1 atualiza o que já existe, 1 já está igual.');
    await user.click(button('Importar 2 linhas'));
    await waitFor(() => expect(history.at(-1)).toBe('/dashboard?tab=ingredients'));
    expect(server.changes()).toEqual(['applyChanges']);
    expect(named(server.state().ingredients.values(), 'Muçarela').unitPrice).toBe(429_000);
    expect(named(server.state().ingredients.values(), 'FUBÁ')).toMatchObject({ unit: 'kg', unitPrice: 35_000 });
    await user.click(await screen.findByRole('button', { name: 'Desfazer' }));
    await waitFor(() => expect(named(server.state().ingredients.values(), 'Muçarela').unitPrice).toBe(389_000));
    await waitFor(() => expect(business.state.ingredients.size).toBe(18));
  });

  describe('over a price that somebody changes meanwhile', () => {
    const cheese = (server: FakeServer) => named(server.state().ingredients.values(), 'Muçarela');
    const question = async (): Promise<string> =>
      ((await screen.findByRole('alert')).textContent ?? '').replaceAll('\u00A0', ' ');

    async function asked() {
      const server = pizzeriaServer();
      const shown = await show(server);
      shown.paste(SHEET);
      server.elsewhere({ type: 'ChangeIngredient', id: cheese(server).id, unitPrice: 410_000 });
      await shown.user.click(button('Importar 2 linhas'));
      expect(await question()).toBe(
        '“Muçarela” mudou enquanto você conferia: era R$ 38,90 / kg, agora é R$ 41,00 / kg. Na planilha: R$ 42,90 / kg.',
      );
      expect(cheese(server).unitPrice).toBe(410_000);
      expect([...server.state().ingredients.values()].some(({ name }) => name === 'FUBÁ')).toBe(false);
      return { server, ...shown };
    }

    test('nothing is imported before it is asked, and its row says so', async () => {
      await asked();
      expect(page()).toContain(
        'Mudou enquanto isso: era R$ 38,90 / kg. Vai atualizar o preço de R$ 41,00 / kg para R$ 42,90 / kg.',
      );
    });

    test('the sheet’s own is imported when told so', async () => {
      const { server, user, history } = await asked();
      await user.click(button('Importar o meu'));
      await waitFor(() => expect(history.at(-1)).toBe('/dashboard?tab=ingredients'));
      expect(cheese(server).unitPrice).toBe(429_000);
      expect(named(server.state().ingredients.values(), 'FUBÁ').unitPrice).toBe(35_000);
    });

    test('what is saved stays, and the rest is imported, when told so', async () => {
      const { server, user, history } = await asked();
      await user.click(button('Ficar com o que está salvo'));
      await waitFor(() => expect(history.at(-1)).toBe('/dashboard?tab=ingredients'));
      expect(cheese(server).unitPrice).toBe(410_000);
      expect(named(server.state().ingredients.values(), 'FUBÁ').unitPrice).toBe(35_000);
    });

    test('a name that comes into the list meanwhile is no surprise either', async () => {
      const server = pizzeriaServer();
      const { user, paste, business } = await show(server);
      paste(SHEET);
      server.elsewhere({ type: 'AddIngredient', id: idOf('Fubá'), name: 'Fubá', unit: 'kg', unitPrice: 30_000 });
      await act(() => business.refresh());
      expect(page()).toContain(
        'Entrou na lista enquanto isso. Vai atualizar o preço de R$ 3,00 / kg para R$ 3,50 / kg.',
      );
      await user.click(button('Importar 2 linhas'));
      expect(await question()).toContain('“Fubá” entrou na lista enquanto você conferia: agora é R$ 3,00 / kg.');
      expect(server.changes()).toEqual([]);
    });

    test('of which only the name has changed, nobody is asked', async () => {
      const server = pizzeriaServer();
      const { user, paste, history } = await show(server);
      paste(SHEET);
      server.elsewhere({ type: 'ChangeIngredient', id: cheese(server).id, name: 'muçarela' });
      await user.click(button('Importar 2 linhas'));
      await waitFor(() => expect(history.at(-1)).toBe('/dashboard?tab=ingredients'));
      expect(named(server.state().ingredients.values(), 'muçarela').unitPrice).toBe(429_000);
    });
  });

  test('can be added beside what has the name, or left out', async () => {
    const server = pizzeriaServer();
    const { user, paste } = await show(server);
    paste(SHEET);
    await user.selectOptions(fate(1), 'Incluir como novo');
    await user.selectOptions(fate(2), 'Pular');
    await user.click(button('Importar 1 linha'));
    await waitFor(() => expect(server.state().ingredients.size).toBe(19));
    expect(named(server.state().ingredients.values(), 'Muçarela').unitPrice).toBe(389_000);
  });

  test('with a wrong cell says so there, is put right there and loses nothing', async () => {
    const server = createFakeServer();
    const { user, paste } = await show(server);
    paste('Farinha\tkg\t4,9o\n\t\t3\nSal\tkg\t2\n');
    expect(cell('Preço', 1).getAttribute('aria-invalid')).toBe('true');
    expect(page()).toContain('Digite um número, como 12,50.');
    expect(page()).toContain('2 com erro');
    expect(button(/^Importar/).disabled).toBe(true);
    await user.click(button(/Falta corrigir 2 linhas/));
    expect(document.activeElement).toBe(cell('Preço', 1));
    await user.clear(cell('Preço', 1));
    await user.type(cell('Preço', 1), 'R$ 4,90');
    expect(cell('Preço', 1).value).toBe('4,90');
    await user.selectOptions(fate(2), 'Pular');
    await user.click(button('Importar 2 linhas'));
    await waitFor(() => expect(server.state().ingredients.size).toBe(2));
  });

  test('keeps what was put right when one goes back to the text', async () => {
    const { user, paste } = await show(createFakeServer());
    paste('Farinha\tkg\tx\n');
    await user.type(cell('Nome', 1), ' de trigo');
    await user.click(button('Voltar ao texto'));
    await user.click(button('Conferir'));
    expect(cell('Nome', 1).value).toBe('Farinha de trigo');
    expect(cell('Unidade', 1).value).toBe('kg');
  });

  test('stays as it is when the server refuses, with the sentence at its row', async () => {
    const server = createFakeServer();
    const { user, paste, business } = await show(server);
    paste('Farinha\tkg\t4\nSal\tkg\t2\n');
    const fields = { 'calls.1.body.name': 'Este nome não serve.' };
    server.mishap('applyChanges', problem(422, 'invalid', 'Este nome não serve.', fields));
    await user.click(button('Importar 2 linhas'));
    expect((await screen.findByRole('alert')).textContent).toBe('Nada foi importado. Este nome não serve.');
    expect(cell('Nome', 2).closest('tr')?.textContent).toContain('Este nome não serve.');
    expect(cell('Nome', 1).value).toBe('Farinha');
    expect(business.state.ingredients.size).toBe(0);
  });

  test('that is too much for one change stays, and says what to do', async () => {
    const server = createFakeServer();
    const { user, paste } = await show(server);
    paste('Farinha\tkg\t4\nSal\tkg\t2\n');
    const sentence = 'São mudanças demais de uma vez: faça em duas partes.';
    server.mishap('applyChanges', problem(413, 'too_large', sentence));
    await user.click(button('Importar 2 linhas'));
    expect((await screen.findByRole('alert')).textContent).toBe(`Nada foi importado. ${sentence}`);
    expect(cell('Nome', 2).value).toBe('Sal');
    expect(button('Importar 2 linhas').disabled).toBe(false);
  });

  test('that names a thing twice takes the first', async () => {
    const server = createFakeServer();
    const { user, paste } = await show(server, 'fixed-costs');
    paste('Aluguel\t3.500\nLuz\t200\naluguel\t100');
    expect(page()).toContain('Fica de fora. O nome já está na linha 1.');
    await user.click(button('Importar 2 linhas'));
    await waitFor(() => expect(server.state().fixedCosts.size).toBe(2));
    expect(named(server.state().fixedCosts.values(), 'Aluguel').value).toBe(35_000_000);
  });

  test('of more rows than one change may have is not begun, and stays', async () => {
    const { paste } = await show(createFakeServer(), 'variable-costs');
    paste(Array.from({ length: 1_001 }, (_, i) => `Taxa ${i}\t1`).join('\n'));
    expect(screen.getByRole('alert').textContent).toBe(
      'São 1.001 linhas, e o limite é de 1.000 por vez. Importe em partes.',
    );
    expect(screen.getByLabelText<HTMLTextAreaElement>('Cole aqui as células da planilha').value).toContain('Taxa 1000');
  });

  test('may come as a file', async () => {
    const server = createFakeServer();
    const { user } = await show(server, 'variable-costs');
    const file = new File([Uint8Array.from('Taxa;Percentual\r\nCartão;3,2%\r\n', (c) => c.charCodeAt(0))], 'taxas.csv');
    await user.upload(screen.getByLabelText('Arquivo da lista'), file);
    await user.click(await screen.findByRole('button', { name: 'Importar 1 linha' }));
    await waitFor(() => expect(named(server.state().variableCosts.values(), 'Cartão').percentage).toBe(32_000));
  });
});
