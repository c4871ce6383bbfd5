import type { Context } from 'koa';
import { problems } from './problem.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The Idempotency-Key of a call, undefined without one. @throws Problem 422 when it is not a UUID */
export function idempotencyKey(ctx: Context): string | undefined {
  const key = ctx.get('Idempotency-Key');
  if (key === '') return undefined;
  if (!UUID.test(key)) throw problems.invalid({ 'Idempotency-Key': 'A chave de idempotência precisa ser um UUID.' });
  return key.toLowerCase();
}

/** The version in If-Match (`3` or `"3"`), undefined for none or `*`. @throws Problem 422 */
export function expectedVersion(ctx: Context): number | undefined {
  const header = ctx.get('If-Match').trim();
  if (header === '' || header === '*') return undefined;
  const match = /^(?:W\/)?"?(\d{1,9})"?$/.exec(header);
  if (!match) throw problems.invalid({ 'If-Match': 'A versão em If-Match precisa ser um número inteiro.' });
  return Number(match[1]);
}

/** A position: the id of the log and the index in it. */
export const POSITION = /^[\w-]{1,64}:\d{20}$/;

/** The position in X-Read-After, undefined without a valid one. */
export function readAfter(ctx: Context): string | undefined {
  const header = ctx.get('X-Read-After');
  return POSITION.test(header) ? header : undefined;
}

/**
 * Tells whether our own pages sent the request. Browsers report it in Sec-Fetch-Site; where that is absent (older
 * browsers, programs) the Origin must be ours. A request with neither is not from our pages.
 */
export function isSameOrigin(ctx: Context, publicOrigin: string): boolean {
  const site = ctx.get('Sec-Fetch-Site');
  return site === '' ? ctx.get('Origin') === publicOrigin : site === 'same-origin';
}
