import type { Endpoint } from '#contract/endpoint.ts';
import { contract, type EndpointName } from '#contract/index.ts';
import { runs } from '#tests/support/property-runs.ts';
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';

const ID = '0b4b7e52-6f0f-4c3c-9d51-1f2a3b4c5d6e';
const OTHER_ID = '9d1c7a10-2b3c-4d5e-8f60-112233445566';

const endpoints = Object.entries(contract) as [EndpointName, Endpoint][];
const withBody = endpoints.filter(([, endpoint]) => endpoint.body !== undefined);

/** Returns the domain value, or the first sentence of every invalid field. */
function read(schema: v.GenericSchema | undefined, value: unknown): unknown {
  const result = v.safeParse(schema ?? v.never(), value);
  if (result.success) return result.output;
  return Object.fromEntries(result.issues.toReversed().map((issue) => [v.getDotPath(issue) ?? '', issue.message]));
}
const body = (name: EndpointName, value: unknown) => read((contract[name] as Endpoint).body, value);

describe('valid body', () => {
  test.each<[EndpointName, unknown, unknown]>([
    ['addFixedCost', { name: ' Aluguel ', value: 3500 }, { name: 'Aluguel', value: 35_000_000 }],
    ['addFixedCost', { name: 'Aluguel', value: '3.500' }, { name: 'Aluguel', value: 35_000_000 }],
    ['addFixedCost', { name: 'Aluguel', value: '1.234,56' }, { name: 'Aluguel', value: 12_345_600 }],
    ['addFixedCost', { name: 'x', value: 0, version: 7, admin: true }, { name: 'x', value: 0 }],
    ['addFixedCost', { id: ID.toUpperCase(), name: 'x', value: 0 }, { id: ID, name: 'x', value: 0 }],
    ['changeFixedCost', { name: 'x', id: ID }, { name: 'x' }],
    ['changeFixedCost', {}, {}],
    ['changeFixedCost', { value: '12,34' }, { value: 123_400 }],
    ['addVariableCost', { name: 'Cartão', percentage: '3.500' }, { name: 'Cartão', percentage: 35_000 }],
    ['changeVariableCost', { name: 'Cartão' }, { name: 'Cartão' }],
    [
      'recordMonthRevenue',
      { month: 12, value: '30.000', orders_count: '900' },
      { month: 12, value: 300_000_000, orders_count: 900 },
    ],
    ['stateAverageTicket', { average_ticket: 62.6287 }, { average_ticket: 626_287 }],
    [
      'stateAverageTicket',
      { average_ticket: '62,6287', update_ticket_only: true },
      { average_ticket: 626_287, update_ticket_only: true },
    ],
    ['addIngredient', { name: 'Sal', unit: 'kg', unit_price: 0 }, { name: 'Sal', unit: 'kg', unit_price: 0 }],
    ['changeIngredient', { unit_price: '0,0385' }, { unit_price: 385 }],
    ['addDish', { name: 'Pão' }, { name: 'Pão', sale_price: 0 }],
    ['addDish', { name: 'Pão', sale_price: '12' }, { name: 'Pão', sale_price: 120_000 }],
    ['changeDish', { sale_price: 0 }, { sale_price: 0 }],
    [
      'addDishIngredient',
      { dish_id: ID.toUpperCase(), ingredient_id: OTHER_ID, quantity: 0.35 },
      { dish_id: ID, ingredient_id: OTHER_ID, quantity: 3_500 },
    ],
    ['changeDishIngredient', { quantity: '0,35' }, { quantity: 3_500 }],
    ['openSession', { code: 'abc', state: 's' }, { code: 'abc', state: 's' }],
  ])('of %s is parsed into domain values: %j', (name, sent, expected) => {
    expect(body(name, sent)).toEqual(expected);
  });
});

describe('invalid body', () => {
  const fillIn = 'Preencha este campo.';
  const notAText = 'Envie um texto.';
  const notANumber = 'Digite um número, como 12,50.';
  test.each<[EndpointName, unknown, Record<string, string>]>([
    ['addFixedCost', {}, { name: fillIn, value: fillIn }],
    ['changeIngredient', { yield: '' }, { yield: fillIn }],
    ['changeDish', { loss: '' }, { loss: fillIn }],
    ['addFixedCost', { name: null, value: null }, { name: fillIn, value: notANumber }],
    ['addFixedCost', { name: 5, value: true }, { name: notAText, value: notANumber }],
    ['addFixedCost', { name: ['x'], value: ['1'] }, { name: notAText, value: notANumber }],
    ['addFixedCost', { name: {}, value: { valueOf: 1 } }, { name: notAText, value: notANumber }],
    ['addFixedCost', { name: '  ', value: '' }, { name: fillIn, value: fillIn }],
    ['addFixedCost', { name: 'x', value: Infinity }, { value: notANumber }],
    ['addFixedCost', JSON.parse('{"name":"x","value":1e400}'), { value: notANumber }],
    ['addFixedCost', JSON.parse('{"__proto__":{"name":"x","value":1}}'), { name: fillIn, value: fillIn }],
    ['addVariableCost', { name: 'x', percentage: 1000.1 }, { percentage: 'O maior valor aceito é 1.000.' }],
    ['addVariableCost', { name: 'x', percentage: 3.00001 }, { percentage: 'Use no máximo 4 casas decimais.' }],
    [
      'recordMonthRevenue',
      { month: 0, value: 1, orders_count: 1 },
      { month: 'O mês precisa ser um número de 1 a 12.' },
    ],
    [
      'recordMonthRevenue',
      { month: 13, value: 1, orders_count: 1 },
      { month: 'O mês precisa ser um número de 1 a 12.' },
    ],
    [
      'recordMonthRevenue',
      { month: 1.5, value: 1, orders_count: 1 },
      { month: 'O mês precisa ser um número de 1 a 12.' },
    ],
    [
      'recordMonthRevenue',
      { month: '1', value: 1, orders_count: 1 },
      { month: 'O mês precisa ser um número de 1 a 12.' },
    ],
    ['recordMonthRevenue', { month: 1, value: 1 }, { orders_count: fillIn }],
    [
      'recordMonthRevenue',
      { month: 1, value: 1, orders_count: 1.5 },
      { orders_count: 'Digite um número inteiro de pedidos, como 120.' },
    ],
    [
      'stateAverageTicket',
      { average_ticket: 1, update_ticket_only: false },
      { update_ticket_only: 'Este campo só aceita true.' },
    ],
    [
      'addIngredient',
      { name: 'Sal', unit: '', unit_price: -1 },
      { unit: fillIn, unit_price: 'O valor não pode ser negativo.' },
    ],
    ['addDish', { name: 'x'.repeat(81) }, { name: 'O nome pode ter no máximo 80 caracteres.' }],
    ['addDish', { name: 'x', sale_price: null }, { sale_price: notANumber }],
    [
      'addDishIngredient',
      { dish_id: 'x', ingredient_id: 5, quantity: 0 },
      {
        dish_id: 'Identificador desconhecido.',
        ingredient_id: 'Informe o identificador.',
        quantity: 'O valor precisa ser maior que zero.',
      },
    ],
    ['changeDishIngredient', { quantity: '3.500' }, { quantity: 'Você quis dizer 3,5 ou 3.500? Escolha um dos dois.' }],
    ['openSession', { code: 5 }, { code: 'Envie um texto.' }],
    ['openSession', { code: 'x'.repeat(5_000) }, { code: 'Este texto é longo demais.' }],
  ])('of %s is refused with a sentence at the field: %j', (name, sent, expected) => {
    expect(body(name, sent)).toEqual(expected);
  });

  test('with several wrong fields has a sentence at each', () => {
    expect(body('addIngredient', { name: 'a\0b', unit: 'x'.repeat(21), unit_price: 'abc' })).toEqual({
      name: 'O nome tem caracteres que não podem ser usados.',
      unit: 'A unidade pode ter no máximo 20 caracteres.',
      unit_price: notANumber,
    });
  });
});

describe('any body', () => {
  const anything = fc.oneof(
    fc.jsonValue(),
    fc.dictionary(
      fc.constantFrom('name', 'value', 'percentage', 'month', 'orders_count', 'unit', 'unit_price', 'quantity', 'code'),
      fc.oneof(fc.jsonValue(), fc.string({ unit: 'binary' }), fc.double()),
    ),
  );

  test.each(withBody)('for %s never makes the parser throw, and every sentence is Portuguese', (_name, endpoint) => {
    fc.assert(
      fc.property(anything, (value) => {
        const result = v.safeParse(endpoint.body ?? v.never(), value);
        const sentences = result.success ? [] : result.issues.map((issue) => issue.message);
        expect(sentences.filter((each) => /Invalid|Expected|received/.test(each) || !/[.?]$/.test(each))).toEqual([]);
      }),
      runs(60),
    );
  });

  test.each(withBody)('for %s is refused with a sentence when it is not an object', (_name, endpoint) => {
    for (const value of [null, 'x', 5, true])
      expect(read(endpoint.body, value)).toEqual({ '': 'Envie os campos em um objeto JSON.' });
  });
});

describe('contract', () => {
  test('has no two calls with the same method and path', () => {
    const routes = endpoints.map(([, { method, path }]) => `${method} ${path}`);
    expect(new Set(routes).size).toBe(routes.length);
  });

  test('declares a parameter for every name in a path', () => {
    for (const [name, { path, params }] of endpoints) {
      const names = Array.from(path.matchAll(/:(\w+)/g), ([, each]) => each ?? '');
      const other: Readonly<Record<string, string>> = { email: 'ana@exemplo.com', number: '7', month: '2026-10' };
      const ids = Object.fromEntries(names.map((each) => [each, other[each] ?? ID.toUpperCase()]));
      const expected = Object.fromEntries(names.map((each) => [each, other[each] ?? ID]));
      expect([name, names.length === 0 ? {} : read(params, ids)]).toEqual([name, expected]);
    }
  });

  test.each(['x', '', '%00', `${ID} `, ID.slice(1), '../../etc', '__proto__'])('refuses %j as an id', (id) => {
    expect(read(contract.removeDish.params, { id })).toEqual({ id: 'Identificador desconhecido.' });
  });

  test('has GET calls without body or change, and changes that answer 201 with the entity, 204 without body, or 200', () => {
    for (const [name, { method, changes, body: sent, reply, media, status }] of endpoints) {
      const changesData = changes === 'data';
      expect([name, method === 'GET' && (changesData || sent !== undefined)]).toEqual([name, false]);
      const hasAnswer = name === 'takeBackPurchase';
      expect([name, status === 204 || hasAnswer]).toEqual([name, method === 'DELETE']);
      expect([name, reply === undefined]).toEqual([name, status === 204 || media !== undefined]);
    }
  });
});
