import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import type { BusinessCommand } from '#domain/business/commands.ts';
import { LastSuppliers } from '#web/features/shopping/last-suppliers.ts';
import { ShoppingScreen } from '#web/features/shopping/shopping-page.tsx';
import { SuppliersPage } from '#web/features/suppliers/suppliers-page.tsx';
import { createFakeServer, idOf } from './support/fake-server.ts';
import { page, showTab } from './support/screen-under-test.tsx';

afterEach(cleanup);

const enterPurchase = (date: string, supplier: string, total: number, ingredient = 'Farinha'): BusinessCommand => ({
  type: 'EnterPurchase',
  id: idOf(`${supplier} ${date}`),
  date,
  supplier: { id: idOf(supplier), name: supplier, cnpj: null },
  number: null,
  source: 'quick',
  freight: 0,
  discount: 0,
  confirmed: true,
  lines: [
    {
      ingredient: { id: idOf(ingredient) },
      packs: 10_000,
      packQuantity: 250_000,
      packUnit: 'kg',
      total,
      code: null,
      gtin: null,
      billedUnit: null,
      description: null,
      cfop: null,
    },
  ],
});

const FLOUR: BusinessCommand = {
  type: 'AddIngredient',
  id: idOf('Farinha'),
  name: 'Farinha',
  unit: 'kg',
  unitPrice: 50_000,
};
const TWO_SUPPLIERS = [
  FLOUR,
  enterPurchase('2026-02-10', 'Moinho', 1_200_000),
  enterPurchase('2026-02-20', 'Atacadão', 1_300_000),
];

describe('the page of suppliers', () => {
  test('shows their unit prices side by side and marks the cheapest', async () => {
    await showTab(<SuppliersPage />, createFakeServer(TWO_SUPPLIERS));
    const prices = await screen.findByRole('region', { name: 'Preço por insumo' });
    const [row] = within(prices).getAllByRole('listitem');
    const offers = within(row as HTMLElement)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent?.replaceAll('\u00A0', ' '));
    expect(offers).toEqual(['R$ 4,80 / kgmais baratoMoinho, 10/02/2026', 'R$ 5,20 / kgAtacadão, 20/02/2026']);
    expect(page()).toContain('até 8,3% mais caro em outro');
  });

  test('changes the name and CNPJ of a supplier in its row, and refuses a wrong CNPJ at once', async () => {
    const server = createFakeServer(TWO_SUPPLIERS);
    const { user } = await showTab(<SuppliersPage />, server);
    await user.click(await screen.findByRole('button', { name: /Editar Moinho/ }));
    await user.clear(screen.getByLabelText('Nome'));
    await user.type(screen.getByLabelText('Nome'), 'Moinho Sul');
    await user.type(screen.getByLabelText('CNPJ'), '11.222.333/0001-80');
    await user.click(screen.getByRole('button', { name: 'Salvar' }));
    expect(page()).toContain('Confira o CNPJ');
    await user.type(screen.getByLabelText('CNPJ'), '{Backspace}1');
    await user.click(screen.getByRole('button', { name: 'Salvar' }));
    await waitFor(() =>
      expect(server.state().suppliers.get(idOf('Moinho'))).toMatchObject({
        name: 'Moinho Sul',
        cnpj: '11222333000181',
      }),
    );
    expect(page()).toContain('CNPJ 11.222.333/0001-81');
    await waitFor(() => expect(page()).toContain('Moinho Sul, 10/02/2026'));
  });

  test('offers the rule for prices only once there is a purchase', async () => {
    await showTab(<SuppliersPage />, createFakeServer([FLOUR]));
    await screen.findByText('Nenhum fornecedor ainda.');
    expect(screen.queryByRole('radio', { name: 'Última compra' })).toBeNull();
    cleanup();
    const server = createFakeServer(TWO_SUPPLIERS);
    const { user, business } = await showTab(<SuppliersPage />, server);
    await user.click(await screen.findByRole('radio', { name: 'Média de três' }));
    await waitFor(() => expect(server.state().settings.priceRule).toBe('mean_of_three'));
    await waitFor(() => expect(business.state.ingredients.get(idOf('Farinha'))?.unitPrice).toBe(50_000));
  });

  test('says when they cannot be read, and can be loaded again', async () => {
    const server = createFakeServer(TWO_SUPPLIERS);
    server.failNext('listSuppliers', 'no answer');
    const { user } = await showTab(<SuppliersPage />, server);
    await user.click(await screen.findByRole('button', { name: 'Tentar de novo' }));
    expect(await screen.findByRole('region', { name: 'Preço por insumo' })).toBeDefined();
  });
});

describe('the shopping list of a business with purchases', () => {
  const KITCHEN: readonly BusinessCommand[] = [
    ...TWO_SUPPLIERS,
    { type: 'AddDish', id: idOf('Pão'), name: 'Pão', salePrice: 100_000 },
    { type: 'AddDishIngredient', dishId: idOf('Pão'), ingredientId: idOf('Farinha'), quantity: 10_000 },
  ];

  test('names the supplier of each ingredient’s last purchase, also without a connection', async () => {
    const server = createFakeServer(KITCHEN);
    const { user, business } = await showTab(<ShoppingScreen />, server);
    await user.type(await screen.findByLabelText('Quantos: Pão'), '3');
    await waitFor(() => expect(page()).toContain('Atacadão'));
    expect(page()).not.toContain('Moinho');
    const before = new LastSuppliers(business, 'ana');
    await before.refresh();
    server.failNext('listSuppliers', 'no answer');
    const after = new LastSuppliers(business, 'ana');
    await after.refresh();
    expect([before.supplierOf(idOf('Farinha')), after.supplierOf(idOf('Farinha'))]).toEqual(['Atacadão', 'Atacadão']);
    expect(new LastSuppliers(business, 'other').supplierOf(idOf('Farinha'))).toBeNull();
  });
});
