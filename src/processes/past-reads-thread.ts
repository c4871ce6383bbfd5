import { createHistories } from '#app/history/histories.ts';
import { RefusedRead } from '#app/history/business-history.ts';
import { isOutage } from '#app/outage.ts';
import type { RefusedCall } from '#contract/refused-calls.ts';
import { UnreadableEvent } from '#eventstore/codec.ts';
import { createPastReads, type PastRead, type PastReads } from '#queries/past-reads.ts';
import { BroadcastChannel, workerData } from 'node:worker_threads';
import { type LogSettings, openEventLog } from './event-log.ts';

/** Errors lose their class when they leave a thread, so the result of a read is sent as one of these messages. */
export type PastReadOutcome =
  | { readonly kind: 'answer'; readonly json: Uint8Array }
  | { readonly kind: 'refused'; readonly refused: RefusedCall }
  /** The log cannot be read: it is unavailable, or has events that only a newer program can read. */
  | { readonly kind: 'away'; readonly reason: string };

/** A channel with the ids of businesses that are being erased, so that threads drop them from their caches. */
export const ERASED_BUSINESSES = 'prumo-erased-businesses';

/** The size of the cache of each thread, in characters. */
const CACHED_CHARACTERS = 15_000_000;

let openingReads: Promise<PastReads> | undefined;

async function openPastReads(): Promise<PastReads> {
  const log = await openEventLog(workerData as LogSettings);
  const histories = createHistories({ log, cachedCharacters: CACHED_CHARACTERS });
  const erased = new BroadcastChannel(ERASED_BUSINESSES);
  erased.addEventListener('message', (message: unknown) =>
    histories.forget((message as { readonly data: string }).data),
  );
  return createPastReads(histories);
}

/** Opens the reads once. If the log was unavailable for one read, the next one tries again. */
const pastReads = (): Promise<PastReads> =>
  (openingReads ??= openPastReads().catch((error: unknown) => {
    openingReads = undefined;
    throw error;
  }));

/** Answers one read of the past; the pool of threads calls it by this default export. */
export default async function answerPastRead(read: PastRead): Promise<PastReadOutcome> {
  try {
    return { kind: 'answer', json: await (await pastReads()).answer(read) };
  } catch (error) {
    if (error instanceof RefusedRead) return { kind: 'refused', refused: error.refusal };
    if (!isOutage(error) && !(error instanceof UnreadableEvent)) throw error;
    return { kind: 'away', reason: String(error) };
  }
}
