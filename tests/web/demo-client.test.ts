import { beforeEach, describe, expect, it } from 'vitest';
import { createDemoClient, createEventStorage } from '#web/api/demo.ts';
import { readBusiness } from '#web/stores/business/read-business.ts';
import { findByName } from './support/business-under-test.ts';

const kept = createEventStorage(() => sessionStorage);
const open = () => createDemoClient({ storage: kept });
const mozzarella = async (api: ReturnType<typeof open>) =>
  findByName(await api.call('listIngredients', {}), 'Muçarela');
const reprice = async (api: ReturnType<typeof open>, unit_price: number) =>
  api.call('changeIngredient', { params: { id: (await mozzarella(api)).id }, body: { unit_price } });

beforeEach(() => sessionStorage.clear());

describe('the client of the demonstration', () => {
  it('starts with the sample pizzeria and all its figures', async () => {
    const { business, dashboard, missing } = await readBusiness(open());
    expect([business.ingredients.size, business.dishes.size, business.months.size]).toEqual([22, 9, 12]);
    expect(missing.size).toBe(0);
    expect(dashboard?.gaps).toEqual([]);
    expect(dashboard?.pontoEquilibrio).toBeGreaterThan(0);
  });

  it('changes the margins of dishes after a price was changed', async () => {
    const api = open();
    const marginOf = async () =>
      findByName(await api.call('listDishes', {}), 'Pizza Muçarela').contribution_margin_percentage;
    const before = await marginOf();
    await reprice(api, 58.9);
    expect(await marginOf()).toBeLessThan(before);
  });

  it('continues after a reload with the same data and the same idempotency keys', async () => {
    const sent = { idempotencyKey: crypto.randomUUID(), body: { name: 'Gás', value: 110 } };
    const before = open();
    await reprice(before, 41.5);
    const gas = await before.call('addFixedCost', sent);
    const after = open();
    expect(await mozzarella(after)).toMatchObject({ unit_price: 41.5, version: 13 });
    expect(await after.call('addFixedCost', sent)).toEqual(gas);
    expect(await after.call('dashboard', {})).toEqual({
      ...(await before.call('dashboard', {})),
      position: expect.any(String),
    });
  });

  it('restarts on demand, for this page and the next', async () => {
    const api = open();
    await reprice(api, 41.5);
    api.restart();
    expect(await mozzarella(api)).toMatchObject({ unit_price: 38.9, version: 12 });
    expect(await mozzarella(open())).toMatchObject({ unit_price: 38.9 });
  });

  it('drops requests that were under way when it was restarted', async () => {
    const api = open();
    const { id } = await mozzarella(api);
    const late = api.call('changeIngredient', { params: { id }, body: { unit_price: 99 } });
    api.restart();
    await late;
    expect(await mozzarella(open())).toMatchObject({ unit_price: 38.9 });
  });

  it.each([
    ['no JSON', '{'],
    ['empty', '[]'],
    ['of another shape', '[{"id":1}]'],
    ['of a later version', undefined],
  ])('starts with the sample when the stored events are %s', async (_, text) => {
    const api = open();
    await reprice(api, 41.5);
    const later = sessionStorage.getItem('prumo.demo')?.replace('"schema":1', '"schema":99') ?? '';
    sessionStorage.setItem('prumo.demo', text ?? later);
    expect(await mozzarella(open())).toMatchObject({ unit_price: 38.9 });
  });

  it('can be used when the storage is blocked', async () => {
    const blocked = createDemoClient({
      storage: createEventStorage(() => {
        throw new DOMException('blocked', 'SecurityError');
      }),
    });
    await reprice(blocked, 41.5);
    expect(await mozzarella(blocked)).toMatchObject({ unit_price: 41.5 });
    blocked.restart();
    expect(await mozzarella(blocked)).toMatchObject({ unit_price: 38.9 });
  });
});
