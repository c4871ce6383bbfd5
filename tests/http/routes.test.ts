import { createRoutes } from '#http/routes.ts';
import type { Context } from 'koa';
import { expect, test } from 'vitest';

const route = (method: string, path: string) => ({
  method,
  path,
  answer: (ctx: Context) => {
    ctx.body = `${method} ${path} ${JSON.stringify(ctx['params'])}`;
  },
});

const routes = createRoutes([
  route('GET', '/api/dishes'),
  route('POST', '/api/dishes'),
  route('DELETE', '/api/dishes/:id'),
  route('PUT', '/api/lines/:dishId/:ingredientId'),
]);

/** What is answered, and whether it was left to the next. */
async function answer(method: string, path: string): Promise<string> {
  const ctx = { method, path, state: {}, body: 'next' } as unknown as Context;
  await routes.middleware(ctx, async () => undefined);
  return ctx.body as string;
}

test.each([
  ['GET', '/api/dishes', 'GET /api/dishes {}'],
  ['HEAD', '/api/dishes', 'GET /api/dishes {}'],
  ['POST', '/api/dishes/', 'POST /api/dishes {}'],
  ['DELETE', '/api/dishes/a%20b', 'DELETE /api/dishes/:id {"id":"a b"}'],
  ['DELETE', '/api/dishes/%E0%A4%A', 'DELETE /api/dishes/:id {"id":"%E0%A4%A"}'],
  ['PUT', '/api/lines/1/2', 'PUT /api/lines/:dishId/:ingredientId {"dishId":"1","ingredientId":"2"}'],
  ['GET', '/API/dishes', 'next'],
  ['PATCH', '/api/dishes', 'next'],
  ['PUT', '/api/lines/1', 'next'],
  ['PUT', '/api/lines/1/2/3', 'next'],
  ['GET', '/', 'next'],
])('%s %s', async (method, path, expected) => {
  expect(await answer(method, path)).toBe(expected);
});

test('an address knows its methods', () => {
  expect(routes.methodsOf('/api/dishes')).toEqual(['HEAD', 'GET', 'POST']);
  expect(routes.methodsOf('/api/dishes/7')).toEqual(['DELETE']);
  expect(routes.methodsOf('/api/nothing')).toEqual([]);
});
