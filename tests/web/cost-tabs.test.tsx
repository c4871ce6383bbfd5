import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { FixedCostsTab } from '#web/features/costs/fixed-costs-tab.tsx';
import { IngredientsTab } from '#web/features/preparations/ingredients-tab.tsx';
import { VariableCostsTab } from '#web/features/costs/variable-costs-tab.tsx';
import { createFakeServer, idOf, pizzeriaServer, problem } from './support/fake-server.ts';
import { page, showTab } from './support/screen-under-test.tsx';

afterEach(() => {
  cleanup();
  notifications.clean();
});

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const button = (name: string | RegExp) => screen.getByRole('button', { name });

function TwoTabs() {
  const [isOther, setOther] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOther(!isOther)}>
        other tab
      </button>
      {isOther ? <VariableCostsTab /> : <FixedCostsTab />}
    </>
  );
}

describe('the form for adding a cost', () => {
  test('adds on Enter, shows the total at once, clears the fields and focuses the first one', async () => {
    const server = createFakeServer();
    const { user } = await showTab(<FixedCostsTab />, server);
    expect(page()).toContain('Nenhum custo fixo cadastrado ainda.');
    server.hold();
    await user.type(field('Nome'), 'Aluguel{Tab}3.500,50{Enter}');
    expect(page()).toContain('Total por mêsR$ 3.500,50');
    expect(page()).not.toContain('Nenhum custo fixo cadastrado ainda.');
    expect(field('Nome').value).toBe('');
    expect(field('Valor por mês').value).toBe('');
    expect(document.activeElement).toBe(field('Nome'));
    server.release();
    await waitFor(() =>
      expect([...server.state().fixedCosts.values()]).toMatchObject([{ name: 'Aluguel', value: 35_005_000 }]),
    );
  });

  test('adds nothing with an empty field and focuses that field', async () => {
    const server = createFakeServer();
    const { user } = await showTab(<FixedCostsTab />, server);
    await user.type(field('Valor por mês'), '10{Enter}');
    expect(document.activeElement).toBe(field('Nome'));
    await user.type(field('Nome'), 'Água');
    await user.clear(field('Valor por mês'));
    await user.click(button('Adicionar'));
    expect(document.activeElement).toBe(field('Valor por mês'));
    expect(field('Nome').value).toBe('Água');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(server.changes()).toEqual([]);
  });

  test('accepts no letters in an amount and does not reformat it', async () => {
    const { user } = await showTab(<VariableCostsTab />, createFakeServer());
    await user.type(field('Percentual'), 'a1b2,c5.x');
    expect(field('Percentual').value).toBe('12,5.');
    await user.tab();
    expect(field('Percentual').value).toBe('12,5.');
  });

  test('names the letters left out of an amount, and adds nothing until the amount is corrected', async () => {
    const server = createFakeServer();
    const { user } = await showTab(<FixedCostsTab />, server);
    await user.type(field('Nome'), 'Aluguel');
    await user.click(field('Valor por mês'));
    await user.paste('8 mil');
    await user.keyboard('{Enter}');
    expect(page()).toContain('“mil” ficou de fora');
    expect(field('Valor por mês').value).toBe('8');
    expect(server.changes()).toEqual([]);
    await user.click(field('Valor por mês'));
    await user.clear(field('Valor por mês'));
    await user.type(field('Valor por mês'), '8000{Enter}');
    await waitFor(() => expect([...server.state().fixedCosts.values()]).toMatchObject([{ value: 80_000_000 }]));
  });

  test('keeps a wrong value and shows the error at its field', async () => {
    const server = createFakeServer();
    const { user } = await showTab(<VariableCostsTab />, server);
    await user.type(field('Nome'), 'Impostos{Tab}1,2,3{Enter}');
    expect(page()).toContain('Digite um número, como 12,50.');
    expect(field('Percentual').value).toBe('1,2,3');
    expect(field('Percentual').getAttribute('aria-invalid')).toBe('true');
    expect(server.changes()).toEqual([]);
  });

  test('gets the texts back with the server’s sentence when the server refuses them', async () => {
    const server = createFakeServer();
    const { user } = await showTab(<FixedCostsTab />, server);
    server.failNext('addFixedCost', problem(422, 'invalid', 'Nome estranho.', { name: 'Nome estranho.' }));
    await user.type(field('Nome'), 'Xis{Tab}10{Enter}');
    await waitFor(() => expect(field('Nome').value).toBe('Xis'));
    expect(field('Valor por mês').value).toBe('10');
    expect(field('Nome').getAttribute('aria-invalid')).toBe('true');
    expect(page()).toContain('Nenhum custo fixo cadastrado ainda.');
  });

  test('offers the refused texts for correction when the next cost is already being typed', async () => {
    const server = createFakeServer();
    const { user } = await showTab(<FixedCostsTab />, server);
    server.failNext('addFixedCost', problem(422, 'invalid', 'Não deu.'));
    server.hold();
    await user.type(field('Nome'), 'Xis{Tab}10{Enter}');
    await user.type(field('Nome'), 'Água');
    server.release();
    await user.click(await screen.findByRole('button', { name: 'Corrigir' }));
    expect(field('Nome').value).toBe('Xis');
    expect(field('Valor por mês').value).toBe('10');
    await user.click(button('Corrigir'));
    expect(field('Nome').value).toBe('Água');
  });

  test('warns about an equal name and adds it all the same', async () => {
    const server = pizzeriaServer();
    const { user, business } = await showTab(<IngredientsTab />, server);
    await user.type(field('Nome'), 'camarao');
    expect(page()).toContain('“Camarão” já está na lista, a R$ 89,90 por kg.');
    await user.type(screen.getByRole('combobox', { name: 'Unidade' }), 'kg');
    await user.type(field('Preço por kg'), '0,0385{Enter}');
    expect(page()).toContain('R$ 0,0385 / kg');
    expect(business.state.ingredients.size).toBe(19);
  });

  test('closes the optional fields again for the next ingredient', async () => {
    const { user, business } = await showTab(<IngredientsTab />, createFakeServer());
    const unfolding = () => field('O que vem na embalagem').closest('details');
    await user.click(screen.getByText('Embalagem, perda e medidas'));
    await user.type(field('Nome'), 'Creme de leite');
    await user.type(screen.getByRole('combobox', { name: 'Unidade' }), 'kg');
    await user.type(field('O que vem na embalagem'), '12 × 200 g');
    await user.type(field('Preço pago'), '54');
    expect(unfolding()?.open).toBe(true);
    await user.type(field('O que vem na embalagem'), '{Enter}');
    await waitFor(() => expect(business.state.ingredients.size).toBe(1));
    expect(unfolding()?.open).toBe(false);
    expect(document.activeElement).toBe(field('Nome'));
  });

  test('keeps what was typed while another tab was open', async () => {
    const { user } = await showTab(<TwoTabs />, createFakeServer());
    await user.type(field('Nome'), 'Alu');
    await user.click(button('other tab'));
    expect(screen.queryByRole('textbox', { name: 'Valor por mês' })).toBeNull();
    await user.click(button('other tab'));
    expect(field('Nome').value).toBe('Alu');
  });
});

describe('the editor of a cost', () => {
  test('saves only the changed fields on Enter', async () => {
    const server = pizzeriaServer();
    const { user } = await showTab(<FixedCostsTab />, server);
    await user.click(button(/^Editar Aluguel/));
    const form = screen.getByRole('form', { name: 'Editar Aluguel' });
    const value = within(form).getByRole<HTMLInputElement>('textbox', { name: 'Valor por mês' });
    expect(document.activeElement).toBe(value);
    expect(value.value).toBe('3.500,00');
    await user.clear(value);
    await user.type(value, '3600{Enter}');
    await waitFor(() => expect(server.requests('changeFixedCost')).toHaveLength(1));
    expect(server.requests('changeFixedCost')[0]?.body).toEqual({ value: 3600 });
    expect(page()).toContain('R$ 3.600,00');
    expect(document.activeElement).toBe(button(/^Editar Aluguel/));
  });

  test('is closed without saving by Escape, and losing focus saves nothing', async () => {
    const server = pizzeriaServer();
    const { user } = await showTab(<FixedCostsTab />, server);
    await user.click(button(/^Editar Aluguel/));
    await user.keyboard('9');
    await user.click(document.body);
    await user.click(
      within(screen.getByRole('form', { name: 'Editar Aluguel' })).getByRole('textbox', { name: 'Nome' }),
    );
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('form', { name: 'Editar Aluguel' })).toBeNull();
    expect(server.changes()).toEqual([]);
  });

  test('opens again with the typed text after saving has failed', async () => {
    const server = pizzeriaServer();
    const { user } = await showTab(<FixedCostsTab />, server);
    server.failNext('changeFixedCost', problem(422, 'invalid', 'Alto demais.', { value: 'Alto demais.' }));
    await user.click(button(/^Editar Aluguel/));
    const typed = within(screen.getByRole('form')).getByRole<HTMLInputElement>('textbox', { name: 'Valor por mês' });
    await user.clear(typed);
    await user.type(typed, '77,70{Enter}');
    const form = await screen.findByRole('form', { name: 'Editar Aluguel' });
    const value = within(form).getByRole<HTMLInputElement>('textbox', { name: 'Valor por mês' });
    expect(value.value).toBe('77,70');
    expect(form.textContent).toContain('Alto demais.');
  });

  test('is still open with the typed text when its tab is opened again, and the tab’s heading has the focus', async () => {
    const server = pizzeriaServer();
    const { user } = await showTab(<TwoTabs />, server);
    await user.click(button(/^Editar Aluguel/));
    const value = () =>
      within(screen.getByRole('form', { name: 'Editar Aluguel' })).getByRole<HTMLInputElement>('textbox', {
        name: 'Valor por mês',
      });
    await user.clear(value());
    await user.type(value(), '4.1');
    await user.click(button('other tab'));
    expect(screen.queryByRole('form', { name: 'Editar Aluguel' })).toBeNull();
    await user.click(button('other tab'));
    expect(value().value).toBe('4.1');
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
    await user.type(value(), '00{Enter}');
    expect(screen.queryByRole('form', { name: 'Editar Aluguel' })).toBeNull();
    await waitFor(() =>
      expect([...server.state().fixedCosts.values()].find(({ name }) => name === 'Aluguel')?.value).toBe(41_000_000),
    );
  });
});

describe('the removal of a cost', () => {
  test('takes effect at once, and the toast restores the cost in its place', async () => {
    const server = pizzeriaServer();
    const { user, business } = await showTab(<FixedCostsTab />, server);
    const before = business.figures.dashboard.custosFixos;
    const rows = () => screen.getAllByRole('button', { name: /^Excluir / }).map((each) => each.ariaLabel);
    const order = rows();
    await user.click(button('Excluir Contador'));
    expect(screen.queryByRole('button', { name: 'Excluir Contador' })).toBeNull();
    expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Excluir /);
    await user.click(await screen.findByRole('button', { name: 'Desfazer' }));
    await screen.findByRole('button', { name: 'Excluir Contador' });
    expect(rows()).toEqual(order);
    expect(business.figures.dashboard.custosFixos).toBe(before);
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Contador'));
    await waitFor(() => expect(page()).toContain('Desfeito'));
    expect(server.changes()).toEqual(['removeFixedCost', 'undoChange']);
  });

  test('can be undone on another tab too', async () => {
    const server = pizzeriaServer();
    const { user } = await showTab(<TwoTabs />, server);
    await user.click(button('Excluir Contador'));
    await user.click(button('other tab'));
    await user.click(await screen.findByRole('button', { name: 'Desfazer' }));
    await waitFor(() => expect([...server.state().fixedCosts.values()].map(({ name }) => name)).toContain('Contador'));
  });

  test('leaves only the undo button of the last removal on screen', async () => {
    const server = pizzeriaServer();
    const { user } = await showTab(<FixedCostsTab />, server);
    const undo = () => screen.queryAllByRole('button', { name: 'Desfazer' });
    const names = () => [...server.state().fixedCosts.values()].map(({ name }) => name);
    await user.click(button('Excluir Aluguel'));
    await waitFor(() => expect(page()).toContain('Custo fixo excluído: “Aluguel”'));
    server.hold();
    await user.click(button('Excluir Contador'));
    await waitFor(() => expect(undo()).toEqual([]));
    server.release();
    await waitFor(() => expect(page()).toContain('Custo fixo excluído: “Contador”'));
    expect(undo()).toHaveLength(1);
    await user.click(button('Desfazer'));
    await waitFor(() => expect(names()).toContain('Contador'));
    expect(names()).not.toContain('Aluguel');
  });

  test('is refused for an ingredient in use, and the dishes are named', async () => {
    const server = pizzeriaServer();
    const { user } = await showTab(<IngredientsTab />, server);
    await user.click(button('Excluir Camarão'));
    expect(screen.getByRole('alert').textContent).toContain('“Camarão” está em uso em “Pizza Camarão”.');
    expect(button('Excluir Camarão')).toBeTruthy();
    expect(server.changes()).toEqual([]);
  });
});

describe('a list of costs or ingredients', () => {
  test('does not claim to be empty when it could not be loaded', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const server = pizzeriaServer();
    server.failNext('listFixedCosts', problem(500, 'unexpected', 'Erro.'));
    await showTab(<FixedCostsTab />, server);
    expect(page()).not.toContain('Nenhum custo fixo');
    expect(page()).toContain('Total por mês–');
    logged.mockRestore();
  });

  test.each([
    ['fixed costs', <FixedCostsTab key="f" />, 'Nenhum custo fixo cadastrado ainda.'],
    ['variable costs', <VariableCostsTab key="v" />, 'Nenhum custo variável cadastrado ainda.'],
    ['ingredients', <IngredientsTab key="i" />, 'Nenhum insumo cadastrado ainda.'],
  ])('says that there are no %s when it is empty', async (_what, tab, text) => {
    await showTab(tab, createFakeServer());
    expect(page()).toContain(text);
  });

  test('can be searched without accents when it has more than eight ingredients', async () => {
    const { user } = await showTab(<IngredientsTab />, pizzeriaServer());
    await user.type(field('Procurar insumo'), 'mucar');
    expect(within(screen.getByRole('list', { name: 'Insumos' })).getAllByRole('listitem')).toHaveLength(1);
    expect(page()).toContain('R$ 38,90 / kg');
    expect(page()).toContain('Cadastrados18 insumos');
  });
});

test('the editor of an ingredient stays open while the ingredient is changed by another command', async () => {
  const server = pizzeriaServer();
  const { user, business } = await showTab(<IngredientsTab />, server);
  await user.click(button(/^Editar Ovo/));
  const price = within(screen.getByRole('form')).getByRole<HTMLInputElement>('textbox', { name: 'Preço' });
  await user.type(price, '9');
  business.issue({ type: 'ChangeIngredient', id: idOf('Ovo'), name: 'Ovo caipira' });
  expect(price.value).toBe('0,759');
  expect(price.isConnected).toBe(true);
});
