import { bodyParser } from '@koa/bodyparser';
import type { Context, Middleware } from 'koa';
import { Problem, problems } from './problem.ts';

/** The maximum size of a body unless the contract sets another. */
export const MAX_BODY_KILOBYTES = 32;
const MAX_DEPTH = 20;

/** Reads a JSON body of up to 20 levels into `ctx.request.body`; everything else is refused with a sentence. */
export function readJsonBody(kilobytes = MAX_BODY_KILOBYTES): Middleware {
  const parse = bodyParser({
    enableTypes: ['json'],
    parsedMethods: ['POST', 'PUT', 'DELETE'],
    jsonLimit: `${kilobytes}kb`,
    jsonStrict: true,
    onError: throwBodyProblem,
  }) as Middleware;
  return async (ctx, next) => {
    if (hasBody(ctx) && !ctx.is('application/json')) throw problems.notJson();
    await parse(ctx, async () => {
      if (isDeeperThan(ctx.request.body, MAX_DEPTH)) throw problems.unreadable('O pedido tem níveis demais.');
      const field = fieldWithInheritedKey(ctx.request.body);
      if (field !== undefined) throw problems.invalid({ [field]: 'Aqui há um nome que não existe.' });
      await next();
    });
  };
}

const MAX_NOTIFICATION_SIZE = '256kb';

/**
 * Reads a body of any type into `ctx.request.body` as unparsed text: its token proves the sender before it is parsed.
 */
export function readTextBody(): Middleware {
  return bodyParser({
    enableTypes: ['text'],
    extendTypes: { text: ['*/*'] },
    textLimit: MAX_NOTIFICATION_SIZE,
    onError: throwBodyProblem,
  });
}

function throwBodyProblem(error: unknown): never {
  throw (error as { status?: number }).status === 413 ? problems.tooLarge() : problems.unreadable();
}

const hasBody = (ctx: Context): boolean => ctx.get('Transfer-Encoding') !== '' || (ctx.request.length ?? 0) > 0;

/** Works level by level and not by recursion, because a deep value must not overflow the stack. */
function isDeeperThan(value: unknown, limit: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > limit) return true;
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []));
  }
  return false;
}

const INHERITED_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

/** The path of the first value with a key that every object inherits, because validation would silently ignore it. */
function fieldWithInheritedKey(value: unknown, path = ''): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, nested] of Object.entries(value)) {
    if (!Array.isArray(value) && INHERITED_KEYS.has(key)) return path === '' ? 'body' : path;
    const nestedField = fieldWithInheritedKey(nested, path === '' ? key : `${path}.${key}`);
    if (nestedField !== undefined) return nestedField;
  }
  return undefined;
}

/** The problem for errors of Node's and Koa's own request reading; undefined for other errors. */
export function transportProblem(error: unknown): Problem | undefined {
  const { status } = error as { status?: number };
  if (status === 413) return problems.tooLarge();
  if (status === 415) return problems.notJson();
  if (status === 404) return problems.notFound();
  return status !== undefined && status >= 400 && status < 500 ? problems.unreadable() : undefined;
}
