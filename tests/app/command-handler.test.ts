import { CommandNotDone } from '#app/command-handler.ts';
import { type EventLog, EventTooLarge, LogUnavailable, StreamErased } from '#eventstore/port.ts';
import { UnreadableEvent } from '#eventstore/codec.ts';
import { after, faultyLog, lostReply, lostRequest, notReached } from '#tests/support/faulty-log.ts';
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

describe('a command', () => {
  test('is done, with the state right after it and the place where a reader sees it', async () => {
    const outcome = await anasProcess({ log }).ask(rent);
    expect(outcome).toMatchObject({ kind: 'done', changed: true, position: await log.head() });
    expect(outcome.kind === 'done' && outcome.state.fixedCosts.get('aluguel')).toMatchObject({ value: 10, version: 1 });
  });

  test('leaves events that say who, when, in which request and by which command', async () => {
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

  test('that does two things appends both or none', async () => {
    const process = anasProcess({ log });
    await process.ask(rent);
    await process.ask({ type: 'ChangeFixedCost', id: 'aluguel', name: 'Aluguel da loja', value: 20 });
    const events = await eventsIn(log);
    expect(events.map((event) => event.type).slice(2)).toEqual(['FixedCostRenamed', 'FixedCostAmountChanged']);
    expect(new Set(events.slice(2).map((event) => event.meta.changeId)).size).toBe(1);
  });

  test('that changes nothing writes nothing, and answers where the stream stands', async () => {
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

  test('that is refused writes nothing and gives the state on which it was refused', async () => {
    const process = anasProcess({ log });
    const outcome = await process.ask({ type: 'RemoveFixedCost', id: 'luz' });
    expect(outcome).toMatchObject({
      kind: 'refused',
      refusal: { refusal: 'fixed_cost_unknown' },
      state: { ownerId: 'ana' },
    });
    expect(await typesIn(log)).toEqual(['BusinessOpened']);
  });

  test('of somebody else is refused', async () => {
    const { handler } = anasProcess({ log });
    const context = { actor: { kind: 'account', id: 'bia' }, requestId: 'r', changeId: crypto.randomUUID() } as const;
    const outcome = await handler.handle(BUSINESS, { ownerId: 'bia', command: rent }, context);
    expect(outcome).toMatchObject({ kind: 'refused', refusal: { refusal: 'not_the_owner' } });
  });

  test('is answered in time although the log is slow and others are before it: the last ones come again later', async () => {
    let clock = 0;
    const slow: EventLog = {
      ...log,
      async append(...asked) {
        clock += 300;
        return log.append(...asked);
      },
    };
    const { ask } = anasProcess({ log: slow, elapsed: () => clock });
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

  test('that another process is quicker than, again and again, is not done and answered in time', async () => {
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
    await expect(anasProcess({ log: contended, elapsed: () => clock }).ask(rent)).rejects.toThrow(CommandNotDone);
    expect(clock - asked).toBeLessThan(3_000);
    expect((await typesIn(log)).length).toBe(1 + other.asked());
  });

  test('waits for the ones before it in this process: a hundred at once never conflict', async () => {
    const watched = faultyLog(log, {});
    const process = anasProcess({ log: watched });
    await Promise.all(Array.from({ length: 100 }, (_, i) => process.ask(addCost(`custo ${i}`))));
    expect(watched.tried()).toBe(100);
    const { fixedCosts } = await process.handler.current(BUSINESS);
    expect([...fixedCosts.keys()]).toEqual(Array.from({ length: 100 }, (_, i) => `custo ${i}`));
  });

  test('is not begun behind one to which the log said nothing for so long that it could not be answered in time', async () => {
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
    const { ask } = anasProcess({ log: silent, elapsed: () => clock });
    const answers = await Promise.allSettled(['luz', 'gás', 'água'].map((id) => ask(addCost(id))));
    expect(answers.map((answer) => answer.status === 'rejected' && answer.reason instanceof CommandNotDone)).toEqual(
      answers.map(() => true),
    );
    expect(appends).toBe(3); // the three tries of the first one
  });

  test('goes on after one that failed', async () => {
    const process = anasProcess({ log: faultyLog(log, { appends: [notReached, notReached, notReached] }) });
    const [failed, done] = await Promise.allSettled([process.ask(rent), process.ask(addCost('luz'))]);
    expect([failed?.status, done?.status]).toEqual(['rejected', 'fulfilled']);
    expect(await typesIn(log)).toEqual(['BusinessOpened', 'FixedCostAdded']);
  });
});

describe('two processes over one log', () => {
  test('a conflict is decided again on what stands now', async () => {
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

  test('a conflict can end in a refusal, or in nothing to do', async () => {
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

  test('a refusal that rests on memory is looked at once more', async () => {
    const [one, other] = [anasProcess({ log }), anasProcess({ log })];
    await other.ask(addCost('luz'));
    await one.ask(rent);
    expect(await other.ask(rentOf(20))).toMatchObject({ kind: 'done', changed: true });
  });

  test('"nothing to do" that rests on memory is looked at once more', async () => {
    const [one, other] = [anasProcess({ log }), anasProcess({ log })];
    await one.ask(rent);
    await other.ask(addCost('luz'));
    await one.ask(rentOf(20));
    expect(await other.ask(rentOf(10))).toMatchObject({ kind: 'done', changed: true });
    expect((await eventsIn(log)).at(-1)?.data).toMatchObject({ from: 20, to: 10 });
  });

  test('two that write at the same time both get through, each event once', async () => {
    const delays = fc.sample(fc.nat({ max: 5 }), 1_000);
    const turns = async () => {
      for (let left = delays.pop() ?? 0; left > 0; left -= 1) await setImmediate();
    };
    const distant = () => faultyLog(log, { appends: Array.from({ length: 500 }, () => after(turns)) });
    const [one, other] = [anasProcess({ log: distant() }), anasProcess({ log: distant() })];
    const all = Array.from({ length: 60 }, (_, i) => (i % 2 === 0 ? one : other).ask(addCost(`custo ${i}`)));
    await Promise.all(all);
    const events = await eventsIn(log);
    expect(events.map((event) => Number(event.revision))).toEqual(events.map((_, i) => i));
    const ids = events.slice(1).map((event) => event.data?.['id']);
    expect([ids.length, new Set(ids).size]).toEqual([60, 60]);
  });

  test('one that always comes too late is asked to try later', async () => {
    const busy = anasProcess({ log });
    const always = Array.from({ length: 50 }, (_, i) => after(() => busy.ask(addCost(`custo ${i}`))));
    const late = anasProcess({ log: faultyLog(log, { appends: always }) });
    await expect(late.ask(rent)).rejects.toThrow(CommandNotDone);
    expect(await typesIn(log)).not.toContain('FixedCostAmountChanged');
  });

  test('a reply is of the state right after the command, even when somebody reads on meanwhile', async () => {
    const other = anasProcess({ log });
    const slow = faultyLog(log, {
      appends: [
        async (commit) => {
          const appended = await commit();
          await other.ask({ type: 'RemoveFixedCost', id: 'aluguel' });
          await process.handler.current(BUSINESS);
          return appended;
        },
      ],
    });
    const process = anasProcess({ log: slow });
    const outcome = await process.ask(rent);
    expect(outcome.kind === 'done' && outcome.state.fixedCosts.has('aluguel')).toBe(true);
    expect(await process.ask(rentOf(5))).toMatchObject({ kind: 'refused' });
    expect(slow.tried()).toBe(1); // what was read meanwhile has not been put back by the older answer
    expect((await process.handler.current(BUSINESS)).fixedCosts.has('aluguel')).toBe(false);
  });
});

describe('a log out of reach', () => {
  test('for a moment goes unnoticed', async () => {
    const waits: number[] = [];
    const wait = async (milliseconds: number) => void waits.push(milliseconds);
    const process = anasProcess({ log: faultyLog(log, { appends: [notReached, notReached] }), wait });
    expect(await process.ask(rent)).toMatchObject({ kind: 'done', changed: true });
    expect(waits).toEqual([50, 100]);
  });

  test('for longer is said to the caller, who may try later', async () => {
    const faulty = faultyLog(log, { appends: [notReached, notReached, notReached] });
    const process = anasProcess({ log: faulty });
    await expect(process.ask(rent)).rejects.toThrow(CommandNotDone);
    expect(faulty.tried()).toBe(3);
    expect(await process.ask(rent)).toMatchObject({ kind: 'done', changed: true });
  });

  test('is the same when it cannot be read', async () => {
    await expect(anasProcess({ log: faultyLog(log, { reads: 1 }) }).ask(rent)).rejects.toThrow(CommandNotDone);
    const process = anasProcess({ log: faultyLog(log, { appends: [after(() => anasProcess({ log }).ask(rent))] }) });
    expect(await process.ask(addCost('luz'))).toMatchObject({ kind: 'done' });
  });

  test('a reply lost after the commit is asked for again, with the same ids, and the command is done once', async () => {
    const process = anasProcess({ log: faultyLog(log, { appends: [lostReply, lostReply] }) });
    expect(await process.ask(rent)).toMatchObject({ kind: 'done', changed: true, position: await log.head() });
    expect(await typesIn(log)).toEqual(['BusinessOpened', 'FixedCostAdded']);
    expect(await process.ask(rentOf(20))).toMatchObject({ kind: 'done', state: { sequence: 3 } });
  });

  test('a lost reply is found although somebody else has gone on', async () => {
    const other = anasProcess({ log });
    const faulty = faultyLog(log, { appends: [lostReply, after(() => other.ask(addCost('luz')))] });
    const process = anasProcess({ log: faulty });
    const outcome = await process.ask(rent);
    expect(outcome).toMatchObject({ kind: 'done', changed: true, state: { sequence: 2 } });
    expect(await typesIn(log)).toEqual(['BusinessOpened', 'FixedCostAdded', 'FixedCostAdded']);
    expect([...(await process.handler.current(BUSINESS)).fixedCosts.keys()]).toEqual(['aluguel', 'luz']);
  });

  test('a lost request that somebody overtook is decided again', async () => {
    const other = anasProcess({ log });
    const faulty = faultyLog(log, { appends: [lostRequest, after(() => other.ask(rent))] });
    expect(await anasProcess({ log: faulty }).ask(rent)).toMatchObject({
      kind: 'refused',
      refusal: { refusal: 'id_taken' },
    });
  });

  test('whatever was lost for good, nothing false is remembered', async () => {
    const process = anasProcess({ log: faultyLog(log, { appends: [lostReply, lostRequest, lostRequest] }) });
    await expect(process.ask(rent, keyed('k'))).rejects.toThrow(CommandNotDone);
    expect(await process.ask(rent, keyed('k'))).toMatchObject({ kind: 'done', changed: false });
    expect(await process.ask(rentOf(20))).toMatchObject({ kind: 'done', changed: true });
    expect(await typesIn(log)).toEqual(['BusinessOpened', 'FixedCostAdded', 'FixedCostAmountChanged']);
  });
});

test('an instant is never earlier than the one before, whatever the clocks do', async () => {
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

test('a clock that goes back inside one process is no exception', async () => {
  const times = ['14:00', '13:00', '14:30'];
  const process = anasProcess({ log, now: () => new Date(`2026-03-01T${times.shift()}:00Z`) });
  for (const value of [1, 2, 3]) await process.ask(value === 1 ? rent : rentOf(value));
  expect((await eventsIn(log)).slice(1).map((event) => event.meta.at.slice(11, 16))).toEqual([
    '14:00',
    '14:00',
    '14:30',
  ]);
});

describe('memory', () => {
  test('of few streams only makes it read more', async () => {
    const process = anasProcess({ log, cacheSize: 1 });
    await process.ask(rent);
    await process.handler.current('6ba7b811-9dad-41d1-80b4-00c04fd430c8');
    expect(await process.ask(rentOf(20))).toMatchObject({ kind: 'done', state: { sequence: 3 } });
  });

  test('gives the state as the log has it now', async () => {
    const [one, other] = [anasProcess({ log }), anasProcess({ log })];
    await one.ask(rent);
    expect((await other.handler.current(BUSINESS)).fixedCosts.size).toBe(1);
    await one.ask(addCost('luz'));
    expect((await other.handler.current(BUSINESS)).fixedCosts.size).toBe(2);
  });
});

describe('what cannot be done at all', () => {
  test('an erased stream says so', async () => {
    const process = anasProcess({ log });
    await process.ask(rent);
    await log.erase(STREAM);
    await expect(process.ask(rentOf(20))).rejects.toThrow(StreamErased);
  });

  test('a command that is too large says so, and is forgotten', async () => {
    const process = anasProcess({ log });
    await expect(process.ask({ ...rent, name: 'x'.repeat(2_000_000) })).rejects.toThrow(EventTooLarge);
    expect(await process.ask(rent)).toMatchObject({ kind: 'done', changed: true });
  });

  test('an event of a later version of the product stops its business, and no other answer is made up', async () => {
    await log.append(STREAM, 0n, newEvents(STREAM, 1, [{ type: 'DishFlambéed', data: {} }]));
    const process = anasProcess({ log });
    await expect(process.ask(rent)).rejects.toThrow(UnreadableEvent);
    await expect(process.handler.current(BUSINESS)).rejects.toThrow(UnreadableEvent);
    expect(await typesIn(log)).toEqual(['BusinessOpened', 'DishFlambéed']);
  });
});
