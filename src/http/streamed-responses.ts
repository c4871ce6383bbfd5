import { finished, Readable } from 'node:stream';
import type { Context, Middleware } from 'koa';
import type { Logger } from 'pino';
import type { HttpMetrics } from './metrics.ts';

/**
 * Aborts a streamed response that fails after it has begun: the status cannot change any more, so the connection is
 * destroyed, which no caller takes for the end of the file. The middleware runs inside the compression, whose own
 * stream ignores errors of its source.
 */
export function abortBrokenStreams(logger: Logger, metrics: Pick<HttpMetrics, 'countCutResponse'>): Middleware {
  return async (ctx, next) => {
    await next();
    const { body } = ctx;
    if (!(body instanceof Readable)) return;
    finished(body, { writable: false }, (error) => {
      if (!error || hasEnded(ctx)) return;
      ctx.res.destroy();
      if (error.code === 'ERR_STREAM_PREMATURE_CLOSE') return; // The stream was ended on purpose.
      const route = typeof ctx['_matchedRoute'] === 'string' ? ctx['_matchedRoute'] : 'page';
      metrics.countCutResponse(route);
      logger.error({ requestId: ctx.state['requestId'] as string, route, err: error }, 'answer cut: its source failed');
    });
  };
}

/** Tells whether everything is sent, or the caller has gone: Koa then ends the source itself. */
const hasEnded = ({ res }: Context): boolean => res.closed || res.destroyed || res.writableFinished;

/**
 * Starts a stream of these parts once the first one is ready, so that an earlier failure becomes an ordinary error
 * response.
 * @throws any error of `parts` before its first part
 */
export async function startStream(parts: AsyncGenerator<string>): Promise<Readable> {
  const first = await parts.next();
  return Readable.from(first.done ? [] : joinPieces(first.value, parts));
}

/**
 * Small parts are joined to pieces of this size, because each piece is compressed and sent separately, at a fixed cost.
 */
const PIECE_CHARACTERS = 32_768;

async function* joinPieces(first: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  let piece = first;
  if (piece.length >= PIECE_CHARACTERS) {
    yield piece;
    piece = '';
  }
  for await (const part of rest) {
    piece += part;
    if (piece.length < PIECE_CHARACTERS) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}
