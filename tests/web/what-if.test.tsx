import { notifications } from '@mantine/notifications';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { businessFigures } from '#domain/figures/business-figures.ts';
import { PRICE_GRAINS } from '#domain/figures/price-grain.ts';
import { createPlanStorage } from '#web/features/what-if/plan-storage.ts';
import { Plan } from '#web/features/what-if/plan.ts';
import { WhatIfPage } from '#web/features/what-if/what-if-page.tsx';
import { createLocalMarkers } from '#web/stores/local-markers.ts';
import { openBusiness } from './support/business-under-test.ts';
import { type FakeServer, idOf, pizzeriaServer, problem } from './support/fake-server.ts';
import { page, showTab } from './support/screen-under-test.tsx';

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  cleanup();
  notifications.clean();
});

const R = (reais: number): number => Math.round(reais * 10_000);
const kept = (account = 'ana') => createPlanStorage(() => sessionStorage, account);

async function openPlan(server: FakeServer = pizzeriaServer(), keptPlan = kept()) {
  const { business } = await openBusiness(server);
  return { server, business, plan: new Plan(business, keptPlan) };
}

const cheese = { kind: 'ingredient', id: idOf('Muçarela'), name: 'Muçarela', amount: R(38.9) } as const;
const calabresa = { kind: 'dish', id: idOf('Pizza Calabresa'), name: 'Pizza Calabresa', amount: R(54.9) } as const;

describe('a trial plan', () => {
  test('changes its own figures and not those of the business', async () => {
    const { server, business, plan } = await openPlan();
    const before = business.figures;
    plan.simulate(cheese, R(48.9));
    plan.simulate(calabresa, R(59.9));
    expect(plan.figures.dashboard.cmvMedio).toBeGreaterThan(before.dashboard.cmvMedio);
    expect(plan.figures.dishes.get(calabresa.id)?.contributionMargin).not.toBe(
      before.dishes.get(calabresa.id)?.contributionMargin,
    );
    expect(business.figures).toEqual(before);
    expect(server.changes()).toEqual([]);
  });

  test('forgets an amount that is set back to its current value', async () => {
    const { business, plan } = await openPlan();
    plan.simulate(cheese, R(48.9));
    plan.simulate(cheese, R(38.9));
    expect(plan.isEmpty).toBe(true);
    expect(plan.figures).toEqual(business.figures);
  });

  test('changes all amounts of a kind by a percentage of today’s, and leaves what is simulated for other kinds', async () => {
    const { plan } = await openPlan();
    plan.simulate(cheese, R(60));
    plan.simulate(calabresa, R(59.9));
    plan.simulateAll('ingredient', { percentage: R(8) });
    expect(plan.simulatedAmount('ingredient', cheese.id)).toBe(R(42.01));
    expect(plan.simulatedAmount('dish', calabresa.id)).toBe(R(59.9));
    plan.simulateAll('dish', { percentage: R(5), grain: PRICE_GRAINS.endingInNinety });
    expect(plan.simulatedAmount('dish', calabresa.id)).toBe(R(57.9)); // 54,90 × 1,05 = 57,645
  });

  test('keeps the average ticket with more revenue', async () => {
    const { business, plan } = await openPlan();
    plan.simulateAll('month', { percentage: R(100) });
    const [now, then] = [business.figures, plan.figures];
    expect(then.dashboard.faturamentoMedio).toBe(2 * now.dashboard.faturamentoMedio);
    expect(then.dashboard.ticketMedio).toBe(now.dashboard.ticketMedio);
  });

  test('can be discarded, and that can be undone', async () => {
    const { plan } = await openPlan();
    plan.simulate(cheese, R(48.9));
    const back = plan.discard();
    expect(plan.isEmpty).toBe(true);
    expect(kept().read()).toEqual([]);
    back();
    expect(plan.simulatedAmount('ingredient', cheese.id)).toBe(R(48.9));
  });
});

describe('an applied plan', () => {
  test('is one change, shown at once, which gives the planned figures', async () => {
    const { server, business, plan } = await openPlan();
    plan.simulate(cheese, R(48.9));
    plan.simulate(calabresa, R(59.9));
    plan.simulate({ kind: 'month', id: '12', name: 'Dezembro', amount: 0 }, R(50_000));
    const plannedFigures = plan.figures;
    server.hold();
    const applying = plan.apply();
    expect(business.figures).toEqual(plannedFigures);
    expect(plan.isEmpty).toBe(true);
    server.release();
    expect((await applying)?.changeCount).toBe(3);
    expect(server.changes()).toEqual(['applyChanges']);
    expect(businessFigures(server.state()).dashboard).toEqual(plannedFigures.dashboard);
    expect(kept().read()).toEqual([]);
  });

  test('can be undone as one change, which restores the plan', async () => {
    const { server, business, plan } = await openPlan();
    const before = business.figures;
    plan.simulate(cheese, R(48.9));
    plan.simulate({ kind: 'month', id: '3', name: 'Março', amount: R(39_875.25) }, R(50_000));
    plan.simulate({ kind: 'month', id: '12', name: 'Dezembro', amount: 0 }, R(50_000));
    const plannedFigures = plan.figures;
    const applied = await plan.apply();
    expect(applied?.undo).toBeDefined();
    expect(await applied?.undo?.()).toBeUndefined();
    expect(server.changes()).toEqual(['applyChanges', 'undoChange']);
    expect(businessFigures(server.state())).toEqual(before);
    expect(server.state().months.get(3)?.orders).toBe(640);
    expect(plan.figures).toEqual(plannedFigures);
  });

  test('changes nothing when it fails, and becomes the plan again with the amounts simulated meanwhile', async () => {
    const { server, business, plan } = await openPlan();
    const before = business.figures.dashboard;
    plan.simulate(cheese, R(48.9));
    server.failNext('applyChanges', problem(503, 'away', 'Fora do ar.'));
    server.failNext('applyChanges', problem(503, 'away', 'Fora do ar.'));
    server.failNext('applyChanges', problem(503, 'away', 'Fora do ar.'));
    server.failNext('applyChanges', problem(503, 'away', 'Fora do ar.'));
    server.hold();
    const applying = plan.apply();
    plan.simulate(calabresa, R(59.9));
    server.release();
    expect(await applying).toBeUndefined();
    expect(plan.failure?.sentence).toBe('Fora do ar.');
    expect(plan.amounts.map(({ name }) => name)).toEqual(['Muçarela', 'Pizza Calabresa']);
    expect(kept().read()).toEqual(plan.amounts);
    expect(business.figures.dashboard).toEqual(before);
  });

  test('reports a removed entity, and leaves it out on the next try', async () => {
    const { server, business, plan } = await openPlan();
    plan.simulate(cheese, R(48.9));
    plan.simulate(calabresa, R(59.9));
    server.changeRemotely({ type: 'RemoveDish', id: calabresa.id });
    expect(await plan.apply()).toBeUndefined();
    expect(plan.failure?.sentence).toBe('Não encontramos o que você procura.');
    await waitFor(() => expect(business.state.dishes.has(calabresa.id)).toBe(false));
    expect(plan.amounts.map((amount) => plan.statusOf(amount).kind)).toEqual(['fits', 'gone']);
    expect((await plan.apply())?.changeCount).toBe(1);
    expect(server.state().ingredients.get(cheese.id)?.unitPrice).toBe(R(48.9));
    expect(plan.isEmpty).toBe(true);
  });

  test('changes a value that somebody else changed, and says so', async () => {
    const { server, business, plan } = await openPlan();
    plan.simulate(cheese, R(48.9));
    server.changeRemotely({ type: 'ChangeIngredient', id: cheese.id, unitPrice: R(41) });
    await business.reader.refresh();
    expect(plan.amounts.map((amount) => plan.statusOf(amount))).toEqual([{ kind: 'drifted', now: R(41) }]);
    server.changeRemotely({ type: 'ChangeIngredient', id: cheese.id, unitPrice: R(48.9) });
    await business.reader.refresh();
    expect(plan.amounts.map((amount) => plan.statusOf(amount).kind)).toEqual(['done']);
    expect(await plan.apply()).toBeUndefined();
    expect(server.changes()).toEqual([]);
  });
});

describe('a plan that is applied over a newer change', () => {
  /** Tries two prices; then another device changes one of them, which this one does not know. */
  async function openPlanBehindNewerChange() {
    const open = await openPlan();
    open.plan.simulate(cheese, R(48.9));
    open.plan.simulate(calabresa, R(59.9));
    open.server.changeRemotely({ type: 'ChangeIngredient', id: cheese.id, unitPrice: R(41) });
    return open;
  }
  const priceOf = (server: FakeServer, id: string) => server.state().ingredients.get(id)?.unitPrice;

  test('is sent with the versions that it was made from', async () => {
    const { server, plan } = await openPlan();
    plan.simulate(cheese, R(48.9));
    plan.simulate({ kind: 'month', id: '12', name: 'Dezembro', amount: 0 }, R(50_000));
    await plan.apply();
    expect(server.requests('applyChanges').map(({ body }) => body)).toMatchObject([
      {
        calls: [
          { params: { id: cheese.id }, if_match: 1 },
          { call: 'recordMonthRevenue', if_match: 0 },
        ],
      },
    ]);
  });

  test('changes nothing, and both values are asked about', async () => {
    const { server, business, plan } = await openPlanBehindNewerChange();
    expect(await plan.apply()).toBeUndefined();
    expect(plan.needsDecision).toBe(true);
    expect(plan.failure).toBeUndefined();
    expect(plan.conflicts).toMatchObject([{ name: 'Muçarela', from: R(38.9), now: R(41), to: R(48.9) }]);
    expect(priceOf(server, cheese.id)).toBe(R(41));
    expect(server.state().dishes.get(calabresa.id)?.salePrice).toBe(R(54.9));
    expect(business.state.ingredients.get(cheese.id)?.unitPrice).toBe(R(41));
    expect(plan.amounts.map(({ name }) => name)).toEqual(['Muçarela', 'Pizza Calabresa']);
  });

  test('replaces the newer value on demand', async () => {
    const { server, plan } = await openPlanBehindNewerChange();
    await plan.apply();
    plan.overwriteConflicts();
    expect(plan.needsDecision).toBe(false);
    expect((await plan.apply())?.changeCount).toBe(2);
    expect(priceOf(server, cheese.id)).toBe(R(48.9));
    expect(server.state().dishes.get(calabresa.id)?.salePrice).toBe(R(59.9));
  });

  test('keeps the newer value on demand, and changes the rest', async () => {
    const { server, plan } = await openPlanBehindNewerChange();
    await plan.apply();
    plan.dropConflicts();
    expect((await plan.apply())?.changeCount).toBe(1);
    expect(priceOf(server, cheese.id)).toBe(R(41));
    expect(server.state().dishes.get(calabresa.id)?.salePrice).toBe(R(59.9));
    expect(plan.isEmpty).toBe(true);
  });

  test('is not sent while a newer change is known, and is asked about again after another one', async () => {
    const { server, business, plan } = await openPlanBehindNewerChange();
    await business.reader.refresh();
    expect(plan.needsDecision).toBe(false);
    await plan.apply();
    expect(plan.needsDecision).toBe(true);
    expect(server.changes()).toEqual([]);
    plan.overwriteConflicts();
    server.changeRemotely({ type: 'ChangeIngredient', id: cheese.id, unitPrice: R(42) });
    expect(await plan.apply()).toBeUndefined();
    expect(plan.conflicts).toMatchObject([{ from: R(41), now: R(42), to: R(48.9) }]);
    expect(plan.needsDecision).toBe(true);
  });

  test('is applied without a question when the newer change does not conflict', async () => {
    const { server, plan } = await openPlan();
    plan.simulate(cheese, R(48.9));
    plan.simulate({ kind: 'month', id: '3', name: 'Março', amount: R(39_875.25) }, R(79_750.5));
    server.changeRemotely({ type: 'ChangeIngredient', id: cheese.id, name: 'Muçarela fatiada' });
    server.changeRemotely({ type: 'RecordMonthRevenue', month: 3, value: R(39_875.25), orders: 700 });
    expect((await plan.apply())?.changeCount).toBe(2);
    expect(server.changes()).toEqual(['applyChanges', 'applyChanges']);
    expect(server.state().ingredients.get(cheese.id)).toMatchObject({ name: 'Muçarela fatiada', unitPrice: R(48.9) });
    expect(server.state().months.get(3)).toMatchObject({ value: R(79_750.5), orders: 1_400 });
  });

  test('ends with a sentence when every attempt finds a newer change', async () => {
    const { server, plan } = await openPlan();
    plan.simulate(cheese, R(48.9));
    const sentence = 'Isto mudou enquanto você editava.';
    for (let n = 0; n < 6; n += 1) server.failNext('applyChanges', problem(409, 'changed_meanwhile', sentence));
    expect(await plan.apply()).toBeUndefined();
    expect(server.changes()).toHaveLength(6);
    expect(plan.failure?.sentence).toBe(sentence);
    expect(plan.amounts).toHaveLength(1);
  });
});

describe('a stored plan', () => {
  test('is loaded again from the session storage of its account', async () => {
    const { server, plan } = await openPlan();
    plan.simulate(cheese, R(48.9));
    const again = await openPlan(server);
    expect(again.plan.amounts).toEqual(plan.amounts);
    expect((await openPlan(server, kept('bruno'))).plan.isEmpty).toBe(true);
  });

  test('is deleted with all personal data on signing out', async () => {
    const { plan } = await openPlan();
    plan.simulate(cheese, R(48.9));
    createLocalMarkers(() => ({ local: localStorage, session: sessionStorage })).clearPersonal();
    expect(kept().read()).toEqual([]);
  });

  test('is ignored when it is malformed', () => {
    for (const text of ['{', '[1]', '[{"kind":"ingredient","id":"x","name":"x","from":-1,"to":2}]']) {
      for (const written of [text, `{"shape":1,"value":${text}}`]) {
        sessionStorage.setItem('prumo.user.what-if.ana', written);
        expect(kept().read()).toEqual([]);
      }
    }
  });

  test('is ignored when another version has written it', async () => {
    const { plan } = await openPlan();
    plan.simulate(cheese, R(48.9));
    const text = sessionStorage.getItem('prumo.user.what-if.ana') ?? '';
    expect(kept().read()).toHaveLength(1);
    sessionStorage.setItem('prumo.user.what-if.ana', text.replace('"shape":1', '"shape":2'));
    expect(kept().read()).toEqual([]);
  });

  test('lasts as long as the page when the storage is blocked', async () => {
    const blocked = createPlanStorage(() => {
      throw new Error('blocked');
    }, 'ana');
    const { plan } = await openPlan(pizzeriaServer(), blocked);
    plan.simulate(cheese, R(48.9));
    expect(plan.isEmpty).toBe(false);
  });
});

describe('the page of the trial', () => {
  const effect = () => within(screen.getByRole('region', { name: 'Efeito no negócio' }));
  const plain = (element: Element | null): string => (element?.textContent ?? '').replaceAll('\u00A0', ' ');

  test('shows the four figures before and after a typed price, and applies it as one change', async () => {
    const server = pizzeriaServer();
    const { user } = await showTab(<WhatIfPage />, server);
    await user.click(screen.getByLabelText('Pratos'));
    await user.type(screen.getByLabelText('Pizza Camarão'), '95');
    const rows = effect().getAllByRole('definition').map(plain);
    expect(rows).toHaveLength(4);
    expect(rows[1]).toMatch(/^\d\d,\d%\+\d,\d pontos melhor hoje 41,6%$/);
    expect(rows[3]).toMatch(/^R\$ [\d.]+,\d\d−R\$ [\d.]+,\d\d melhor hoje R\$ 35\.986,38$/);
    expect(page()).toContain('hoje R$ 69,90 (+35,9%)');
    expect(page()).toContain('1 mudança em teste. Nada disso vale ainda.');
    expect(server.changes()).toEqual([]);
    await user.click(screen.getByText('Aplicar tudo'));
    await waitFor(() => expect(page()).toContain('Aplicado de uma vez: 1 mudança.'));
    expect(server.state().dishes.get(idOf('Pizza Camarão'))?.salePrice).toBe(R(95));
    expect(effect().getAllByText('como hoje')).toHaveLength(4);
  });

  test('shows a newer value beside the old and the planned one, and lets the person choose', async () => {
    const server = pizzeriaServer();
    const { user } = await showTab(<WhatIfPage />, server);
    await user.type(screen.getByLabelText('Morango'), '30');
    await user.click(screen.getByLabelText('Pratos'));
    await user.type(screen.getByLabelText('Pizza Camarão'), '95');
    server.changeRemotely({ type: 'ChangeIngredient', id: idOf('Morango'), unitPrice: R(28) });
    await user.click(screen.getByText('Aplicar tudo'));
    expect(plain(await screen.findByRole('alert'))).toBe(
      '“Morango” mudou enquanto você planejava: era R$ 24,90, agora é R$ 28,00. No seu plano: R$ 30,00.',
    );
    expect(page()).toContain('mudou enquanto isso: era R$ 24,90, agora R$ 28,00');
    expect(server.state().dishes.get(idOf('Pizza Camarão'))?.salePrice).not.toBe(R(95));
    await user.click(screen.getByRole('button', { name: 'Aplicar o meu' }));
    await waitFor(() => expect(page()).toContain('Aplicado de uma vez: 2 mudanças.'));
    expect(server.state().ingredients.get(idOf('Morango'))?.unitPrice).toBe(R(30));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('names some of many newer values and counts the others', async () => {
    const server = pizzeriaServer();
    const { user, business } = await showTab(<WhatIfPage />, server);
    await user.type(screen.getByLabelText('Quanto'), '8{Enter}');
    for (const { id, unitPrice } of server.state().ingredients.values())
      server.changeRemotely({ type: 'ChangeIngredient', id, unitPrice: unitPrice + R(1) });
    await act(() => business.reader.refresh());
    await user.click(screen.getByText('Aplicar tudo'));
    const question = plain(await screen.findByRole('alert'));
    expect(question).toContain(
      '18 valores mudaram enquanto você planejava. “Morango”: era R$ 24,90, agora é R$ 25,90; ',
    );
    expect(question).toContain('; no seu plano, R$ 26,89.');
    expect(question).toContain(' E mais 15.');
    expect(server.changes()).toEqual([]);
  });

  test('leaves cleared and mistaken fields out of the plan', async () => {
    const { user } = await showTab(<WhatIfPage />, pizzeriaServer());
    const field = screen.getByLabelText<HTMLInputElement>('Morango');
    await user.type(field, '30');
    expect(page()).toContain('1 mudança em teste');
    await user.type(field, ',5,5');
    expect(field.value).toBe('30,5,5');
    expect(page()).toContain('Digite um número, como 12,50.');
    expect(page()).toContain('Ainda vazio.');
    await user.clear(field);
    expect(page()).not.toContain('Digite um número');
  });

  test('says which letters of a pasted number were ignored, until its field is touched again', async () => {
    const { user } = await showTab(<WhatIfPage />, pizzeriaServer());
    const field = screen.getByLabelText<HTMLInputElement>('Morango');
    await user.click(field);
    await user.paste('8 mil');
    expect(page()).toContain('“mil” ficou de fora');
    await user.keyboard('{Enter}');
    expect(page()).toContain('“mil” ficou de fora');
    await user.click(field);
    expect(page()).not.toContain('“mil” ficou de fora');
    expect(field.value).toBe('8');
  });

  test('simulates one percentage for all amounts of a kind, and restores a discarded plan', async () => {
    const { user } = await showTab(<WhatIfPage />, pizzeriaServer());
    await user.type(screen.getByLabelText('Quanto'), '8{Enter}');
    expect(page()).toContain('18 mudanças em teste');
    expect(screen.getByLabelText<HTMLInputElement>('Morango').value).toBe('26,89');
    expect(page()).toContain('Pratos que mais mudam');
    await user.click(screen.getByText('Jogar fora'));
    expect(page()).toContain('Ainda vazio.');
    await user.click(await screen.findByText('Desfazer'));
    expect(page()).toContain('18 mudanças em teste');
  });
});
