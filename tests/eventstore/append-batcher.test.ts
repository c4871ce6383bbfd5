import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type SerialisedAppend, serialiseAppend } from '#eventstore/serialised-append.ts';
import { LogUnavailable } from '#eventstore/port.ts';
import type { AppendOutcome } from '#eventstore/postgres/append.ts';
import { createAppendBatcher } from '#eventstore/postgres/append-batcher.ts';
import { someEvent, someEvents } from '#tests/contract/some-events.ts';
import { runs } from '#tests/support/property-runs.ts';

const draft = (stream: string, events = someEvents(1)): SerialisedAppend => serialiseAppend(stream, 'none', events);
const stored: AppendOutcome = { revision: 0, index: 1, isNew: true };

/** Transactions that end when the test says so. */
function heldTransactions() {
  const held: {
    readonly drafts: readonly SerialisedAppend[];
    readonly commit: () => void;
    readonly fail: (e: Error) => void;
  }[] = [];
  return {
    held,
    send: (drafts: readonly SerialisedAppend[]): Promise<readonly AppendOutcome[]> =>
      new Promise((resolve, reject) => {
        held.push({ drafts, commit: () => resolve(drafts.map(() => stored)), fail: reject });
      }),
  };
}
/** Waits for the end of this turn of the event loop and of the next one. */
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
const outcomeOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'stored',
    (error: unknown) => error,
  );

describe('append batcher', () => {
  it('sends a single append immediately, and those that arrive meanwhile in one transaction', async () => {
    const { held, send } = heldTransactions();
    const { append } = createAppendBatcher({ isUp: () => true, send, onStored: () => undefined });
    const first = append(draft('a'));
    await nextTurn();
    expect(held.map(({ drafts }) => drafts.length)).toEqual([1]);
    const others = ['b', 'c', 'd'].map((stream) => append(draft(stream)));
    await nextTurn();
    expect(held).toHaveLength(1);
    held[0]?.commit();
    await first;
    await nextTurn();
    expect(held.map(({ drafts }) => drafts.map(({ stream }) => stream))).toEqual([['a'], ['b', 'c', 'd']]);
    held[1]?.commit();
    await Promise.all(others);
  });

  it('never sends two appends of a stream or an event id in one transaction, and keeps the order of each stream', async () => {
    const ids = someEvents(6);
    const some = fc.record({
      stream: fc.constantFrom('a', 'b', 'c', 'd'),
      event: fc.option(fc.constantFrom(...ids)),
      size: fc.integer({ min: 1, max: 500 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(some, { minLength: 1, maxLength: 40 }), async (list) => {
        const batches: (readonly SerialisedAppend[])[] = [];
        const { append, drained } = createAppendBatcher({
          isUp: () => true,
          async send(drafts) {
            batches.push(drafts);
            return drafts.map(() => stored);
          },
          onStored: () => undefined,
        });
        const drafts = list.map(({ stream, event, size }) =>
          draft(stream, [...someEvents(size), ...(event ? [event] : [])]),
        );
        await Promise.all(drafts.map(append));
        await drained();
        for (const batch of batches) {
          const eventIds = batch.flatMap(({ events }) => events.map(({ id }) => id));
          expect(new Set(eventIds).size).toBe(eventIds.length);
          expect(new Set(batch.map(({ stream }) => stream)).size).toBe(batch.length);
          expect(eventIds.length).toBeLessThanOrEqual(1_000);
        }
        for (const stream of ['a', 'b', 'c', 'd'])
          expect(batches.flat().filter((sent) => sent.stream === stream)).toEqual(
            drafts.filter((wanted) => wanted.stream === stream),
          );
      }),
      runs(50),
    );
  });

  it('gives each append its own answer, and stores the others when one is refused', async () => {
    const refusal = new Error('refused');
    const passedOn: string[] = [];
    const { append } = createAppendBatcher({
      isUp: () => true,
      send: async (drafts) =>
        drafts.map(({ stream }, i): AppendOutcome => {
          if (stream === 'bad') return refusal as AppendOutcome;
          return { revision: 0, index: i + 1, isNew: stream !== 'repeat' };
        }),
      onStored: ({ stream }, { index }) => passedOn.push(`${stream} ${index}`),
    });
    const outcomes = await Promise.all(['a', 'bad', 'repeat', 'b'].map((stream) => outcomeOf(append(draft(stream)))));
    expect(outcomes).toEqual(['stored', refusal, 'stored', 'stored']);
    expect(passedOn).toEqual(['a 1', 'b 4']);
  });

  it('fails all appends of a failed transaction, and sends the waiting ones while the log is available', async () => {
    const { held, send } = heldTransactions();
    const { append } = createAppendBatcher({ isUp: () => true, send, onStored: () => undefined });
    const together = ['a', 'b'].map((stream) => outcomeOf(append(draft(stream))));
    await nextTurn();
    const waiting = append(draft('a'));
    const error = new LogUnavailable('unknown', undefined);
    held[0]?.fail(error);
    expect(await Promise.all(together)).toEqual([error, error]);
    await nextTurn();
    held[1]?.commit();
    expect(await waiting).toEqual(stored);
  });

  it('reports waiting appends as not stored when the log is unavailable, and refuses new ones immediately', async () => {
    const { held, send } = heldTransactions();
    let isUp = true;
    const { append, drained } = createAppendBatcher({ isUp: () => isUp, send, onStored: () => undefined });
    const first = outcomeOf(append(draft('a')));
    await nextTurn();
    const waiting = outcomeOf(append(draft('b')));
    isUp = false;
    held[0]?.fail(new LogUnavailable('unknown', undefined));
    expect(await first).toMatchObject({ outcome: 'unknown' });
    expect(await waiting).toMatchObject({ name: 'LogUnavailable', outcome: 'not_appended' });
    expect(await outcomeOf(append(draft('c')))).toMatchObject({ outcome: 'not_appended' });
    await drained();
    expect(held).toHaveLength(1);
  });

  it('limits how many appends may wait', async () => {
    const { send } = heldTransactions();
    const { append } = createAppendBatcher({ isUp: () => true, send, onStored: () => undefined });
    const big = someEvent({ text: 'x'.repeat(1_000_000) });
    const calls = Array.from({ length: 80 }, (_, n) => append(draft(`stream-${n}`, [big])));
    const refused = await Promise.race([outcomeOf(calls.at(-1) as Promise<unknown>), nextTurn()]);
    expect(refused).toMatchObject({ name: 'LogUnavailable', outcome: 'not_appended' });
    for (const call of calls) call.catch(() => undefined);
  });
});
