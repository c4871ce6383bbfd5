import { PassThrough, type Readable } from 'node:stream';
import type { Context } from 'koa';

/** Streams of server-sent events, one for each following browser. */
export interface LiveLines {
  /** @param onClosed called once, however the stream ends */
  open(onClosed?: () => void): LiveLine;
  /** Sends the same event to all streams. */
  say(event: string, data: object): void;
  /** Ends all streams, including later ones: browsers reconnect by themselves, to a process that goes on. */
  stop(): void;
}

export interface LiveLine {
  readonly stream: Readable;
  say(event: string, data: object): void;
  /** @param returnMs delay before the browser reconnects */
  end(returnMs?: number): void;
}

interface PeriodicWork {
  readonly everyMs: number;
  readonly run: () => void;
}

/** Interval of comments that keep proxies from closing an idle stream, in milliseconds. */
const BREATH_MS = 20_000;
const RETURN_MS = 2_000;

/** @param whileOpen work that runs only while there are streams */
export function createLiveLines(whileOpen: readonly PeriodicWork[] = []): LiveLines {
  const streams = new Set<PassThrough>();
  const work = [{ everyMs: BREATH_MS, run: () => streams.forEach((stream) => write(stream, ': \n\n')) }, ...whileOpen];
  let timers: readonly NodeJS.Timeout[] = [];
  let isStopped = false;

  function closed(stream: PassThrough): void {
    streams.delete(stream);
    if (streams.size > 0) return;
    for (const timer of timers) clearInterval(timer);
    timers = [];
  }

  return {
    open(onClosed) {
      const stream = new PassThrough();
      streams.add(stream);
      stream.once('close', () => {
        closed(stream);
        onClosed?.();
      });
      if (timers.length === 0) timers = work.map(({ everyMs, run }) => setInterval(run, everyMs));
      stream.write(returnIn(RETURN_MS));
      if (isStopped) end(stream, '');
      return {
        stream,
        say: (event, data) => write(stream, message(event, data)),
        end: (returnMs) => end(stream, returnMs === undefined ? '' : returnIn(returnMs)),
      };
    },
    say(event, data) {
      const text = message(event, data);
      for (const stream of streams) write(stream, text);
    },
    stop() {
      isStopped = true;
      for (const stream of streams) end(stream, '');
    },
  };
}

/** Drops clients that cannot keep up; they reconnect and read again. */
function write(stream: PassThrough, text: string): void {
  if (stream.writableEnded || stream.destroyed) return;
  if (stream.writableNeedDrain) stream.destroy();
  else stream.write(text);
}

/** Several checks may find the session's end: a second call must not cut off data that is still being sent. */
function end(stream: PassThrough, last: string): void {
  if (!stream.writableEnded) stream.end(last);
}

const message = (event: string, data: object): string => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

const returnIn = (milliseconds: number): string => `retry: ${milliseconds}\n\n`;

/** Answers with a stream, without compression or buffering on the way. */
export function answerLive(ctx: Context, { stream }: LiveLine): void {
  ctx.compress = false;
  ctx.type = 'text/event-stream';
  ctx.set('X-Accel-Buffering', 'no');
  ctx.body = stream;
}
