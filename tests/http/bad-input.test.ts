import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApi, startApi } from '#tests/support/api.ts';
import type { ApiVisitor } from '#tests/support/visitor.ts';

let api: RunningApi;
let owner: ApiVisitor;

beforeAll(async () => {
  api = await startApi();
  owner = await api.signIn('dona@exemplo.com');
});
afterAll(() => api.stop());

const everything = async (): Promise<string> => {
  const paths = ['fixed-costs', 'variable-costs', 'revenue-projections', 'ingredients', 'dishes'];
  const answers = await Promise.all(paths.map((path) => owner.call('GET', `/api/${path}`)));
  return answers.map(({ text }) => text).join('\n');
};

describe('invalid body', () => {
  test.each([
    ['fixed-costs', { name: 'A', value: '' }, 'value'],
    ['fixed-costs', { name: 'A' }, 'value'],
    ['fixed-costs', { name: 'A', value: 'dez' }, 'value'],
    ['fixed-costs', { name: 'A', value: 1.00001 }, 'value'],
    ['fixed-costs', { name: 'A', value: '1,00001' }, 'value'],
    ['fixed-costs', { name: 'A', value: -1 }, 'value'],
    ['fixed-costs', { name: 'A', value: 100_000_000 }, 'value'],
    ['fixed-costs', { name: 'A', value: null }, 'value'],
    ['fixed-costs', { name: 'A', value: [1] }, 'value'],
    ['fixed-costs', { name: 'A', value: { units: 1 } }, 'value'],
    ['fixed-costs', '{"name":"A","value":1e400}', 'value'],
    ['fixed-costs', { name: '', value: 1 }, 'name'],
    ['fixed-costs', { name: '   ', value: 1 }, 'name'],
    ['fixed-costs', { name: 'a'.repeat(81), value: 1 }, 'name'],
    ['fixed-costs', { name: 'a\u0000b', value: 1 }, 'name'],
    ['fixed-costs', { name: 'a\ud800b', value: 1 }, 'name'],
    ['fixed-costs', { name: 7, value: 1 }, 'name'],
    ['fixed-costs', {}, 'name'],
    ['variable-costs', { name: 'A', percentage: 1000.0001 }, 'percentage'],
    ['ingredients', { name: 'A', unit: 'colher de sopa cheias', unit_price: 1 }, 'unit'],
    ['ingredients', { name: 'A', unit: 'kg', unit_price: 1_000_000 }, 'unit_price'],
    ['revenue-projections', { month: 13, value: 1, orders_count: 1 }, 'month'],
    ['revenue-projections', { month: 1.5, value: 1, orders_count: 1 }, 'month'],
    ['revenue-projections', { month: 1, value: 1, orders_count: 1.5 }, 'orders_count'],
    ['revenue-projections', { month: 1, value: 1, orders_count: '1e3' }, 'orders_count'],
    ['revenue-projections', { month: 1, value: 1, orders_count: 10_000_000 }, 'orders_count'],
    ['recipe-ingredients', { dish_id: randomUUID(), ingredient_id: randomUUID(), quantity: 0 }, 'quantity'],
    ['recipe-ingredients', { dish_id: randomUUID(), ingredient_id: randomUUID(), quantity: '3.500' }, 'quantity'],
    ['recipe-ingredients', { dish_id: 'x', ingredient_id: randomUUID(), quantity: 1 }, 'dish_id'],
    ['recipe-ingredients', { dish_id: randomUUID(), ingredient_id: randomUUID(), quantity: 1 }, 'dish_id'],
    ['dishes', '{"name":"A","sale_price":1,"prices":{"constructor":1}}', 'prices'],
    ['dishes', '{"name":"A","sale_price":1,"prices":{"prototype":null}}', 'prices'],
    ['dishes', '{"name":"A","sale_price":1,"constructor":{}}', 'body'],
  ])('of %s, %j, is refused with 422 and a sentence at the field %s, and writes nothing', async (path, body, field) => {
    const before = await everything();
    const answer = await owner.call('POST', `/api/${path}`, { body });
    expect(answer.status).toBe(422);
    expect(answer.headers.get('Content-Type')).toContain('application/problem+json');
    expect(answer.json).toMatchObject({ status: 422, fields: { [field]: expect.stringMatching(/^\p{Lu}.+[.?]$/u) } });
    expect(await everything()).toBe(before);
  });
});

describe('unreadable request', () => {
  const deep = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
  test.each([
    ['broken JSON', '{"name":', 400],
    ['a bare value instead of an object', '12', 400],
    ['a __proto__ field', '{"__proto__":{"name":"A","value":1}}', 400],
    ['15 000 levels', deep(15_000), 400],
    ['21 levels in a field', `{"name":${deep(21)},"value":1}`, 400],
    ['10 MB', JSON.stringify({ name: 'a'.repeat(10_000_000), value: 1 }), 413],
    ['33 KB', JSON.stringify({ name: 'a'.repeat(33_000), value: 1 }), 413],
  ])('with %s in its body is refused with its status and a sentence', async (_what, body, status) => {
    const answer = await owner.call('POST', '/api/fixed-costs', { body });
    expect(answer.status).toBe(status);
    expect(answer.json).toMatchObject({ status, detail: expect.stringMatching(/\.$/) });
  });

  test('with another content type is refused with 415', async () => {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    expect((await owner.call('POST', '/api/fixed-costs', { body: 'name=A&value=1', headers })).status).toBe(415);
  });

  test('with another method is refused with 405 and Allow, and with an unknown path with 404', async () => {
    const answer = await owner.call('PATCH', '/api/fixed-costs', { body: {} });
    expect([answer.status, answer.headers.get('Allow')]).toEqual([405, expect.stringContaining('POST')]);
    expect((await owner.call('GET', '/api/nothing')).status).toBe(404);
    expect((await owner.call('GET', '/API/fixed-costs')).status).not.toBe(500);
    expect((await owner.call('GET', '/api/fixed-costs/%E0%A4%A')).status).toBeLessThan(500);
  });

  test.each(['Idempotency-Key', 'If-Match'])('with a meaningless %s is refused with 422', async (header) => {
    const path = `/api/fixed-costs/${randomUUID()}`;
    const answer = await owner.call('PUT', path, { body: { value: 1 }, headers: { [header]: 'abc' } });
    expect(answer.status).toBe(422);
  });

  test('does not keep the process from answering the next request', async () => {
    expect((await api.visitor().call('GET', '/healthz')).text).toBe('ok');
  });
});

describe('id that is none of the caller’s', () => {
  test('gets the same answer, byte for byte, whether it is unknown, malformed or another owner’s', async () => {
    const stranger = await api.signIn('admin@exemplo.com');
    const [foreign] = (await owner.call('GET', '/api/fixed-costs')).json as { id: string }[];
    const ids = [randomUUID(), 'x', '%00', foreign?.id ?? '', `${foreign?.id}'--`];
    const answers = await Promise.all(
      ids.flatMap((id) => [
        stranger.call('DELETE', `/api/fixed-costs/${id}`),
        stranger.call('PUT', `/api/fixed-costs/${id}`, { body: { value: 1 } }),
      ]),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(404);
    expect((await owner.call('GET', '/api/fixed-costs')).text).toContain(foreign?.id);
  });
});

describe('answer to a wrong request', () => {
  test('is the bare sentence for a caller that does not accept JSON', async () => {
    const answer = await owner.call('POST', '/api/fixed-costs', { body: { name: '' }, headers: { Accept: '*/*' } });
    expect(answer.headers.get('Content-Type')).toBe('text/plain; charset=utf-8');
    expect(answer.text).toBe('Preencha este campo.');
  });

  test('is a refusal when a header is oversized, and the process stays up', async () => {
    const { port } = new URL(api.origin);
    const status = await new Promise<number | undefined>((resolve) => {
      const call = request({
        port,
        host: 'localhost',
        path: '/api/fixed-costs',
        headers: { 'X-Big': 'a'.repeat(60_000) },
      });
      call.on('response', (response) => resolve(response.statusCode)).on('error', () => resolve(undefined));
      call.end();
    });
    expect(status === undefined || (status >= 400 && status < 500)).toBe(true);
    expect((await api.visitor().call('GET', '/healthz')).status).toBe(200);
  });
});
