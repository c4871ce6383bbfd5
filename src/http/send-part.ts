import { createReadStream, ReadStream } from 'node:fs';
import type { Context } from 'koa';

/**
 * Cuts an answer that is a file down to the one range of bytes that was asked for (RFC 9110, 14). Players ask for a film
 * part by part, and Safari plays none that does not come so. What is not understood gets the whole, as the standard has
 * it; a range behind the end gets 416.
 */
export function sendPart(ctx: Context): void {
  const { body: whole } = ctx;
  if (!(whole instanceof ReadStream) || ctx.status !== 200) return;
  ctx.set('Accept-Ranges', 'bytes');
  const size = ctx.response.length ?? 0;
  const asked = /^bytes=(\d*)-(\d*)$/.exec(ctx.get('Range'));
  if (!asked || ctx.method !== 'GET' || ctx.get('If-Range') !== '') return;
  const part = partOf(size, asked[1] ?? '', asked[2] ?? '');
  if (part === undefined) return;
  whole.destroy();
  if (part === 'unsatisfiable') {
    ctx.status = 416;
    ctx.set('Content-Range', `bytes */${size}`);
    ctx.body = null;
    ctx.status = 416; // an empty body has made it 204
    return;
  }
  ctx.status = 206;
  ctx.set('Content-Range', `bytes ${part.start}-${part.end}/${size}`);
  ctx.body = createReadStream(whole.path, part);
  ctx.length = part.end - part.start + 1;
}

interface Part {
  readonly start: number;
  /** The last byte, included. */
  readonly end: number;
}

/** '0-499', '500-' to the end, '-500' the last so many; undefined for what says nothing. */
function partOf(size: number, first: string, last: string): Part | 'unsatisfiable' | undefined {
  if (first === '' && last === '') return undefined;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return undefined;
  return start >= size ? 'unsatisfiable' : { start, end };
}
