import type { Context } from 'koa';

/**
 * Did our own pages send this? Browsers say so in Sec-Fetch-Site; where that is absent (older ones, programs) the Origin
 * must be ours. A request with neither is not from our pages.
 */
export function isSameOrigin(ctx: Context, publicOrigin: string): boolean {
  const site = ctx.get('Sec-Fetch-Site');
  return site === '' ? ctx.get('Origin') === publicOrigin : site === 'same-origin';
}
