import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { dayOf, monthsBefore } from '#contract/instants.ts';
import { createDemoClient } from '#web/api/demo.ts';
import { addressAsOf, readAsOf, longDate, presentAddress } from '#web/features/past/as-of.ts';
import { VisitorHeader } from '#web/features/dashboard/header.tsx';
import { Shell } from '#web/features/dashboard/shell.tsx';
import { BusinessStore } from '#web/stores/business-store.ts';
import { StoresProvider } from '#web/stores/root-store.tsx';
import { KitProvider } from '#web/ui/kit-provider.tsx';
import { sessionUnderTest } from './support/session-under-test.ts';

const TODAY = dayOf(new Date());
const HALF_A_YEAR_AGO = monthsBefore(TODAY, 6);

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => undefined);
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(cleanup);

/** Opens the dashboard of the demonstration at an address. */
async function openAt(address: string) {
  const [path = '', search = ''] = address.split('?');
  const location = memoryLocation({ path, searchPath: search, record: true });
  const api = createDemoClient();
  const business = new BusinessStore({ api, onSignedOut: () => undefined });
  await business.reader.open();
  render(
    <Router hook={location.hook} searchHook={location.searchHook}>
      <StoresProvider stores={{ session: sessionUnderTest().session, business, api }}>
        <KitProvider>
          <Shell header={<VisitorHeader />} notice={null} hasGuestPayment={false} />
        </KitProvider>
      </StoresProvider>
    </Router>,
  );
  return { api, business, location, user: userEvent.setup() };
}

type OpenDashboard = Awaited<ReturnType<typeof openAt>>;

const page = (): string => (document.querySelector('main')?.textContent ?? '').replaceAll('\u00A0', ' ');
const controls = (): string[] =>
  [...document.querySelectorAll('main input, main textarea, main form, main [contenteditable]')].map(
    (each) => each.outerHTML,
  );

describe('the day in the address of the dashboard', () => {
  it.each([
    ['?as_of=2026-03-31', '2026-03-31'],
    ['?tab=recipes&as_of=2026-03-31T18:00:00-03:00', '2026-03-31T18:00:00-03:00'],
  ])('is read in “%s” as %s', (search, asOf) => {
    expect(readAsOf(search, new Date('2026-06-15T15:00:00Z'))).toBe(asOf);
  });

  it.each([
    ['the date of today', '?as_of=2026-06-15'],
    ['a date in the future', '?as_of=2026-06-16'],
    ['a word', '?as_of=ontem'],
    ['an empty date', '?as_of='],
    ['no date', ''],
  ])('is today for %s', (_what, search) => {
    expect(readAsOf(search, new Date('2026-06-15T15:00:00Z'))).toBeUndefined();
  });

  it('can be added to any address of the dashboard and removed again', () => {
    expect(addressAsOf('/dashboard?tab=recipes', '2026-03-31')).toBe('/dashboard?tab=recipes&as_of=2026-03-31');
    expect(addressAsOf('/dashboard', undefined)).toBe('/dashboard');
    expect(presentAddress('/dashboard', 'tab=recipes&as_of=2026-03-31')).toBe('/dashboard?tab=recipes');
  });

  it('is written in words', () => {
    expect(longDate('2026-03-01')).toBe('1º de março de 2026');
    expect(longDate('2026-03-31T21:00:00Z')).toBe('31 de março de 2026, às 18:00');
  });
});

describe('the dashboard as of a past day', () => {
  it.each(['dashboard', 'fixed-costs', 'variable-costs', 'revenue', 'ingredients', 'recipes', 'breakeven'])(
    'says so on tab %s and offers no change',
    async (tab) => {
      await openAt(`/dashboard?tab=${tab}&as_of=${HALF_A_YEAR_AGO}`);
      await screen.findByText('Voltar para hoje');
      await screen.findByRole('heading', { level: 1 });
      await waitFor(() => expect(page()).not.toMatch(/Carregando/));
      expect(page()).toContain(`Você está vendo como estava em ${longDate(HALF_A_YEAR_AGO)}. Só para consulta.`);
      // The search field of a list changes nothing and may stay.
      expect(controls().filter((each) => !each.includes('Digite parte do nome'))).toEqual([]);
      for (const name of [
        /^(?:Editar|Excluir|Adicionar|Criar|Salvar|Definir|Renomear|Tirar|Desfazer|Restaurar)/,
        /Importar planilha/,
      ])
        expect(screen.queryAllByRole('button', { name }), String(name)).toEqual([]);
    },
  );

  it('shows the sales of then, read-only', async () => {
    await openAt(`/dashboard?tab=breakeven&as_of=${HALF_A_YEAR_AGO}`);
    await screen.findByText('Pelo que você vende', { selector: 'summary' });
    await waitFor(() => expect(page()).toContain('Pizza Calabresa'));
    expect(page()).not.toContain('Erro ao carregar vendas');
    expect(screen.queryByRole('textbox', { name: /^Vendidos/ })).toBeNull();
  });

  it('keeps the rent of then after the current one is changed', async () => {
    const { business } = await openAt(`/dashboard?tab=fixed-costs&as_of=${HALF_A_YEAR_AGO}`);
    await waitFor(() => expect(page()).toContain('R$ 3.150,00'));
    const rent = [...business.state.fixedCosts.values()].find(({ name }) => name === 'Aluguel');
    await business.issue({ type: 'ChangeFixedCost', id: rent?.id ?? '', value: 41_000_000 }).outcome;
    await business.reader.refresh();
    expect(page()).toContain('R$ 3.150,00');
    expect(page()).not.toContain('R$ 4.100,00');
  });

  it('keeps its day from tab to tab, and leads back to the same tab of today', async () => {
    const { location, user } = await openAt(`/dashboard?as_of=${HALF_A_YEAR_AGO}`);
    await user.click(screen.getByRole('link', { name: 'Custos Fixos' }));
    expect(location.history.at(-1)).toBe(`/dashboard?tab=fixed-costs&as_of=${HALF_A_YEAR_AGO}`);
    await waitFor(() => expect(page()).toContain('R$ 3.150,00'));
    await user.click(screen.getByText('Voltar para hoje'));
    expect(location.history.at(-1)).toBe('/dashboard?tab=fixed-costs');
    await waitFor(() => expect(page()).toContain('R$ 3.500,00'));
    expect(screen.getByRole('button', { name: 'Adicionar' })).toBeTruthy();
  });

  it('is empty and suggests nothing before the first entry', async () => {
    await openAt('/dashboard?tab=ingredients&as_of=2020-01-01');
    await screen.findByText('Nada cadastrado até este dia.');
    expect(page()).not.toMatch(/Comece|modelo/);
  });
});

describe('the page of the history', () => {
  it('shows the value of each figure and its last change', async () => {
    await openAt('/dashboard/historico');
    const fixed = await screen.findByRole('region', { name: 'Custos fixos' });
    expect(fixed.textContent?.replaceAll('\u00A0', ' ')).toMatch(
      /R\$ 14\.972,65.*\+R\$ 1\.688,35 no período.*Energia elétrica/s,
    );
    expect(screen.getAllByRole('img').map((each) => each.getAttribute('aria-label'))).toContainEqual(
      expect.stringMatching(/^Custos fixos, de .* a .*: de .* a .*, com \d+ mudanças\.$/),
    );
  });

  it('ends the curve of a removed dish with its removal and names that in the table', async () => {
    const { api, user } = await openAt('/dashboard/historico');
    const body = await api.call('history', {});
    const removedDish =
      body.kind === 'business' ? body.removed.find(({ name }) => name === 'Pizza Quatro Queijos') : undefined;
    cleanup();
    await openAt(`/dashboard/historico?de=${removedDish?.of}`);
    const cost = await screen.findByRole('region', { name: 'Custo do prato (CMV)' });
    expect(cost.textContent).toContain('sem valor agora');
    await user.click(screen.getAllByText('ver como tabela')[0] ?? cost);
    expect(cost.textContent).toContain('excluiu o prato “Pizza Quatro Queijos”');
  });

  const fixedCosts = async () =>
    (await screen.findByRole('region', { name: 'Custos fixos' })).textContent?.replaceAll('\u00A0', ' ');

  it.each([
    [
      'on this device',
      ({ business }: OpenDashboard, id: string) =>
        business.issue({ type: 'ChangeFixedCost', id, value: 45_000_000 }).outcome,
    ],
    [
      'on another device',
      async ({ api, business }: OpenDashboard, id: string) => {
        await api.call('changeFixedCost', { params: { id }, body: { value: 4_500 } });
        await business.reader.refresh();
      },
    ],
  ])('follows a change made %s while it is open', async (_who, change) => {
    const dashboard = await openAt('/dashboard/historico');
    expect(await fixedCosts()).toContain('R$ 14.972,65');
    const rent = [...dashboard.business.state.fixedCosts.values()].find(({ name }) => name === 'Aluguel');
    await change(dashboard, rent?.id ?? '');
    await waitFor(async () => expect(await fixedCosts()).toContain('R$ 15.972,65'));
    expect(page()).not.toContain('Carregando histórico');
  });

  it('says that an unknown entity does not exist', async () => {
    await openAt('/dashboard/historico?de=dish:00000000-0000-4000-8000-000000000000');
    expect(await screen.findByText('Isto não existe no seu negócio.')).toBeTruthy();
  });
});
