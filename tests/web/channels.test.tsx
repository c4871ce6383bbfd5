import { notifications } from '@mantine/notifications';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import type { SingleCommand } from '#domain/business/commands.ts';
import { VariableCostsTab } from '#web/features/costs/variable-costs-tab.tsx';
import { inChannel, onlyIn } from '#web/features/fields/channels-of.ts';
import { channelMarginsSentence } from '#web/features/channels/channel-margins.tsx';
import { createFakeServer, type FakeServer, idOf, problem } from './support/fake-server.ts';
import { findByName } from './support/business-under-test.ts';
import { page, showTab } from './support/screen-under-test.tsx';

afterEach(() => {
  cleanup();
  notifications.clean();
});

const R = (reais: number): number => Math.round(reais * 10_000);
const channel = (name: string, isMain = false) => ({ id: idOf(name), name, isMain, version: 1, sequence: 1 });

const COSTS: readonly SingleCommand[] = [
  { type: 'AddVariableCost', id: idOf('Cartão'), name: 'Cartão', percentage: R(3) },
  { type: 'AddVariableCost', id: idOf('Comissão'), name: 'Comissão', percentage: R(23) },
];
const TWO: readonly SingleCommand[] = [
  { type: 'AddChannel', id: idOf('Balcão'), name: 'Balcão' },
  { type: 'AddChannel', id: idOf('App'), name: 'App' },
];

const button = (name: string | RegExp) => screen.getByRole('button', { name });
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const row = (name: string) => within(screen.getByRole('list', { name: 'Custos variáveis' })).getByText(name);

async function open(server: FakeServer) {
  const shown = await showTab(
    <Router hook={memoryLocation({ path: '/dashboard' }).hook}>
      <VariableCostsTab />
    </Router>,
    server,
  );
  return { ...shown, server };
}

/** Opens the editor of a cost. */
async function edit(user: Awaited<ReturnType<typeof open>>['user'], name: string) {
  await user.click(row(name));
  return within(screen.getByRole('form', { name: `Editar ${name}` }));
}

describe('the sentences about channels', () => {
  test.each([
    ['App', 'no App'],
    ['Balcão', 'no Balcão'],
    ['iFood', 'no iFood'],
    ['Entrega própria', 'na Entrega própria'],
    ['Mesas', 'nas Mesas'],
    ['Eventos', 'nos Eventos'],
    ['Recepção', 'na Recepção'],
  ])('call %s “%s”', (name, where) => expect(inChannel({ name })).toBe(where));

  test('name the channels where a cost applies, the main one first', () => {
    const all = [channel('Balcão', true), channel('App'), channel('Entrega')];
    expect(onlyIn(all, null)).toBeUndefined();
    expect(onlyIn(all, [idOf('App')])).toBe('só no App');
    expect(onlyIn(all, [idOf('Entrega'), idOf('Balcão'), idOf('App')])).toBe('só no Balcão, no App e na Entrega');
  });

  test('name what is left in each channel, the worst first', () => {
    const remainders = (...all: readonly (readonly [name: string, price: number, margin: number])[]) =>
      channelMarginsSentence(
        all.map(([name, price, margin]) => ({
          channel: channel(name),
          price: R(price),
          netProfit: R(margin),
        })),
      )?.replaceAll('\u00A0', ' ');
    expect(remainders(['Balcão', 40, 15.4], ['App', 40, 2.1])).toBe('No App sobra R$ 2,10; no Balcão, R$ 15,40.');
    expect(remainders(['Balcão', 40, 15.4], ['App', 40, -1.2], ['Site', 40, 8])).toBe(
      'No App falta R$ 1,20; no Site sobra R$ 8,00; no Balcão, R$ 15,40.',
    );
    expect(remainders(['Balcão', 40, 15.4], ['App', 0, 0])).toBe('No Balcão sobra R$ 15,40; no App não é vendido.');
    expect(remainders(['Balcão', 0, 0], ['App', 0, 0])).toBeUndefined();
  });
});

describe('the tab of variable costs with one channel or none', () => {
  test('mentions channels only in the invitation of an editor', async () => {
    const { user } = await open(
      createFakeServer([...COSTS, { type: 'AddChannel', id: idOf('Balcão'), name: 'Balcão' }]),
    );
    expect(page()).not.toMatch(/cana[li]|Balcão/i);
    const form = await edit(user, 'Comissão');
    expect(form.getByRole('button', { name: 'Só em um canal?' })).toBeTruthy();
    expect(page()).not.toMatch(/canais|Balcão/i);
  });

  test('asks for the names of both channels, and then where the cost is paid', async () => {
    const { user, server } = await open(createFakeServer(COSTS));
    const form = await edit(user, 'Comissão');
    await user.click(form.getByText('Só em um canal?'));
    await waitFor(() => expect(document.activeElement).toBe(field('Canal principal')));
    expect(field('Canal principal').value).toBe('Balcão');
    expect(field('Outro canal').value).toBe('App');
    await user.clear(field('Outro canal'));
    await user.type(field('Outro canal'), 'iFood{Enter}');
    // Enter created the channels and did not save the cost.
    await waitFor(() => expect(document.activeElement).toBe(form.getByRole('button', { name: 'Em todos' })));
    await user.click(form.getByRole('button', { name: 'iFood' }));
    expect(form.getByRole('button', { name: 'Em todos' }).getAttribute('aria-pressed')).toBe('false');
    await user.click(form.getByRole('button', { name: 'Salvar' }));
    await waitFor(() => expect(server.state().variableCosts.get(idOf('Comissão'))?.channels).toHaveLength(1));
    const channels = [...server.state().channels.values()];
    expect(channels.map(({ name, isMain }) => [name, isMain])).toEqual([
      ['Balcão', true],
      ['iFood', false],
    ]);
    expect(server.state().variableCosts.get(idOf('Comissão'))?.channels).toEqual([channels[1]?.id]);
    expect(page()).toContain('Comissãosó no iFood');
    expect(page()).toContain('Total sobre as vendas no Balcão3,0%no iFood, 26,0%');
  });

  test('reuses the channel that a first sale created, and can rename it', async () => {
    const server = createFakeServer([...COSTS, { type: 'AddChannel', id: idOf('Balcão'), name: 'Balcão' }]);
    const { user } = await open(server);
    const form = await edit(user, 'Comissão');
    await user.click(form.getByText('Só em um canal?'));
    await waitFor(() => expect(field('Canal principal').value).toBe('Balcão'));
    await user.clear(field('Canal principal'));
    await user.type(field('Canal principal'), 'Loja');
    await user.click(button('Criar os dois canais'));
    await waitFor(() => expect(server.state().channels.size).toBe(2));
    expect(server.state().channels.get(idOf('Balcão'))?.name).toBe('Loja');
  });

  test('refuses two equal names at the field, and Escape closes only the question', async () => {
    const { user, server } = await open(createFakeServer(COSTS));
    const form = await edit(user, 'Comissão');
    await user.click(form.getByText('Só em um canal?'));
    await waitFor(() => expect(field('Outro canal').value).toBe('App'));
    await user.clear(field('Outro canal'));
    await user.type(field('Outro canal'), 'balcao{Enter}');
    expect(page()).toContain('Dê a cada canal um nome.');
    expect(server.changes()).toEqual([]);
    await user.keyboard('{Escape}');
    expect(form.getByText('Só em um canal?')).toBeTruthy();
    expect(screen.getByRole('form', { name: 'Editar Comissão' })).toBeTruthy();
  });
});

test('the tab of variable costs keeps the channels of a cost, and asks nothing about them, while channels cannot be read', async () => {
  const server = createFakeServer([
    ...COSTS,
    ...TWO,
    { type: 'ChangeVariableCost', id: idOf('Comissão'), channels: [idOf('App')] },
  ]);
  server.failNext('listChannels', problem(503, 'away', 'Fora do ar.'));
  const { user, business } = await open(server);
  expect(business.reader.missingParts).toEqual(new Set(['channels']));
  const form = await edit(user, 'Comissão');
  expect(page()).not.toMatch(/cana[li]|Balcão/i);
  await user.clear(form.getByRole('textbox', { name: 'Percentual' }));
  await user.type(form.getByRole('textbox', { name: 'Percentual' }), '12{Enter}');
  await waitFor(() =>
    expect(server.state().variableCosts.get(idOf('Comissão'))).toMatchObject({
      percentage: R(12),
      channels: [idOf('App')],
    }),
  );
});

describe('the total of the variable costs', () => {
  const MONTH: SingleCommand = { type: 'RecordMonthRevenue', month: 1, value: R(10_000), orders: 100 };

  test('covers all sales without channels, and those of the main channel with them', async () => {
    await open(createFakeServer([...COSTS, MONTH]));
    expect(page()).toContain('De cada R$ 100 vendidos, R$ 26 saem');
    expect(page()).toContain('cerca de R$ 2.600,00 por mês');
    cleanup();
    await open(createFakeServer([...COSTS, MONTH, ...TWO]));
    expect(page()).toContain('De cada R$ 100 vendidos no Balcão, R$ 26 saem');
    expect(page()).toContain('no App, 26,0%');
    expect(page()).not.toContain('cerca de');
  });

  test('does not claim to cover all sales while channels cannot be read', async () => {
    const server = createFakeServer([...COSTS, MONTH, ...TWO]);
    server.failNext('listChannels', problem(503, 'away', 'Fora do ar.'));
    await open(server);
    expect(page()).toContain('Total sobre as vendas26,0%');
    expect(page()).not.toMatch(/De cada R\$|cerca de/);
  });

  test('still covers the main channel while another list cannot be read', async () => {
    const server = createFakeServer([...COSTS, MONTH, ...TWO]);
    server.failNext('listDishes', problem(503, 'away', 'Fora do ar.'));
    await open(server);
    expect(page()).toContain('Total sobre as vendas no Balcão26,0%');
    expect(page()).not.toMatch(/cerca de|no App, /);
  });
});

describe('the tab of variable costs with two channels', () => {
  test('can limit a new cost to some of the channels', async () => {
    const { user, server } = await open(createFakeServer([...COSTS, ...TWO]));
    await user.type(field('Nome'), 'Embalagem{Tab}5');
    await user.click(screen.getByRole('button', { name: 'App' }));
    await user.click(button('Adicionar'));
    await waitFor(() =>
      expect(findByName(server.state().variableCosts.values(), 'Embalagem').channels).toEqual([idOf('App')]),
    );
    // The next cost starts with all channels chosen.
    expect(button('Em todos').getAttribute('aria-pressed')).toBe('true');
  });

  test('saves a cost with all channels chosen, or none, as paid in all channels', async () => {
    const { user, server } = await open(
      createFakeServer([
        ...COSTS,
        ...TWO,
        { type: 'ChangeVariableCost', id: idOf('Comissão'), channels: [idOf('App')] },
      ]),
    );
    const form = await edit(user, 'Comissão');
    expect(form.getByRole('button', { name: 'App' }).getAttribute('aria-pressed')).toBe('true');
    await user.click(form.getByRole('button', { name: 'Balcão' }));
    expect(form.getByRole('button', { name: 'Em todos' }).getAttribute('aria-pressed')).toBe('true');
    await user.click(form.getByRole('button', { name: 'Balcão' }));
    await user.click(form.getByRole('button', { name: 'Balcão' }));
    expect(form.getByRole('button', { name: 'Em todos' }).getAttribute('aria-pressed')).toBe('true');
    await user.click(form.getByRole('button', { name: 'Salvar' }));
    await waitFor(() => expect(server.state().variableCosts.get(idOf('Comissão'))?.channels).toBeNull());
  });

  test('says in words which channels another device chose meanwhile', async () => {
    const { user, business, server } = await open(createFakeServer([...COSTS, ...TWO]));
    const form = await edit(user, 'Comissão');
    await user.click(form.getByRole('button', { name: 'App' }));
    server.changeRemotely({ type: 'ChangeVariableCost', id: idOf('Comissão'), channels: [idOf('Balcão')] });
    await business.reader.refresh();
    await user.click(form.getByRole('button', { name: 'Salvar' }));
    expect(page()).toMatch(/só no Balcão/);
    expect(page()).toMatch(/só no App/);
  });

  async function manage(server: FakeServer) {
    const shown = await open(server);
    await shown.user.click(screen.getByText(/^Canais de venda:/));
    const list = within(await screen.findByRole('list', { name: 'Canais de venda' }));
    return { ...shown, list };
  }

  test('can rename a channel, make it the main one, and remove another one', async () => {
    const { user, server, list } = await manage(createFakeServer([...COSTS, ...TWO]));
    expect(page()).toContain('Balcãoprincipal26,0%');
    await user.click(list.getByText('App'));
    await user.clear(list.getByRole('textbox', { name: 'Nome' }));
    await user.type(list.getByRole('textbox', { name: 'Nome' }), 'iFood');
    await user.click(list.getByText('Canal principal'));
    await user.click(list.getByRole('button', { name: 'Salvar' }));
    await waitFor(() =>
      expect(server.state().channels.get(idOf('App'))).toMatchObject({ name: 'iFood', isMain: true }),
    );
    expect(page()).toContain('iFoodprincipal');
    await user.click(list.getByRole('button', { name: 'Excluir Balcão' }));
    await waitFor(() => expect(server.state().channels.size).toBe(1));
  });

  test('shows at a channel why it cannot be removed or changed', async () => {
    const server = createFakeServer([
      ...COSTS,
      ...TWO,
      { type: 'ChangeVariableCost', id: idOf('Comissão'), channels: [idOf('App')] },
    ]);
    const { user, list } = await manage(server);
    await user.click(list.getByRole('button', { name: 'Excluir App' }));
    expect(list.getByRole('alert').textContent).toBe(
      'Não dá para apagar App: ainda está nos custos variáveis (“Comissão”).',
    );
    await user.click(list.getByText('Balcão'));
    await user.click(list.getByText('Canal principal'));
    await user.click(list.getByRole('button', { name: 'Salvar' }));
    expect(page()).toContain('Um canal precisa ser o principal: faça de outro o principal.');
    expect(server.changes()).toEqual([]);
  });

  test('refuses a thirteenth channel', async () => {
    const more = Array.from({ length: 10 }, (_, i): SingleCommand => {
      const name = `Canal ${i}`;
      return { type: 'AddChannel', id: idOf(name), name };
    });
    const { user } = await manage(createFakeServer([...COSTS, ...TWO, ...more]));
    const added = within(screen.getByRole('region', { name: 'Novo canal' }));
    await user.type(added.getByRole('textbox', { name: 'Nome' }), 'Mais um{Enter}');
    expect(added.getByRole('alert').textContent).toBe('O limite é de 12 canais.');
  });
});
