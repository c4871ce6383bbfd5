import { cleanup, screen, waitFor } from '@testing-library/react';
import { notifications } from '@mantine/notifications';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { sampleCommands, type SampleBusiness } from '#app/samples/sample-business.ts';
import { changeSetEndpoints } from '#contract/change-set.ts';
import { SCALE } from '#domain/decimal.ts';
import { businessFigures } from '#domain/figures/business-figures.ts';
import { gapsOf } from '#domain/figures/gaps.ts';
import { DashboardTab } from '#web/features/dashboard/dashboard-tab.tsx';
import { IngredientsTab } from '#web/features/preparations/ingredients-tab.tsx';
import { businessOf } from '#web/features/onboarding/model-preview.tsx';
import { MODELS, type ReadyModel } from '#web/features/onboarding/models.ts';
import { callInSet } from '#web/stores/business/send-command.ts';
import { createFakeServer, idOf, pizzeriaServer, problem } from './support/fake-server.ts';
import { page, showTab } from './support/screen-under-test.tsx';

/** The first test loads the code of the preview, which takes long on a busy machine. */
const TEST_TIMEOUT_MS = 20_000;

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  notifications.clean();
});

const button = (name: string | RegExp) => screen.findByRole('button', { name });
const dashboard = <DashboardTab onNavigate={() => undefined} hasGuestPayment={false} />;

describe.each(MODELS)('the sample business $key', ({ load }) => {
  test('is a change set that the contract accepts', async () => {
    const calls = sampleCommands(await load(), idOf).map(callInSet);
    const { issues } = v.safeParse(changeSetEndpoints.applyChanges.body, { calls });
    expect(issues).toBeUndefined();
  });

  test('lacks only the revenue, which only the owner knows', async () => {
    const business = businessOf(await load());
    expect(gapsOf(business).map(({ kind }) => kind)).toEqual(['no_revenue']);
    expect(business.months.size).toBe(0);
    for (const [size, least, most] of [
      [business.ingredients.size, 10, 15],
      [business.dishes.size, 4, 6],
      [business.fixedCosts.size, 4, 6],
      [business.variableCosts.size, 2, 4],
      [business.preparations.size, 0, 2],
    ] as const) {
      expect(size).toBeGreaterThanOrEqual(least);
      expect(size).toBeLessThanOrEqual(most);
    }
  });

  test('uses every ingredient and preparation, and its dishes have realistic margins', async () => {
    const business = businessOf(await load());
    const recipes = [...business.dishes.values(), ...business.preparations.values()];
    const used = new Set(recipes.flatMap(({ lines }) => lines.map((line) => line.ingredientId)));
    const components = [...business.ingredients.keys(), ...business.preparations.keys()];
    expect(components.filter((id) => !used.has(id))).toEqual([]);
    for (const { cmvPercentage, contributionMarginPercentage } of businessFigures(business).dishes.values()) {
      expect(cmvPercentage).toBeGreaterThan(22 * SCALE);
      expect(cmvPercentage).toBeLessThan(45 * SCALE);
      expect(contributionMarginPercentage).toBeGreaterThan(30 * SCALE);
    }
  });
});

describe('the choice of a sample business', { timeout: TEST_TIMEOUT_MS }, () => {
  test('shows the content of a sample, and one click adds it as one change', async () => {
    const server = createFakeServer();
    const { user, business } = await showTab(dashboard, server);
    await user.click(await button(/^Pizzaria/));
    const use = await button('Usar este modelo');
    expect(page()).toContain('Pizza Napolitana');
    expect(page()).toContain('R$ 36,90 / kg');
    expect(page()).toContain('2 preparosMassa de pizzaR$ 1,39 / unMolho de tomateR$ 10,55 / kg');
    await user.click(use);
    expect(business.state.dishes.size).toBe(5);
    expect(business.state.preparations.size).toBe(2);
    expect(document.activeElement?.tagName).toBe('H1');
    await waitFor(() => expect(server.state().dishes.size).toBe(5));
    expect(server.changes()).toEqual(['applyChanges']);
    expect(page()).toContain('Informe quanto vendeu em pelo menos um mês');
    expect(page()).toContain('Troque o preço de exemplo de 15 insumos');
    expect(page()).not.toContain('Começar com um modelo');
  });

  test('leaves an empty business after an undo', async () => {
    const server = createFakeServer();
    const { user, business } = await showTab(dashboard, server);
    await user.click(await button(/^Confeitaria/));
    await user.click(await button('Usar este modelo'));
    await user.click(await button('Desfazer'));
    await waitFor(() => expect(server.changes()).toEqual(['applyChanges', 'undoChange']));
    await waitFor(() => expect(page()).toContain('Começar com um modelo'));
    const { ingredients, preparations, dishes, fixedCosts } = server.state();
    expect([ingredients, preparations, dishes, fixedCosts].map(({ size }) => size)).toEqual([0, 0, 0, 0]);
    expect(business.state.variableCosts.size).toBe(0);
  });

  test('says when a sample could not be saved, and can be tried again', async () => {
    const server = createFakeServer();
    const { user } = await showTab(dashboard, server);
    server.failNext('applyChanges', problem(422, 'invalid', 'Volte em instantes.'));
    await user.click(await button(/^Lanchonete/));
    await user.click(await button('Usar este modelo'));
    expect(await screen.findByText(/O modelo não foi incluído: Volte em instantes\./)).toBeDefined();
    await user.click(await button('Usar este modelo'));
    await waitFor(() => expect(server.state().dishes.size).toBe(6));
  });

  test('returns the focus to the sample that was open', async () => {
    const { user } = await showTab(dashboard, createFakeServer());
    await user.click(await button(/^Lanchonete/));
    await user.click(await button('Ver outros'));
    await waitFor(async () => expect(document.activeElement).toBe(await button(/^Lanchonete/)));
  });
});

test('a business with data is not offered a sample business', async () => {
  await showTab(dashboard, pizzeriaServer());
  expect(page()).not.toContain('Começar com um modelo');
});

test('a business with only one preparation is not offered a sample business', async () => {
  const server = createFakeServer([
    { type: 'AddPreparation', id: idOf('Massa'), name: 'Massa', yieldQuantity: 10_000, yieldUnit: 'kg' },
  ]);
  await showTab(dashboard, server);
  expect(page()).not.toContain('Começar com um modelo');
});

/** The expected cost of one portion of each dish, in units. */
const COSTS: Readonly<Record<ReadyModel['key'], Readonly<Record<string, number>>>> = {
  pizzaria: {
    'Pizza Muçarela': 189_728,
    'Pizza Calabresa': 199_672,
    'Pizza Napolitana': 190_872,
    'Pizza Portuguesa': 206_377,
    'Pizza Frango com Requeijão': 221_056,
  },
  confeitaria: {
    'Brigadeiro enrolado': 12_290,
    Beijinho: 11_614,
    'Bolo de Brigadeiro (2 kg)': 787_607,
    'Bolo de Morango (2 kg)': 747_961,
    'Bolo de Pote': 72_187,
    Brownie: 41_450,
  },
  lanchonete: {
    'X-Salada': 108_229,
    'X-Bacon': 125_785,
    'X-Tudo': 142_032,
    'Misto Quente': 39_776,
    'Porção de Batata Frita': 90_926,
    'Suco de Polpa (400 ml)': 42_350,
  },
};

test.each(MODELS)(
  'the dishes of the sample business $key have the costs that were worked out',
  async ({ key, load }) => {
    const { dishes } = businessFigures(businessOf(await load()));
    expect(Object.fromEntries([...dishes].map(([name, { cmv }]) => [name, cmv]))).toEqual(COSTS[key]);
  },
);

test('the sample business of the confectioner has batches, work by the hour and tins by the box', async () => {
  const { dishes, ingredients } = businessOf(
    (await MODELS.find(({ key }) => key === 'confeitaria')?.load()) as SampleBusiness,
  );
  expect(dishes.get('Brigadeiro enrolado')?.portions).toBe(40);
  expect(ingredients.get('Hora de trabalho')).toMatchObject({ unit: 'h', unitPrice: 20 * SCALE });
  expect(ingredients.get('Leite condensado')?.pack).toMatchObject({ quantity: 4_740 * SCALE, unit: 'g' });
});

describe('a price from a sample business', { timeout: TEST_TIMEOUT_MS }, () => {
  async function withModel() {
    const server = createFakeServer();
    const { user, business } = await showTab(
      <>
        {dashboard}
        <IngredientsTab />
      </>,
      server,
    );
    await user.click(await button(/^Pizzaria/));
    await user.click(await button('Usar este modelo'));
    await waitFor(() => expect(server.changes()).toHaveLength(1));
    return { user, business };
  }

  test('is marked as an example until it is changed', async () => {
    const { user, business } = await withModel();
    expect(page()).toContain('15 insumos ainda têm valor de exemplo');
    const [onion] = [...business.state.ingredients.values()].filter(({ name }) => name === 'Cebola');
    business.issue({ type: 'ChangeIngredient', id: onion?.id ?? '', unitPrice: 51_000 });
    await waitFor(() => expect(page()).toContain('14 insumos ainda têm valor de exemplo'));
    await user.click(await button('Estão certos'));
    expect(page()).not.toContain('preço de exemplo');
  });

  test('is still marked as an example after a reload', async () => {
    const { business } = await withModel();
    expect(JSON.parse(localStorage.getItem('prumo.user.examples') ?? '[]')).toContain(
      [...business.state.ingredients.keys()][0],
    );
  });
});
