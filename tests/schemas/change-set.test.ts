import * as v from 'valibot';
import { expect, test } from 'vitest';
import { changeSetEndpoints } from '#contract/change-set.ts';
import { commandMappings } from '#contract/entities/command-mappings.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { ownerEndpoints } from '#contract/owner.ts';
import { openApiDocument } from '#http/open-api/document.ts';

const ID = '0b4b7e52-6f0f-4c3c-9d51-1f2a3b4c5d6e';

const PARTS: Readonly<Record<string, object>> = {
  recordMonthRevenue: { body: { month: 3, value: 900, orders_count: 30 } },
  stateAverageTicket: { body: { average_ticket: 12 } },
  addFixedCost: { body: { name: 'Luz', value: 1 } },
  addVariableCost: { body: { name: 'Taxa', percentage: 1 } },
  addIngredient: { body: { name: 'Sal', unit: 'kg', unit_price: 1 } },
  replaceIngredient: { params: { id: ID }, body: { by: ID } },
  repriceIngredients: { body: { ids: [ID], percentage: 8 } },
  addChannel: { body: { name: 'Balcão' } },
  recordSales: { params: { month: '2026-10', channelId: 'main' }, body: { rows: [] } },
  addDish: { body: { name: 'Pão', sale_price: 1 } },
  addPreparation: { body: { name: 'Massa', yield_quantity: 2, yield_unit: 'kg' } },
  addPreparationIngredient: { params: { preparationId: ID }, body: { ingredient_id: ID, quantity: 1 } },
  changePreparationIngredient: { params: { preparationId: ID, ingredientId: ID }, body: { quantity: 1 } },
  removePreparationIngredient: { params: { preparationId: ID, ingredientId: ID } },
  addDishIngredient: { body: { dish_id: ID, ingredient_id: ID, quantity: 1 } },
  changeDishIngredient: { params: { dishId: ID, ingredientId: ID }, body: { quantity: 1 } },
  removeDishIngredient: { params: { dishId: ID, ingredientId: ID } },
  enterPurchase: {
    body: {
      date: '2026-11-12',
      source: 'quick',
      lines: [{ ingredient_id: ID, packs: 1, pack_quantity: 1, pack_unit: 'kg', total: 9 }],
    },
  },
  recordStockValue: { params: { month: '2026-10' }, body: { value: 1 } },
  clearStockValue: { params: { month: '2026-10' } },
};
const calls = Object.values(commandMappings).map(({ endpoint }): [string, Endpoint] => [
  endpoint,
  ownerEndpoints[endpoint],
]);

test.each(calls)(
  '%s accepts a version in a change set exactly when it accepts If-Match as a single call',
  (call, endpoint) => {
    const parts = PARTS[call] ?? { params: { id: ID }, body: {} };
    const { calls: read } = v.parse(changeSetEndpoints.applyChanges.body, { calls: [{ call, ...parts, if_match: 3 }] });
    const version = read[0] && 'if_match' in read[0] ? read[0].if_match : undefined;
    expect(version).toBe(endpoint.versioned ? 3 : undefined);
  },
);

test('the OpenAPI document lists a version for the same calls', () => {
  const { paths } = openApiDocument('http://localhost') as { paths: Record<string, Record<string, object>> };
  const posted = paths['/api/change-sets']?.['post'] as {
    requestBody: { content: Record<string, { schema: { properties: { calls: { items: object } } } }> };
  };
  const { items } = posted.requestBody.content['application/json']?.schema.properties.calls ?? {};
  const { anyOf, oneOf = anyOf } = items as { anyOf?: readonly unknown[]; oneOf?: readonly unknown[] };
  const variants = (oneOf ?? []) as readonly {
    properties: { call: { const: string }; if_match?: { type: string; description: string } };
    required: readonly string[];
  }[];
  const versioned = variants.filter(({ properties }) => properties.if_match !== undefined);
  expect(versioned.map(({ properties }) => properties.call.const).toSorted()).toEqual(
    calls.flatMap(([name, { versioned: isVersioned }]) => (isVersioned ? [name] : [])).toSorted(),
  );
  for (const { properties, required } of versioned) {
    expect(properties.if_match).toMatchObject({ type: 'integer', minimum: 0 });
    expect(properties.if_match?.description).toContain('409');
    expect(required).not.toContain('if_match');
  }
});
