import { createReadStream, ReadStream } from 'node:fs';
import type { Context } from 'koa';

/**
 * Cuts a file down to the one requested range of bytes (RFC 9110, section 14). Players request a film in ranges, and
 * Safari plays none that is not served so. An unusable range gets the whole file, as the standard requires; a range
 * beyond the end gets 416.
 */
export function sendRange(ctx: Context): void {
  const { body: file } = ctx;
  if (!(file instanceof ReadStream) || ctx.status !== 200) return;
  ctx.set('Accept-Ranges', 'bytes');
  const size = ctx.response.length ?? 0;
  const match = /^bytes=(\d*)-(\d*)$/.exec(ctx.get('Range'));
  if (!match || ctx.method !== 'GET' || ctx.get('If-Range') !== '') return;
  const range = parseRange(size, match[1] ?? '', match[2] ?? '');
  if (range === undefined) return;
  file.destroy();
  if (range === 'unsatisfiable') {
    ctx.status = 416;
    ctx.set('Content-Range', `bytes */${size}`);
    ctx.body = null;
    ctx.status = 416; // The empty body has set the status to 204.
    return;
  }
  ctx.status = 206;
  ctx.set('Content-Range', `bytes ${range.start}-${range.end}/${size}`);
  ctx.body = createReadStream(file.path, range);
  ctx.length = range.end - range.start + 1;
}

interface ByteRange {
  readonly start: number;
  /** The index of the last byte, included. */
  readonly end: number;
}

/** '0-499', '500-' to the end, '-500' the last 500; undefined for an empty range. */
function parseRange(size: number, first: string, last: string): ByteRange | 'unsatisfiable' | undefined {
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
