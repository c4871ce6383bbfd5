import type { ServerWritableStream } from '@grpc/grpc-js';
import { randomUUID } from 'node:crypto';
import { streamDeleted } from './errors.ts';
import { caughtUp, checkpointOf, confirmationOf, eventOf, nameIn, notFound, streams } from './messages.ts';
import type { StoredEvent, StoredEvents } from './stored-events.ts';

type ReadReq = InstanceType<typeof streams.ReadReq>;
type Options = NonNullable<ReturnType<ReadReq['getOptions']>>;
export type ReadCall = ServerWritableStream<ReadReq, InstanceType<typeof streams.ReadResp>>;

const CHECKPOINT_EVERY = 32;

/** The encoded message of each event, cached because the product follows all events with several subscriptions. */
const messages = new WeakMap<StoredEvent, ReturnType<typeof eventOf>>();

function messageOf(event: StoredEvent): ReturnType<typeof eventOf> {
  const known = messages.get(event);
  if (known) return known;
  const message = eventOf(event);
  const bytes = message.serializeBinary();
  message.serializeBinary = () => bytes;
  messages.set(event, message);
  return message;
}

const ENDS = ['cancelled', 'close', 'error', 'finish'];

/** Waits until the buffers have room or the call is over. */
async function somethingHappens(call: ReadCall): Promise<void> {
  const events = ['drain', ...ENDS];
  await new Promise<void>((resolve) => {
    const done = (): void => {
      for (const event of events) call.off(event, done);
      resolve();
    };
    for (const event of events) call.on(event, done);
  });
}

/** Waits while the reader's buffers are full. @returns false once the call is over */
async function write(call: ReadCall, message: InstanceType<typeof streams.ReadResp>): Promise<boolean> {
  if (call.cancelled || call.destroyed || call.writableEnded) return false;
  if (!call.write(message)) await somethingHappens(call);
  return !call.cancelled && !call.destroyed;
}

async function answer(call: ReadCall, events: readonly StoredEvent[]): Promise<void> {
  for (const event of events) if (!(await write(call, messageOf(event)))) return;
  call.end();
}

async function readStream(call: ReadCall, stored: StoredEvents, options: Options): Promise<void> {
  const from = options.getStream();
  const name = nameIn(from?.getStreamIdentifier());
  if (stored.isDeleted(name)) return void call.emit('error', streamDeleted(name));
  const own = stored.stream(name);
  if (!own) {
    await write(call, notFound(name));
    call.end();
    return;
  }
  const count = Number(options.getCount());
  const start = from?.hasEnd() ? own.length - 1 : Number(from?.getRevision() || 0);
  const isForwards = options.getReadDirection() === streams.ReadReq.Options.ReadDirection.FORWARDS;
  await answer(
    call,
    isForwards
      ? own.slice(start, start + count)
      : own
          .slice(0, start + 1)
          .toReversed()
          .slice(0, count),
  );
}

/** The event at the start is included forwards, but not backwards. */
async function readAll(call: ReadCall, stored: StoredEvents, options: Options): Promise<void> {
  const from = options.getAll();
  const count = Number(options.getCount());
  const at = BigInt(from?.getPosition()?.getCommitPosition() ?? 0);
  const isWanted = filterIn(options);
  if (options.getReadDirection() === streams.ReadReq.Options.ReadDirection.FORWARDS) {
    const behind = from?.hasEnd() ? [] : stored.all.filter((event) => event.commit >= at && isWanted(event));
    return answer(call, behind.slice(0, count));
  }
  const isBefore = ({ commit }: StoredEvent): boolean =>
    (from?.hasEnd() ?? false) || (from?.hasPosition() === true && commit < at);
  const before = stored.all.filter((event) => isBefore(event) && isWanted(event));
  return answer(call, before.slice(-count).toReversed());
}

function filterIn(options: Options): (event: StoredEvent) => boolean {
  const filter = options.getFilter();
  const onStream = filter?.getStreamIdentifier();
  const expression = onStream ?? filter?.getEventType();
  if (!expression) return () => true;
  const prefixes = expression.getPrefixList();
  const regex = expression.getRegex() === '' ? undefined : new RegExp(expression.getRegex());
  return (event) => {
    const text = onStream ? event.stream : event.type;
    return regex ? regex.test(text) : prefixes.some((prefix) => text.startsWith(prefix));
  };
}

/**
 * Sends all events after a position and then new ones, with checkpoints in between and a message at the end of the log.
 */
async function follow(call: ReadCall, stored: StoredEvents, options: Options): Promise<void> {
  const from = options.getAll();
  const isWanted = filterIn(options);
  let last = BigInt(from?.getPosition()?.getCommitPosition() ?? -1);
  if (from?.hasEnd()) last = stored.all.at(-1)?.commit ?? -1n;
  let ring: () => void = () => undefined;
  const unwatch = stored.watch(() => ring());
  const stop = (): void => {
    unwatch();
    ring();
  };
  for (const event of ENDS) call.once(event, stop);
  let skipped = 0;
  let isLive = false;
  let { all } = stored;
  let next = all.findIndex(({ commit }) => commit > last);
  if (next < 0) next = all.length;
  let isOpen = await write(call, confirmationOf(randomUUID()));
  while (isOpen) {
    if (all !== stored.all) {
      ({ all } = stored); // scavenged
      const found = all.findIndex(({ commit }) => commit > last);
      next = found < 0 ? all.length : found;
    }
    const event = all[next];
    if (!event) {
      if (!isLive) isOpen = await write(call, caughtUp());
      isLive = true;
      if (isOpen && !all[next]) await new Promise<void>((resolve) => (ring = resolve));
      isOpen &&= !call.cancelled && !call.destroyed && !call.writableEnded;
      continue;
    }
    next += 1;
    last = event.commit;
    if (isWanted(event)) {
      isOpen = await write(call, messageOf(event));
      continue;
    }
    skipped += 1;
    if (skipped % CHECKPOINT_EVERY === 0) isOpen = await write(call, checkpointOf(event));
  }
  unwatch();
}

/** @param call a read of one stream, of all of them, or a subscription to all of them */
export function answerRead(call: ReadCall, stored: StoredEvents): Promise<void> {
  const options = call.request.getOptions();
  if (!options) return Promise.reject(new Error('a read needs options'));
  if (options.hasStream()) return readStream(call, stored, options);
  return options.hasSubscription() ? follow(call, stored, options) : readAll(call, stored, options);
}
