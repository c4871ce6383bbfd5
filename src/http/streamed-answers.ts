import { finished, Readable } from 'node:stream';
import type { Context, Middleware } from 'koa';
import type { Logger } from 'pino';
import type { HttpMetrics } from './metrics.ts';

/**
 * Where an answer that is sent as it comes fails on the way: there is no other status to say any more, so the connection
 * is destroyed, which no caller takes for the end of the file. Stands inside of the compression, whose own stream hears
 * nothing of the one that it reads.
 */
export function streamedAnswers(logger: Logger, metrics: Pick<HttpMetrics, 'cut'>): Middleware {
  return async (ctx, next) => {
    await next();
    const { body } = ctx;
    if (!(body instanceof Readable)) return;
    finished(body, { writable: false }, (error) => {
      if (!error || hasEnded(ctx)) return;
      ctx.res.destroy();
      if (error.code === 'ERR_STREAM_PREMATURE_CLOSE') return; // given up by ourselves
      const route = typeof ctx['_matchedRoute'] === 'string' ? ctx['_matchedRoute'] : 'page';
      metrics.cut(route);
      logger.error({ requestId: ctx.state['requestId'] as string, route, err: error }, 'answer cut: its source failed');
    });
  };
}

/** All sent, or the caller has gone: Koa then ends the source itself. */
const hasEnded = ({ res }: Context): boolean => res.closed || res.destroyed || res.writableFinished;

/**
 * A stream of these parts, once the first one is there: what fails before that is answered like any other failure.
 * @throws what `parts` throws before its first part
 */
export async function startedStream(parts: AsyncGenerator<string>): Promise<Readable> {
  const first = await parts.next();
  return Readable.from(first.done ? [] : inPieces(first.value, parts));
}

/** Parts come as small as they are made; each piece is compressed and sent by itself, which costs the same for any size. */
const PIECE_CHARACTERS = 32_768;

async function* inPieces(first: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
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
