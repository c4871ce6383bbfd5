import { callInSet } from '#web/stores/business/send-command.ts';
import { workedCases } from '#tests/figures/worked-cases.ts';
import { type RunningApi, startApi } from '#tests/support/api.ts';
import type { ApiVisitor } from '#tests/support/visitor.ts';
import { v5 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let api: RunningApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

type Json = Record<string, unknown> & { id: string; version: number };
type Row = Json & Record<string, number>;

const NAMESPACE = '6c1f0f5e-2f0b-4f43-9d7a-52f3c9a1b7aa';
const uuid = (name: string): string => v5(name, NAMESPACE);

const IDS = /^(?:id|\w+Id|channels)$/;

/** Replaces the names of the worked cases by UUIDs, as the API requires. */
function withUuids<T>(value: T): T {
  return inUuids(value) as T;
}

function inUuids(value: unknown, field = ''): unknown {
  if (typeof value === 'string') return IDS.test(field) ? uuid(value) : value;
  if (Array.isArray(value)) return value.map((each) => inUuids(each, field));
  if (typeof value !== 'object' || value === null) return value;
  const key = (name: string): string => (field === 'prices' ? uuid(name) : name);
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [key(name), inUuids(each, name)]));
}

const read = async (owner: ApiVisitor, path: string): Promise<Row[]> => (await owner.call('GET', path)).json;

/** Fields that have another name in answers than in the domain. */
const DOMAIN_NAMES: Readonly<Record<string, string>> = { purchase: 'pack', source: 'priceSource' };

const COUNTS = new Set(['months', 'excludedQuantity', 'quantity', 'sales', 'monthsFilled']);

/** Converts an answer into the form of the worked cases: `unit_price: 1.5` becomes `unitPrice: 15000`. */
function inUnits(value: unknown, field = ''): unknown {
  if (typeof value === 'number') return COUNTS.has(field) ? value : Math.round(value * 10_000);
  if (Array.isArray(value)) return value.map((each) => inUnits(each, field));
  if (typeof value !== 'object' || value === null) return value;
  const camelCase = (name: string): string =>
    DOMAIN_NAMES[name] ?? name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [camelCase(name), inUnits(each, camelCase(name))]),
  );
}

describe('worked figures over HTTP', () => {
  test.each(workedCases)(
    'the dashboard and the dishes return the worked figures: $name',
    async ({ commands, expected }) => {
      const owner = await api.newOwner();
      const calls = withUuids(commands).map(callInSet);
      const made = await owner.call('POST', '/api/change-sets', { body: { calls } });
      expect([made.status, made.text]).toEqual([200, expect.any(String)]);
      const dashboard = (await owner.call('GET', '/api/dashboard')).json as Record<string, unknown>;
      const dishes = await read(owner, '/api/dishes');
      const answers = inUnits({
        ...dashboard,
        dashboard,
        ingredients: await read(owner, '/api/ingredients'),
        preparations: await read(owner, '/api/preparations'),
        dishes: dishes.map((dish) => ({ ...dish, lines: dish['ingredients'] })),
      });
      expect(answers).toMatchObject(withUuids({ mix: null, ...expected }));
      expect(await read(owner, '/api/mix')).toEqual(dashboard['mix']);
    },
  );
});
