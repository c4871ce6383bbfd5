import { notifications } from '@mantine/notifications';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import type { SingleCommand } from '#domain/business/commands.ts';
import { VariableCostsTab } from '#web/features/costs/variable-costs-tab.tsx';
import { createFakeServer, type FakeServer, idOf } from './support/fake-server.ts';
import { findByName } from './support/business-under-test.ts';
import { page, showTab } from './support/screen-under-test.tsx';

afterEach(() => {
  cleanup();
  notifications.clean();
});

const R = (reais: number): number => Math.round(reais * 10_000);
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
/** Finds a button by its name with plain spaces. */
const button = (name: string) =>
  screen.getByRole('button', { name: (said) => said.replaceAll('\u00A0', ' ') === name });

async function open(server: FakeServer) {
  const { user } = await showTab(<VariableCostsTab />, server);
  await user.click(screen.getByText(/^Quanto é o meu imposto/));
  await screen.findByLabelText('Simples Nacional');
  return { user };
}

describe('the calculator of Simples Nacional', () => {
  const MONTH: SingleCommand = { type: 'RecordMonthRevenue', month: 1, value: R(25_000), orders: 500 };

  test('starts with twelve times the mean revenue', async () => {
    await open(createFakeServer([MONTH]));
    expect(field('Faturamento dos últimos 12 meses').value).toBe('300.000,00');
    expect(page()).toContain('Alíquota efetiva: 5,32 % de cada venda.');
    expect(page()).toContain('confirme o anexo e a alíquota com o seu contador');
  });

  test('adds its rate as a variable cost, and changes that cost when the rate is another one', async () => {
    const server = createFakeServer([MONTH]);
    const { user } = await open(server);
    await user.click(button('Usar como custo variável'));
    await waitFor(() =>
      expect(findByName(server.state().variableCosts.values(), 'Simples Nacional').percentage).toBe(R(5.32)),
    );
    expect((button('“Simples Nacional” já está com 5,32 %') as HTMLButtonElement).disabled).toBe(true);
    await user.click(screen.getByLabelText('Anexo III'));
    // (300.000 × 11,2 % − 9.360) ÷ 300.000 = 8,08 %.
    await user.click(button('Mudar “Simples Nacional” de 5,32 % para 8,08 %'));
    await waitFor(() =>
      expect([...server.state().variableCosts.values()].map((cost) => cost.percentage)).toEqual([R(8.08)]),
    );
  });

  test('replaces an existing tax instead of adding another', async () => {
    const server = createFakeServer([
      { type: 'AddVariableCost', id: idOf('Impostos'), name: 'Impostos (Simples)', percentage: R(6) },
    ]);
    const { user } = await open(server);
    await user.type(field('Faturamento dos últimos 12 meses'), '150000');
    await user.click(button('Mudar “Impostos (Simples)” de 6 % para 4 %'));
    await waitFor(() => expect(server.state().variableCosts.get(idOf('Impostos'))?.percentage).toBe(R(4)));
    expect(server.state().variableCosts.size).toBe(1);
  });

  test('says when the revenue exceeds a limit', async () => {
    const { user } = await open(createFakeServer());
    const revenue = field('Faturamento dos últimos 12 meses');
    await user.type(revenue, '4800000');
    expect(page()).toContain('Acima de R$ 3.600.000,00, ICMS e ISS são pagos por fora');
    await user.clear(revenue);
    await user.type(revenue, '4800000,01');
    expect(page()).toContain('Acima de R$ 4.800.000,00 em 12 meses o Simples não vale mais');
    expect(screen.queryByRole('button', { name: /como custo variável/ })).toBeNull();
  });
});

describe('the calculator of the DAS of a MEI', () => {
  test('adds the typed amount as a fixed cost, and a new amount replaces it', async () => {
    const server = createFakeServer();
    const { user } = await open(server);
    await user.click(screen.getByLabelText('MEI'));
    await user.type(field('Valor do DAS por mês'), '81,90{Enter}');
    await waitFor(() => expect(findByName(server.state().fixedCosts.values(), 'DAS do MEI').value).toBe(R(81.9)));
    expect(page()).toContain('Hoje está lá com R$ 81,90.');
    await user.type(field('Valor do DAS por mês'), '86,05');
    await user.click(button('Mudar nos custos fixos'));
    await waitFor(() => expect([...server.state().fixedCosts.values()].map(({ value }) => value)).toEqual([R(86.05)]));
  });
});
