import { PassThrough, type Readable } from 'node:stream';
import type { Context } from 'koa';

/** Streams of server-sent events, as many as there are browsers that follow something. */
export interface LiveLines {
  /** @param onClosed once, however it ends */
  open(onClosed?: () => void): LiveLine;
  /** The same to everybody. */
  say(event: string, data: object): void;
  /** Ends all of them, and whatever is opened later: browsers come back by themselves, to a process that goes on. */
  stop(): void;
}

export interface LiveLine {
  readonly stream: Readable;
  say(event: string, data: object): void;
  /** @param returnMs until the browser comes back */
  end(returnMs?: number): void;
}

interface Work {
  readonly everyMs: number;
  readonly run: () => void;
}

/** Keeps proxies from closing a line on which nothing happens. */
const BREATH_MS = 20_000;
const RETURN_MS = 2_000;

/** @param whileOpen runs only while somebody follows */
export function createLiveLines(whileOpen: readonly Work[] = []): LiveLines {
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

/** Who does not take what is said to them is not there any more, or comes back and looks. */
function write(stream: PassThrough, text: string): void {
  if (stream.writableEnded || stream.destroyed) return;
  if (stream.writableNeedDrain) stream.destroy();
  else stream.write(text);
}

/** The session's end is found out by more than one: the second one must not cut off what the first has still on its way. */
function end(stream: PassThrough, last: string): void {
  if (!stream.writableEnded) stream.end(last);
}

const message = (event: string, data: object): string => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

const returnIn = (milliseconds: number): string => `retry: ${milliseconds}\n\n`;

/** Answers with a line: as it comes, held back by nobody on the way. */
export function answerLive(ctx: Context, { stream }: LiveLine): void {
  ctx.compress = false;
  ctx.type = 'text/event-stream';
  ctx.set('X-Accel-Buffering', 'no');
  ctx.body = stream;
}
