import { PassThrough, type Readable } from 'node:stream';
import type { Context } from 'koa';

/** Streams of server-sent events, one for each following browser. */
export interface SseStreams {
  /** @param onClosed called once, however the stream ends */
  open(onClosed?: () => void): SseStream;
  /** Sends the same event to all streams. */
  sendToAll(event: string, data: object): void;
  /** Ends all streams, including later ones: browsers reconnect by themselves, to a process that goes on. */
  stop(): void;
}

export interface SseStream {
  readonly stream: Readable;
  send(event: string, data: object): void;
  /** Ends the stream. @param reconnectMs delay before the browser reconnects */
  end(reconnectMs?: number): void;
}

interface PeriodicWork {
  readonly everyMs: number;
  readonly run: () => void;
}

/** Interval of comments that keep proxies from closing an idle stream, in milliseconds. */
const KEEP_ALIVE_MS = 20_000;
const RECONNECT_MS = 2_000;

/** Creates the streams of one kind. @param periodicWork runs only while there are streams */
export function createSseStreams(periodicWork: readonly PeriodicWork[] = []): SseStreams {
  const streams = new Set<PassThrough>();
  const work = [
    { everyMs: KEEP_ALIVE_MS, run: () => streams.forEach((stream) => write(stream, ': \n\n')) },
    ...periodicWork,
  ];
  let timers: readonly NodeJS.Timeout[] = [];
  let isStopped = false;

  function removeStream(stream: PassThrough): void {
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
        removeStream(stream);
        onClosed?.();
      });
      if (timers.length === 0) timers = work.map(({ everyMs, run }) => setInterval(run, everyMs));
      stream.write(retryField(RECONNECT_MS));
      if (isStopped) end(stream, '');
      return {
        stream,
        send: (event, data) => write(stream, formatEvent(event, data)),
        end: (reconnectMs) => end(stream, reconnectMs === undefined ? '' : retryField(reconnectMs)),
      };
    },
    sendToAll(event, data) {
      const text = formatEvent(event, data);
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

const formatEvent = (event: string, data: object): string => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

const retryField = (milliseconds: number): string => `retry: ${milliseconds}\n\n`;

/** Responds with an event stream, without compression or buffering on the way. */
export function sendSseStream(ctx: Context, { stream }: SseStream): void {
  ctx.compress = false;
  ctx.type = 'text/event-stream';
  ctx.set('X-Accel-Buffering', 'no');
  ctx.body = stream;
}
