import { createHistories } from '#app/history/histories.ts';
import { RefusedRead } from '#app/history/refused-read.ts';
import { isOutage } from '#app/outage.ts';
import type { RefusedCall } from '#contract/refused-calls.ts';
import { UnreadableEvent } from '#eventstore/codec.ts';
import { createPastReads, type PastRead, type PastReads } from '#queries/past-reads.ts';
import { BroadcastChannel, workerData } from 'node:worker_threads';
import { openEventLog } from './event-log.ts';

/** What each of these threads has from its first line on. */
export type LogSettings = Parameters<typeof openEventLog>[0];

/** An error does not come out of a thread as what it was: what became of the read is told in these words. */
export type PastReadOutcome =
  | { readonly kind: 'answer'; readonly json: Uint8Array }
  | { readonly kind: 'refused'; readonly refused: RefusedCall }
  /** The log, or a program that can read all of it. */
  | { readonly kind: 'away'; readonly reason: string };

/** Names the businesses that are being erased: no thread keeps anything of them. */
export const ERASED_BUSINESSES = 'prumo-erased-businesses';

/** In each of the threads. */
const CACHED_CHARACTERS = 15_000_000;

let opened: Promise<PastReads> | undefined;

async function openPastReads(): Promise<PastReads> {
  const log = await openEventLog(workerData as LogSettings);
  const histories = createHistories({ log, cachedCharacters: CACHED_CHARACTERS });
  const erased = new BroadcastChannel(ERASED_BUSINESSES);
  erased.addEventListener('message', (message: unknown) =>
    histories.forget((message as { readonly data: string }).data),
  );
  return createPastReads(histories);
}

/** The log may be away as the first read comes: the next one tries again. */
const pastReads = (): Promise<PastReads> =>
  (opened ??= openPastReads().catch((error: unknown) => {
    opened = undefined;
    throw error;
  }));

/** Computes one read. */
export default async function answer(read: PastRead): Promise<PastReadOutcome> {
  try {
    return { kind: 'answer', json: await (await pastReads()).answer(read) };
  } catch (error) {
    if (error instanceof RefusedRead) return { kind: 'refused', refused: error.refused };
    if (!isOutage(error) && !(error instanceof UnreadableEvent)) throw error;
    return { kind: 'away', reason: String(error) };
  }
}
