import { fold } from '#domain/business/evolve.ts';
import type { Business } from '#domain/business/state.ts';
import { businessEvent } from '#eventstore/codec.ts';
import type { EventLog } from '#eventstore/port.ts';
import { faultyLog, lostReply, lostRequest } from '#tests/support/faulty-log.ts';
import { KNOWS_ALL_IDS, ownLog } from '#tests/support/event-log.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addCost, anasProcess, BUSINESS, eventsIn, keyed, rent, rentOf, typesIn } from './anas-business.ts';

let log: EventLog;
beforeEach(async () => {
  log = await ownLog();
  await anasProcess({ log }).open();
});
afterEach(() => log.close());

type Process = ReturnType<typeof anasProcess>;

function countingReads(): { readonly log: EventLog; readonly reads: () => number } {
  let count = 0;
  const read: EventLog['read'] = (...asked) => {
    count += 1;
    return log.read(...asked);
  };
  return { log: { ...log, read }, reads: () => count };
}

const stateInLog = async (): Promise<Business> =>
  fold((await eventsIn(log)).map(businessEvent).filter((event) => event !== undefined));

/** A process that has cached the business, and none of the later events. */
async function processThatKnows(): Promise<Process> {
  const process = anasProcess({ log });
  await process.handler.currentState(BUSINESS);
  return process;
}

/** Makes `count` changes, each with a key of its own. */
async function manyOthers(process: Process, count: number): Promise<void> {
  await process.ask(addCost('outro'), keyed('outro 0'));
  for (let i = 1; i < count; i += 1)
    await process.ask({ type: 'ChangeFixedCost', id: 'outro', value: i + 1 }, keyed(`outro ${i}`));
}

describe('repeated idempotency key with the same body', () => {
  test('gets the first answer and has no effect', async () => {
    const process = anasProcess({ log });
    const first = await process.ask(rent, keyed('k'));
    expect(await process.ask(rent, keyed('k'))).toEqual({ ...first, changed: false });
    expect(await typesIn(log)).toEqual(['BusinessOpened', 'FixedCostAdded']);
  });

  test('gets the first answer even after later changes, in this process and in one that starts now', async () => {
    const process = anasProcess({ log });
    const first = await process.ask(rent, keyed('k'));
    await process.ask(rentOf(99));
    await process.ask({ type: 'RemoveFixedCost', id: 'aluguel' });
    for (const each of [process, anasProcess({ log })]) {
      const again = await each.ask(rent, keyed('k'));
      expect(again).toEqual({ ...first, changed: false });
    }
    expect((await stateInLog()).fixedCosts.size).toBe(0);
  });

  test('gets the first answer even when the command would be refused by now', async () => {
    const process = anasProcess({ log });
    await process.ask(rent);
    const first = await process.ask({ type: 'RemoveFixedCost', id: 'aluguel' }, keyed('k'));
    const again = await process.ask({ type: 'RemoveFixedCost', id: 'aluguel' }, keyed('k'));
    expect(again).toEqual({ ...first, changed: false });
  });

  test('gets the first answer from a process that has not seen the first request', async () => {
    const other = await processThatKnows();
    const first = await anasProcess({ log }).ask(rent, keyed('k'));
    expect(await other.ask(rent, keyed('k'))).toMatchObject({
      kind: 'done',
      state: first.kind === 'done' && first.state,
    });
    expect(await typesIn(log)).toEqual(['BusinessOpened', 'FixedCostAdded']);
  });

  test('gets the first answer also from a process that has not seen the request and the changes after it', async () => {
    const other = await processThatKnows();
    const process = anasProcess({ log });
    await process.ask(addCost('luz'));
    const first = await process.ask(rent, keyed('k'));
    await process.ask(rentOf(99));
    expect(await other.ask(rent, keyed('k'))).toEqual({ ...first, changed: false });
  });

  test('takes effect once and gets the same answer each time when it is sent a hundred times at once', async () => {
    const processes = [anasProcess({ log }), anasProcess({ log })] as const;
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, (_, i) => (i % 2 === 0 ? processes[0] : processes[1]).ask(rent, keyed('k'))),
    );
    expect(await typesIn(log)).toEqual(['BusinessOpened', 'FixedCostAdded']);
    const [first] = outcomes;
    const same = outcomes.filter(
      (each) => first?.kind === 'done' && each.kind === 'done' && each.position === first.position,
    );
    expect(same.length).toBe(100);
    expect(outcomes.map((each) => each.kind === 'done' && each.state)).toEqual(
      outcomes.map(() => first?.kind === 'done' && first.state),
    );
  });

  test('reads the past once when it is sent a hundred times at once, long after the first', async () => {
    const counting = countingReads();
    const process = anasProcess({ log: counting.log });
    const first = await process.ask(rent, keyed('k'));
    await process.ask(rentOf(99));
    const before = counting.reads();
    const again = await Promise.all(Array.from({ length: 100 }, () => process.ask(rent, keyed('k'))));
    expect(again).toEqual(again.map(() => ({ ...first, changed: false })));
    expect(counting.reads() - before).toBe(1);
  });

  test('reads the missed events once when it is sent a hundred times at once, after another process executed it and made changes', async () => {
    const counting = countingReads();
    const process = anasProcess({ log: counting.log });
    await process.handler.currentState(BUSINESS);
    const other = anasProcess({ log });
    await other.ask(addCost('luz'));
    const first = await other.ask(rent, keyed('k'));
    await other.ask(rentOf(99));
    const before = counting.reads();
    const again = await Promise.all(Array.from({ length: 100 }, () => process.ask(rent, keyed('k'))));
    expect(again).toEqual(again.map(() => ({ ...first, changed: false })));
    expect(counting.reads() - before).toBe(2);
  });

  test('executes its command once when the first answer was lost for good', async () => {
    const unlucky = anasProcess({ log: faultyLog(log, { appends: [lostReply, lostRequest, lostRequest] }) });
    await expect(unlucky.ask(rent, keyed('k'))).rejects.toThrow('away');
    const outcome = await anasProcess({ log }).ask(rent, keyed('k'));
    expect(outcome).toMatchObject({ kind: 'done', changed: false, position: await log.head() });
    expect(await typesIn(log)).toEqual(['BusinessOpened', 'FixedCostAdded']);
  });
});

describe('repeated idempotency key with another body', () => {
  test('is refused', async () => {
    const process = anasProcess({ log });
    await process.ask(rent, keyed('k', 'body one'));
    expect(await process.ask(addCost('luz'), keyed('k', 'body two'))).toEqual({ kind: 'key_reused' });
    expect(await typesIn(log)).toEqual(['BusinessOpened', 'FixedCostAdded']);
  });

  test('is refused by a process that has not seen the first request, and leaves no wrong state in its cache', async () => {
    await anasProcess({ log }).ask(rent);
    const other = await processThatKnows();
    await anasProcess({ log }).ask(rentOf(20), keyed('k', 'body one'));
    expect(await other.ask(rentOf(30), keyed('k', 'body two'))).toEqual({ kind: 'key_reused' });
    expect(await other.ask({ type: 'RemoveFixedCost', id: 'aluguel' })).toMatchObject({ kind: 'done' });
    expect((await eventsIn(log)).at(-1)?.data).toMatchObject({ value: 20 });
    expect(await other.handler.currentState(BUSINESS)).toEqual(await stateInLog());
  });

  test('is refused when the two bodies make different numbers of events', async () => {
    await anasProcess({ log }).ask(rent);
    const [one, other] = [await processThatKnows(), await processThatKnows()];
    await one.ask({ ...rentOf(20), name: 'Sala' }, keyed('k', 'body one'));
    expect(await other.ask(rentOf(30), keyed('k', 'body two'))).toEqual({ kind: 'key_reused' });
    expect((await stateInLog()).fixedCosts.get('aluguel')).toMatchObject({ name: 'Sala', value: 20 });
  });
});

describe('idempotency keys', () => {
  test('belong to one method and path', async () => {
    const process = anasProcess({ log });
    await process.ask(rent, keyed('k'));
    const elsewhere = { ...keyed('l'), request: { key: 'k', scope: 'PUT /api/fixed-costs/aluguel', hash: 'body' } };
    expect(await process.ask(rentOf(20), elsewhere)).toMatchObject({ kind: 'done', changed: true });
  });

  test('are optional, and two requests without one take effect twice', async () => {
    const process = anasProcess({ log });
    await process.ask(addCost('luz'));
    await process.ask(addCost('água'));
    expect(await typesIn(log)).toEqual(['BusinessOpened', 'FixedCostAdded', 'FixedCostAdded']);
  });

  test('of refused and ineffective commands stay free, so that the next try is decided again', async () => {
    const process = anasProcess({ log });
    expect(await process.ask(rentOf(20), keyed('k'))).toMatchObject({ kind: 'refused' });
    await process.ask(rent);
    expect(await process.ask(rentOf(20), keyed('k'))).toMatchObject({ kind: 'done', changed: true });
  });

  test('are stored for 499 further keys, and another body is still refused', async () => {
    const process = anasProcess({ log });
    await process.ask(rent, keyed('k'));
    await manyOthers(process, 499);
    expect(await process.ask(rentOf(5), keyed('k', 'other body'))).toEqual({ kind: 'key_reused' });
    expect(await anasProcess({ log }).ask(rentOf(5), keyed('k', 'other body'))).toEqual({ kind: 'key_reused' });
  });

  test.runIf(KNOWS_ALL_IDS)(
    'are forgotten after 500 further keys, and the same change still takes effect only once',
    async () => {
      const process = anasProcess({ log });
      const first = await process.ask(rent, keyed('k'));
      await process.ask({ type: 'RemoveFixedCost', id: 'aluguel' });
      await manyOthers(process, 500);
      const before = await log.head();
      expect(await process.ask(rent, keyed('k'))).toEqual({ ...first, changed: false });
      expect(await log.head()).toBe(before);
    },
  );

  test('that were forgotten are free for another body', async () => {
    const process = anasProcess({ log });
    await process.ask(rent, keyed('k'));
    await manyOthers(process, 500);
    expect(await process.ask(rentOf(5), keyed('k', 'other body'))).toMatchObject({ kind: 'done', changed: true });
  });

  test.runIf(KNOWS_ALL_IDS)(
    'that were forgotten still return the first answer when the command would now make more events',
    async () => {
      const process = anasProcess({ log });
      await process.ask(rent);
      const both = { ...rentOf(20), name: 'Aluguel' };
      const first = await process.ask(both, keyed('k'));
      await process.ask({ ...rentOf(7), name: 'Sala' });
      await manyOthers(process, 500);
      expect(await process.ask(both, keyed('k'))).toEqual({ ...first, changed: false });
      expect((await stateInLog()).fixedCosts.get('aluguel')).toMatchObject({ name: 'Sala', value: 7 });
    },
  );

  test.runIf(KNOWS_ALL_IDS)(
    'that were evicted still return the first answer when the command would now make fewer events',
    async () => {
      const process = anasProcess({ log });
      await process.ask(rent);
      const both = { ...rentOf(20), name: 'Sala' };
      const first = await process.ask(both, keyed('k'));
      await process.ask({ type: 'ChangeFixedCost', id: 'aluguel', name: 'Aluguel' });
      await manyOthers(process, 500);
      expect(await process.ask(both, keyed('k'))).toEqual({ ...first, changed: false });
    },
  );
});
