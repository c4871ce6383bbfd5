import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { createCosting } from '#domain/figures/costing.ts';
import { displayedCost } from '#domain/figures/cost.ts';
import { PreparationSheet } from '#web/features/preparations/preparation-sheet.tsx';
import { RecipesView } from '#web/features/recipes/recipes-view.ts';
import { createFakeServer, type FakeServer, idOf } from './support/fake-server.ts';
import { showTab } from './support/screen-under-test.tsx';
import { useStores } from '#web/stores/root-store.tsx';
import { observer } from 'mobx-react-lite';

afterEach(cleanup);

const serverWithPreparation = (): FakeServer =>
  createFakeServer([
    { type: 'AddIngredient', id: idOf('Leite condensado'), name: 'Leite condensado', unit: 'kg', unitPrice: 200_000 },
    { type: 'AddIngredient', id: idOf('Ovo'), name: 'Ovo', unit: 'kg', unitPrice: 120_000 },
    { type: 'AddPreparation', id: idOf('Massa'), name: 'Massa', yieldQuantity: 8_000_000, yieldUnit: 'g' },
  ]);

const Sheet = observer(function Sheet() {
  const { state } = useStores().business;
  const costing = createCosting(state);
  const costed = costing.preparation(idOf('Massa'));
  return costed ? (
    <PreparationSheet costed={costed} costing={costing} cardKey="massa" view={new RecipesView()} />
  ) : null;
});

async function paste(text: string, server = serverWithPreparation()) {
  const shown = await showTab(<Sheet />, server);
  await shown.user.click(screen.getByRole('button', { name: 'Colar receita' }));
  const field = await screen.findByRole('textbox', { name: 'Cole aqui a receita' });
  await shown.user.click(field);
  await shown.user.paste(text);
  await shown.user.click(screen.getByRole('button', { name: 'Conferir' }));
  return { ...shown, server };
}

const lineOf = (text: string) => within(screen.getByRole('group', { name: text }));
const valueOf = (text: string, label: string): string => lineOf(text).getByLabelText<HTMLInputElement>(label).value;
const massa = (server: FakeServer) => server.state().preparations.get(idOf('Massa'));

describe('the review of a pasted recipe', () => {
  test('is saved as one change, with new ingredients, answers and method, and undone as one', async () => {
    const { user, server, business } = await paste(
      'Brigadeiro\n\n1 lata de leite condensado (395 g)\nleite condensado: 5 g\n2 ovos\n20 g de granulado\nsal a gosto\n\nModo de preparo:\n1. Misture tudo.',
    );
    expect(valueOf('1 lata de leite condensado (395 g)', 'Insumo')).toBe('Leite condensado');
    expect(valueOf('1 lata de leite condensado (395 g)', 'Quantidade')).toBe('395 g');
    expect(valueOf('2 ovos', 'Insumo')).toBe('Ovo');
    expect(valueOf('2 ovos', 'Quantidade')).toBe('2 un');
    expect(valueOf('sal a gosto', 'Quantidade')).toBe('');
    const take = () => screen.getByRole('button', { name: /^Colocar/ });
    await user.click(take());
    expect(screen.getByText('Falta resolver 1 linha.')).toBeTruthy();
    const question = lineOf('2 ovos').getByRole('textbox', { name: 'Quanto pesa 1 un de Ovo?' });
    expect(document.activeElement).toBe(question);
    await user.type(question, '50');
    await user.type(lineOf('20 g de granulado').getByRole('textbox', { name: 'Preço por kg' }), '30');
    expect(take().textContent).toBe('Colocar 4 linhas na ficha');
    await user.click(take());
    await waitFor(() => expect(massa(server)?.lines).toHaveLength(3));
    const state = server.state();
    const named = massa(server)?.lines.map(({ ingredientId, quantity, ownUnit }) => [
      state.ingredients.get(ingredientId)?.name,
      quantity,
      ownUnit,
    ]);
    expect(named).toEqual([
      ['Leite condensado', 4_000_000, 'g'],
      ['Ovo', 20_000, 'un'],
      ['Granulado', 200_000, 'g'],
    ]);
    expect(massa(server)?.method).toBe('Misture tudo.');
    // 0,4 kg × R$ 20 + 0,1 kg × R$ 12 + 0,02 kg × R$ 30
    const costed = createCosting(state).preparation(idOf('Massa'));
    expect(costed && displayedCost(costed.wholeRecipeCost)).toBe(98_000);
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Cole aqui a receita' })).toBeNull());
    await waitFor(() => expect(business.hasUnsavedChanges).toBe(false));
    await user.click(await screen.findByRole('button', { name: 'Desfazer' }));
    await waitFor(() => expect(massa(server)?.lines).toEqual([]));
    expect(massa(server)?.method).toBeNull();
    expect(server.state().ingredients.size).toBe(2);
    expect(server.state().ingredients.get(idOf('Ovo'))?.conversions).toBeNull();
  });

  test('keeps corrections when the text is edited again', async () => {
    const { user } = await paste('2 ovos\n10 g de leite em pó');
    const field = lineOf('2 ovos').getByRole('textbox', { name: 'Quantidade' });
    await user.clear(field);
    await user.type(field, '0,2 kg');
    await user.click(screen.getByRole('button', { name: 'Voltar ao texto' }));
    const text = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Cole aqui a receita' });
    expect(text.value).toContain('2 ovos');
    await user.type(text, '\n1 pitada de sal');
    await user.click(screen.getByRole('button', { name: 'Conferir' }));
    expect(valueOf('2 ovos', 'Quantidade')).toBe('0,2 kg');
  });

  test('marks a merely similar name and shows each error at its line', async () => {
    const { user, server } = await paste('100 g de leite condensado cremoso\n2 ovos');
    const like = lineOf('100 g de leite condensado cremoso');
    expect(valueOf('100 g de leite condensado cremoso', 'Insumo')).toBe('Leite condensado');
    expect(like.getByText('Na receita está “leite condensado cremoso”. É este insumo?')).toBeTruthy();
    const amount = like.getByRole('textbox', { name: 'Quantidade' });
    await user.clear(amount);
    await user.type(amount, 'muito');
    expect(amount.getAttribute('aria-invalid')).toBe('true');
    await user.click(lineOf('2 ovos').getByRole('checkbox', { name: 'Entra na ficha' }));
    await user.clear(amount);
    await user.type(amount, '1 kg');
    await user.click(screen.getByRole('button', { name: 'Colocar 1 linha na ficha' }));
    await waitFor(() => expect(massa(server)?.lines).toHaveLength(1));
  });

  test('says beside the text when it has no recipe lines', async () => {
    await paste('Ingredientes:');
    expect(screen.getByText(/^Não há linhas de receita/)).toBeTruthy();
  });

  test('says how much of a very long text is read', async () => {
    await paste('1 ovo\n'.repeat(4_000));
    expect(screen.getByText(/cabem 20\.000 letras/)).toBeTruthy();
  });
});
