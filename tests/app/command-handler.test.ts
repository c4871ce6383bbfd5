import { CommandNotDone } from '#app/command-handler.ts';
import { type EventLog, EventTooLarge, LogUnavailable, ErasedStreamError } from '#eventstore/port.ts';
import { UnreadableEvent } from '#eventstore/codec.ts';
import { appendAfter, faultyLog, lostReply, lostRequest, notReached } from '#tests/support/faulty-log.ts';
import { newEvents } from '#tests/support/histories.ts';
import '#tests/support/property-runs.ts';
import fc from 'fast-check';
import { setImmediate } from 'node:timers/promises';
import { ownLog } from '#tests/support/event-log.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addCost, anasProcess, BUSINESS, eventsIn, keyed, rent, rentOf, STREAM, typesIn } from './anas-business.ts';

let log: EventLog;
beforeEach(async () => {
  log = await ownLog();
  await anasProcess({ log }).open();
});
afterEach(() => log.close());

describe('command handler', () => {
  test('returns the state right after the command, and the position that a reader has to wait for', async () => {
    const outcome = await anasProcess({ log }).ask(rent);
    expect(outcome).toMatchObject({ kind: 'done', changed: true, position: await log.head() });
    expect(outcome.kind === 'done' && outcome.state.fixedCosts.get('aluguel')).toMatchObject({ value: 10, version: 1 });
  });

  test('appends events that name who, when, the request and the command', async () => {
    const context = { requestId: 'r-7', causationId: 'cause', ...keyed('k') };
    await anasProcess({ log }).ask(rent, context);
    const [, event] = await eventsIn(log);
    expect(event).toMatchObject({
      type: 'FixedCostAdded',
      data: { id: 'aluguel', name: 'Aluguel', value: 10 },
      meta: {
        at: '2026-03-01T12:00:00.000Z',
        actor: { kind: 'account', id: 'ana' },
        requestId: 'r-7',
        causationId: 'cause',
        changeId: context.changeId,
        request: context.request,
        schema: 1,
      },
    });
  });

  test('appends both events of a command or none', async () => {
    const process = anasProcess({ log });
    await process.ask(rent);
    await process.ask({ type: 'ChangeFixedCost', id: 'aluguel', name: 'Aluguel da loja', value: 20 });
    const events = await eventsIn(log);
    expect(events.map((event) => event.type).slice(2)).toEqual(['FixedCostRenamed', 'FixedCostAmountChanged']);
    expect(new Set(events.slice(2).map((event) => event.meta.changeId)).size).toBe(1);
  });

  test('appends nothing for a command without a change, and returns the revision of the stream', async () => {
    const process = anasProcess({ log });
    await process.ask(rent);
    const head = await log.head();
    await process.handler.handle(
      '6ba7b811-9dad-41d1-80b4-00c04fd430c8',
      { ownerId: 'bia', command: { type: 'OpenBusiness', ownerId: 'bia' } },
      { actor: { kind: 'account', id: 'bia' }, requestId: 'r', changeId: crypto.randomUUID() },
    );
    expect(await process.ask(rentOf(10))).toMatchObject({ kind: 'done', changed: false, position: head });
    expect(await typesIn(log)).toEqual(['BusinessOpened', 'FixedCostAdded']);
  });

  test('appends nothing for a refused command, and returns the state on which it was refused', async () => {
    const process = anasProcess({ log });
    const outcome = await process.ask({ type: 'RemoveFixedCost', id: 'luz' });
    expect(outcome).toMatchObject({
      kind: 'refused',
      refusal: { refusal: 'fixed_cost_unknown' },
      state: { ownerId: 'ana' },
    });
    expect(await typesIn(log)).toEqual(['BusinessOpened']);
  });

  test('refuses a command on another owner’s business', async () => {
    const { handler } = anasProcess({ log });
    const context = { actor: { kind: 'account', id: 'bia' }, requestId: 'r', changeId: crypto.randomUUID() } as const;
    const outcome = await handler.handle(BUSINESS, { ownerId: 'bia', command: rent }, context);
    expect(outcome).toMatchObject({ kind: 'refused', refusal: { refusal: 'not_the_owner' } });
  });

  test('answers all queued commands in time on a slow log, by refusing the last ones for now', async () => {
    let clock = 0;
    const slow: EventLog = {
      ...log,
      async append(...asked) {
        clock += 300;
        return log.append(...asked);
      },
    };
    const { ask } = anasProcess({ log: slow, monotonicNow: () => clock });
    const asked = clock;
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        ask(addCost(`custo ${i}`)).then(
          () => ({ isDone: true, ms: clock - asked }),
          (error: unknown) => ({ isDone: !(error instanceof CommandNotDone), ms: clock - asked }),
        ),
      ),
    );
    expect(answers.map(({ isDone }) => isDone)).toEqual(answers.map((_, i) => i < 7));
    expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(3_000);
    expect(await typesIn(log)).toHaveLength(1 + 7);
  });

  test('gives up in time when another process always appends first', async () => {
    let clock = 0;
    const other = anasProcess({ log });
    const contended: EventLog = {
      ...log,
      async append(...asked) {
        clock += 300;
        await other.ask(addCost(`outro ${clock}`));
        return log.append(...asked);
      },
    };
    const asked = clock;
    await expect(anasProcess({ log: contended, monotonicNow: () => clock }).ask(rent)).rejects.toThrow(CommandNotDone);
    expect(clock - asked).toBeLessThan(3_000);
    expect((await typesIn(log)).length).toBe(1 + other.asked());
  });

  test('queues the commands of a stream in this process, so that a hundred at once never conflict', async () => {
    const watched = faultyLog(log, {});
    const process = anasProcess({ log: watched });
    await Promise.all(Array.from({ length: 100 }, (_, i) => process.ask(addCost(`custo ${i}`))));
    expect(watched.attempts()).toBe(100);
    const { fixedCosts } = await process.handler.currentState(BUSINESS);
    expect([...fixedCosts.keys()]).toEqual(Array.from({ length: 100 }, (_, i) => `custo ${i}`));
  });

  test('does not begin a queued command when the one before it has used up the time to answer', async () => {
    let clock = 0;
    let appends = 0;
    const silent: EventLog = {
      ...log,
      async append() {
        clock += 500;
        appends += 1;
        throw new LogUnavailable('unknown', new Error('no answer'));
      },
    };
    const { ask } = anasProcess({ log: silent, monotonicNow: () => clock });
    const answers = await Promise.allSettled(['luz', 'gás', 'água'].map((id) => ask(addCost(id))));
    expect(answers.map((answer) => answer.status === 'rejected' && answer.reason instanceof CommandNotDone)).toEqual(
      answers.map(() => true),
    );
    expect(appends).toBe(3); // These are the three tries of the first command.
  });

  test('executes the next command after one that failed', async () => {
    const process = anasProcess({ log: faultyLog(log, { appends: [notReached, notReached, notReached] }) });
    const [failed, done] = await Promise.allSettled([process.ask(rent), process.ask(addCost('luz'))]);
    expect([failed?.status, done?.status]).toEqual(['rejected', 'fulfilled']);
    expect(await typesIn(log)).toEqual(['BusinessOpened', 'FixedCostAdded']);
  });
});

describe('command handler beside another process on the same log', () => {
  test('decides again on the current state after a conflict', async () => {
    const [one, other] = [anasProcess({ log }), anasProcess({ log })];
    await one.ask(rent);
    await other.ask(addCost('luz'));
    await one.ask(rentOf(20));
    const outcome = await other.ask({ ...rentOf(30), name: 'Sala' });
    expect(outcome).toMatchObject({ kind: 'done', changed: true });
    expect((await eventsIn(log)).slice(-2).map((event) => event.data)).toEqual([
      { id: 'aluguel', from: 'Aluguel', to: 'Sala' },
      { id: 'aluguel', name: 'Sala', from: 20, to: 30 },
    ]);
  });

  test('may refuse a command, or find nothing to change, after a conflict', async () => {
    const [one, other] = [anasProcess({ log }), anasProcess({ log })];
    await one.ask(rent);
    await other.ask(addCost('luz'));
    await one.ask(rentOf(20));
    expect(await other.ask({ ...rentOf(30), version: 1 })).toMatchObject({
      kind: 'refused',
      refusal: { refusal: 'changed_meanwhile', given: 1, current: 2 },
    });
    await one.ask(rentOf(40));
    expect(await other.ask(rentOf(40))).toMatchObject({ kind: 'done', changed: false, position: await log.head() });
  });

  test('checks a refusal that was decided on cached state against the log', async () => {
    const [one, other] = [anasProcess({ log }), anasProcess({ log })];
    await other.ask(addCost('luz'));
    await one.ask(rent);
    expect(await other.ask(rentOf(20))).toMatchObject({ kind: 'done', changed: true });
  });

  test('checks an unchanged result that was decided on cached state against the log', async () => {
    const [one, other] = [anasProcess({ log }), anasProcess({ log })];
    await one.ask(rent);
    await other.ask(addCost('luz'));
    await one.ask(rentOf(20));
    expect(await other.ask(rentOf(10))).toMatchObject({ kind: 'done', changed: true });
    expect((await eventsIn(log)).at(-1)?.data).toMatchObject({ from: 20, to: 10 });
  });

  test('appends each event once when both processes write at the same time', async () => {
    const delays = fc.sample(fc.nat({ max: 5 }), 1_000);
    const turns = async () => {
      for (let left = delays.pop() ?? 0; left > 0; left -= 1) await setImmediate();
    };
    const distant = () => faultyLog(log, { appends: Array.from({ length: 500 }, () => appendAfter(turns)) });
    const [one, other] = [anasProcess({ log: distant() }), anasProcess({ log: distant() })];
    const all = Array.from({ length: 60 }, (_, i) => (i % 2 === 0 ? one : other).ask(addCost(`custo ${i}`)));
    await Promise.all(all);
    const events = await eventsIn(log);
    expect(events.map((event) => Number(event.revision))).toEqual(events.map((_, i) => i));
    const ids = events.slice(1).map((event) => event.data?.['id']);
    expect([ids.length, new Set(ids).size]).toEqual([60, 60]);
  });

  test('tells the caller to retry later when another process appends first every time', async () => {
    const busy = anasProcess({ log });
    const always = Array.from({ length: 50 }, (_, i) => appendAfter(() => busy.ask(addCost(`custo ${i}`))));
    const late = anasProcess({ log: faultyLog(log, { appends: always }) });
    await expect(late.ask(rent)).rejects.toThrow(CommandNotDone);
    expect(await typesIn(log)).not.toContain('FixedCostAmountChanged');
  });

  test('returns the state right after the command, even when another reader moves the cache meanwhile', async () => {
    const other = anasProcess({ log });
    const slow = faultyLog(log, {
      appends: [
        async (commit) => {
          const appended = await commit();
          await other.ask({ type: 'RemoveFixedCost', id: 'aluguel' });
          await process.handler.currentState(BUSINESS);
          return appended;
        },
      ],
    });
    const process = anasProcess({ log: slow });
    const outcome = await process.ask(rent);
    expect(outcome.kind === 'done' && outcome.state.fixedCosts.has('aluguel')).toBe(true);
    expect(await process.ask(rentOf(5))).toMatchObject({ kind: 'refused' });
    expect(slow.attempts()).toBe(1); // The older answer has not overwritten the newer cached state.
    expect((await process.handler.currentState(BUSINESS)).fixedCosts.has('aluguel')).toBe(false);
  });
});

describe('command handler with an unavailable event log', () => {
  test('retries a command during a short outage, so that the caller does not notice it', async () => {
    const waits: number[] = [];
    const wait = async (milliseconds: number) => void waits.push(milliseconds);
    const process = anasProcess({ log: faultyLog(log, { appends: [notReached, notReached] }), wait });
    expect(await process.ask(rent)).toMatchObject({ kind: 'done', changed: true });
    expect(waits).toEqual([50, 100]);
  });

  test('tells the caller to retry later when an append fails three times', async () => {
    const faulty = faultyLog(log, { appends: [notReached, notReached, notReached] });
    const process = anasProcess({ log: faulty });
    await expect(process.ask(rent)).rejects.toThrow(CommandNotDone);
    expect(faulty.attempts()).toBe(3);
    expect(await process.ask(rent)).toMatchObject({ kind: 'done', changed: true });
  });

  test('tells the caller to retry later when a read fails', async () => {
    await expect(anasProcess({ log: faultyLog(log, { reads: 1 }) }).ask(rent)).rejects.toThrow(CommandNotDone);
    const process = anasProcess({
      log: faultyLog(log, { appends: [appendAfter(() => anasProcess({ log }).ask(rent))] }),
    });
    expect(await process.ask(addCost('luz'))).toMatchObject({ kind: 'done' });
  });

  test('repeats an append whose reply was lost under the same ids, so that the command takes effect once', async () => {
    const process = anasProcess({ log: faultyLog(log, { appends: [lostReply, lostReply] }) });
    expect(await process.ask(rent)).toMatchObject({ kind: 'done', changed: true, position: await log.head() });
    expect(await typesIn(log)).toEqual(['BusinessOpened', 'FixedCostAdded']);
    expect(await process.ask(rentOf(20))).toMatchObject({ kind: 'done', state: { sequence: 3 } });
  });

  test('returns the outcome of an append whose reply was lost, although another process has appended since', async () => {
    const other = anasProcess({ log });
    const faulty = faultyLog(log, { appends: [lostReply, appendAfter(() => other.ask(addCost('luz')))] });
    const process = anasProcess({ log: faulty });
    const outcome = await process.ask(rent);
    expect(outcome).toMatchObject({ kind: 'done', changed: true, state: { sequence: 2 } });
    expect(await typesIn(log)).toEqual(['BusinessOpened', 'FixedCostAdded', 'FixedCostAdded']);
    expect([...(await process.handler.currentState(BUSINESS)).fixedCosts.keys()]).toEqual(['aluguel', 'luz']);
  });

  test('decides again when another process appended before the repeat of a lost request', async () => {
    const other = anasProcess({ log });
    const faulty = faultyLog(log, { appends: [lostRequest, appendAfter(() => other.ask(rent))] });
    expect(await anasProcess({ log: faulty }).ask(rent)).toMatchObject({
      kind: 'refused',
      refusal: { refusal: 'id_taken' },
    });
  });

  test('leaves no wrong state in its cache, whether a reply or a request was lost', async () => {
    const process = anasProcess({ log: faultyLog(log, { appends: [lostReply, lostRequest, lostRequest] }) });
    await expect(process.ask(rent, keyed('k'))).rejects.toThrow(CommandNotDone);
    expect(await process.ask(rent, keyed('k'))).toMatchObject({ kind: 'done', changed: false });
    expect(await process.ask(rentOf(20))).toMatchObject({ kind: 'done', changed: true });
    expect(await typesIn(log)).toEqual(['BusinessOpened', 'FixedCostAdded', 'FixedCostAmountChanged']);
  });
});

test('the time of an event is never earlier than that of the event before it, whatever the clocks of the processes show', async () => {
  const clockAt = (time: string) => () => new Date(`2026-03-01T${time}:00Z`);
  await anasProcess({ log, now: clockAt('13:00') }).ask(rent);
  await anasProcess({ log, now: clockAt('12:30') }).ask(rentOf(20));
  await anasProcess({ log, now: clockAt('12:59') }).ask(rentOf(30));
  await anasProcess({ log, now: clockAt('13:01') }).ask(rentOf(40));
  expect((await eventsIn(log)).map((event) => event.meta.at.slice(11, 16))).toEqual([
    '12:00',
    '13:00',
    '13:00',
    '13:00',
    '13:01',
  ]);
});

test('a clock that goes back within one process does not reorder the times of events', async () => {
  const times = ['14:00', '13:00', '14:30'];
  const process = anasProcess({ log, now: () => new Date(`2026-03-01T${times.shift()}:00Z`) });
  for (const value of [1, 2, 3]) await process.ask(value === 1 ? rent : rentOf(value));
  expect((await eventsIn(log)).slice(1).map((event) => event.meta.at.slice(11, 16))).toEqual([
    '14:00',
    '14:00',
    '14:30',
  ]);
});

describe('state cache of the command handler', () => {
  test('may hold a single stream, which costs additional reads and changes no result', async () => {
    const process = anasProcess({ log, cacheSize: 1 });
    await process.ask(rent);
    await process.handler.currentState('6ba7b811-9dad-41d1-80b4-00c04fd430c8');
    expect(await process.ask(rentOf(20))).toMatchObject({ kind: 'done', state: { sequence: 3 } });
  });

  test('never hides an event that another process has appended', async () => {
    const [one, other] = [anasProcess({ log }), anasProcess({ log })];
    await one.ask(rent);
    expect((await other.handler.currentState(BUSINESS)).fixedCosts.size).toBe(1);
    await one.ask(addCost('luz'));
    expect((await other.handler.currentState(BUSINESS)).fixedCosts.size).toBe(2);
  });
});

describe('command that cannot be executed', () => {
  test('is refused with the reason when the stream was erased', async () => {
    const process = anasProcess({ log });
    await process.ask(rent);
    await log.erase(STREAM);
    await expect(process.ask(rentOf(20))).rejects.toThrow(ErasedStreamError);
  });

  test('is refused when its event is too large, and leaves no cached state', async () => {
    const process = anasProcess({ log });
    await expect(process.ask({ ...rent, name: 'x'.repeat(2_000_000) })).rejects.toThrow(EventTooLarge);
    expect(await process.ask(rent)).toMatchObject({ kind: 'done', changed: true });
  });

  test('is refused when the business contains an event of a later version', async () => {
    await log.append(STREAM, 0n, newEvents(STREAM, 1, [{ type: 'DishFlambéed', data: {} }]));
    const process = anasProcess({ log });
    await expect(process.ask(rent)).rejects.toThrow(UnreadableEvent);
    await expect(process.handler.currentState(BUSINESS)).rejects.toThrow(UnreadableEvent);
    expect(await typesIn(log)).toEqual(['BusinessOpened', 'DishFlambéed']);
  });
});
