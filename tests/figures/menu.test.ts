import { expect, test } from 'vitest';
import { fold } from '#domain/business/evolve.ts';
import { businessFigures } from '#domain/figures/business-figures.ts';
import { categoryNames } from '#domain/figures/menu.ts';

const dish = (id: string, category: string | null, salePrice: number) =>
  ({ type: 'DishAdded', data: { id, name: id, salePrice, category } }) as const;

const sold = (quantities: Readonly<Record<string, number>>) =>
  ({
    type: 'SalesRecorded',
    data: {
      month: '2026-01',
      channelId: 'balcao',
      channelName: 'Balcão',
      rows: Object.entries(quantities).map(([dishId, quantity]) => ({
        dishId,
        from: null,
        to: { quantity, revenue: null },
      })),
    },
  }) as const;

test('dishes whose categories differ only in case and spaces are compared as one category', () => {
  const menu =
    businessFigures(
      fold([
        { type: 'ChannelAdded', data: { id: 'balcao', name: 'Balcão', isMain: true } },
        dish('suco', 'bebidas', 100_000),
        dish('grande', 'Pizzas', 500_000),
        dish('broto', ' pizzas', 300_000),
        dish('porção', 'Porções', 200_000),
        dish('avulso', null, 100_000),
        sold({ suco: 10, grande: 10, broto: 1, porção: 5, avulso: 3 }),
      ]),
    ).mix?.menu ?? [];
  expect(menu.map(({ dishId, kind }) => `${dishId}: ${kind}`)).toEqual([
    'avulso: star',
    'grande: star',
    'broto: dog',
    'porção: star',
    'suco: star',
  ]);
});

test('a category is displayed as its first dish in the list spells it', () => {
  const names = categoryNames([
    { category: 'pizzas' },
    { category: 'PIZZAS' },
    { category: null },
    { category: 'Sucos' },
  ]);
  expect([...names]).toEqual([
    ['pizzas', 'pizzas'],
    ['', ''],
    ['sucos', 'Sucos'],
  ]);
});
