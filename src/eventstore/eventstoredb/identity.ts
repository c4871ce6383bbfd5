import { jsonEvent, NO_STREAM } from '@eventstore/db-client';
import { randomUUID } from 'node:crypto';
import { actualVersionIn, isStreamMissing } from './failures.ts';
import { type ReadCaller, readStreamPage } from './reading.ts';

/**
 * A stream with one event: the id with which our positions begin. Its name has none of our prefixes, so no subscription
 * delivers it.
 */
const STREAM = 'prumo-log';
const TYPE = 'LogCreated';

async function readId(caller: ReadCaller): Promise<string | undefined> {
  try {
    const [first] = await readStreamPage(caller, { stream: STREAM, from: 0n, count: 1 });
    const id = (first?.data as { readonly id?: unknown } | undefined)?.id;
    if (typeof id !== 'string') throw new Error(`stream ${STREAM} says nothing about the log`);
    return id;
  } catch (error) {
    if (isStreamMissing(error)) return undefined;
    throw error;
  }
}

/** The id of the log, which is created in a new log. */
export async function identityOf(caller: ReadCaller): Promise<string> {
  const existing = await readId(caller);
  if (existing !== undefined) return existing;
  const created = jsonEvent({ id: randomUUID(), type: TYPE, data: { id: randomUUID() } });
  try {
    await caller.client.append(STREAM, [created], { expectedRevision: NO_STREAM });
    return created.data.id;
  } catch (error) {
    const id = actualVersionIn(error) !== undefined ? await readId(caller) : undefined; // Another process was faster.
    if (id === undefined) throw error;
    return id;
  }
}

/** Checks that ours answers: after a restore or a failover another log may, whose positions are not ours. */
export async function checkIdentity(caller: ReadCaller, id: string): Promise<void> {
  const actual = await readId(caller);
  if (actual !== id) throw new Error(`log ${actual ?? 'without an id'} answers instead of log ${id}`);
}
