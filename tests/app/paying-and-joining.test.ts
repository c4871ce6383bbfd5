import type { AccountOrGuest } from '#domain/account/account.ts';
import { accessReaction, type Reaction, guestMoveReaction } from '#app/reactions.ts';
import { firstBusinessIdOf } from '#app/ids.ts';
import { REVOKED } from '#domain/account/account.ts';
import type { RecordedEvent } from '#domain/event.ts';
import type { ClaimMethod, ChargeReport } from '#domain/payment/payment.ts';
import { accountStream } from '#domain/streams.ts';
import type { EventLog } from '#eventstore/port.ts';
import { ownLog, TESTED_LOG } from '#tests/support/event-log.ts';
import { testId } from '#tests/support/histories.ts';
import { runs } from '#tests/support/property-runs.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { eventsIn } from './anas-business.ts';
import { accountOf, call, guestIdOf, createPaymentProcess } from './payment-process.ts';

const ACCOUNTS = ['ana', 'bia', 'caio'].map(accountOf);
const GUESTS = ['um', 'dois', 'três'].map(guestIdOf);
const PEOPLE = [...ACCOUNTS, ...GUESTS];
const PAYMENTS = [1, 2, 3, 4].map((number) => testId('payment', number));

type Process = ReturnType<typeof createPaymentProcess>;

/** An event of the outside world, in a process of its own. */
type Step = (process: Process) => Promise<unknown>;

/** An element of a fixed list. */
const one = <T>(...values: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...values);

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc
    .tuple(one(...PAYMENTS), one<ChargeReport['status']>('paid', 'paid', 'paid', 'refunded', 'charged_back', 'pending'))
    .map(
      ([payment, status]): Step =>
        (process) =>
          process.recordStatus(payment, status),
    ),
  one(...PAYMENTS).map(
    (payment): Step =>
      (process) =>
        process.settle(payment),
  ),
  fc
    .tuple(
      one(...PAYMENTS),
      one(...PEOPLE),
      one<AccountOrGuest | null>(null, ...GUESTS),
      one<ClaimMethod>('session', 'browser', 'verified_email', 'receipt_code'),
    )
    .map(
      ([payment, to, from, via]): Step =>
        (process) =>
          process.claim(payment, to, from, via),
    ),
  fc.tuple(one(...GUESTS), one(...ACCOUNTS), fc.boolean()).map(
    ([{ userId: guestId }, { userId }, showGuestBusiness]): Step =>
      (process) =>
        process.guests.moveToAccount({ guestId, userId, showGuestBusiness }, call),
  ),
  one(...PEOPLE).map(({ userId }): Step => async (process) => {
    await process.change(userId, { type: 'OpenBusiness', ownerId: userId });
    await process.change(userId, { type: 'AddFixedCost', id: crypto.randomUUID(), name: 'Aluguel', value: 1 });
  }),
  fc.tuple(one(...ACCOUNTS), fc.nat({ max: 2 })).map(([{ userId }, number]): Step => (process) => {
    const source = { kind: 'grant', id: testId('grant', userId, number) } as const;
    return process.accounts.addAccess(userId, { source, reason: 'courtesy' }, call);
  }),
  one(...PEOPLE).map(({ userId }): Step => async (process) => {
    for (const sourceId of (await process.accounts.currentState(userId)).sources.keys())
      await process.accounts.removeAccess(userId, { sourceId, reason: REVOKED }, call);
  }),
);

class Crash extends Error {}

/** The log of a process that dies at one of its appends, right before or right after it. */
function dyingLog(
  log: EventLog,
  { appends, commits }: { readonly appends: number; readonly commits: boolean },
): EventLog {
  let left = appends;
  return {
    ...log,
    async append(stream, expected, events) {
      left -= 1;
      if (left >= 0) return log.append(stream, expected, events);
      if (left === -1 && commits) await log.append(stream, expected, events);
      throw new Crash();
    },
  };
}

const anyHappening = fc.record({
  step: anyStep,
  /** When the process of the event dies; most do not. */
  death: fc.record({ appends: one(0, 1, 2, 3, 4, 99, 99, 99), commits: fc.boolean() }),
  /** Tells whether the read model had caught up by then. */
  isRead: fc.boolean(),
  times: one(1, 1, 1, 2),
  /** Another event at the same moment, in another process. */
  meanwhile: fc.option(anyStep, { nil: undefined, freq: 3 }),
  /** Tells whether the reactors run before the next event. */
  isReacted: fc.boolean(),
});

async function survived(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!(error instanceof Crash)) throw error;
  });
}

async function everything(log: EventLog): Promise<readonly RecordedEvent[]> {
  for await (const { events, isCaughtUp } of log.subscribe(null, {
    batchSize: 10_000,
    signal: new AbortController().signal,
  }))
    if (isCaughtUp) return events;
  return [];
}

/** The two reactors, each with its checkpoint. */
function createReactors(log: EventLog) {
  const done = new Map<string, number>();
  /** Handles everything up to the current end of the log, each event twice; a process that dies leaves the rest. */
  async function react(process: Process): Promise<void> {
    const reactions: readonly Reaction[] = [accessReaction(process.access), guestMoveReaction(process.guests)];
    const events = await everything(log);
    for (const { name, types, handle } of reactions)
      for (const event of events.slice(done.get(name) ?? 0)) {
        if (types.some((type) => type === event.type)) await handle([event, event]);
        done.set(name, (done.get(name) ?? 0) + 1);
      }
  }
  return {
    react,
    async untilNothingFollows(process: Process): Promise<void> {
      for (let before = -1; before < (await everything(log)).length;) {
        before = (await everything(log)).length;
        await react(process);
      }
    },
  };
}

/** The expected final state, computed from the few decisive events in the simplest way. */
function mustBe(events: readonly RecordedEvent[]) {
  const confirmed = new Set<string>();
  const holders = new Map<string, string>();
  const successors = new Map<string, string>();
  const revoked = new Set<string>();
  const grants = new Set<string>();
  for (const { stream, type, data: recorded } of events) {
    const id = stream.slice(stream.indexOf('-') + 1);
    const data = recorded as never as {
      to: { userId: string };
      userId: string;
      reason: string;
      source: { kind: string; id: string };
    };
    if (type === 'PaymentConfirmed') confirmed.add(id);
    if (type === 'PaymentRefunded' || type === 'PaymentChargedBack') confirmed.delete(id);
    if (type === 'PaymentClaimed') holders.set(id, data.to.userId);
    if (type === 'GuestBecameAccount') successors.set(id, data.userId);
    if (type === 'AccessSourceRemoved' && data.reason === REVOKED) revoked.add(data.source.id);
    if (type === 'AccessSourceAdded' && data.source.kind === 'grant') grants.add(`${id} ${data.source.id}`);
  }
  const currentAccountOf = (userId: string): string => successors.get(userId) ?? userId;
  const bought = [...confirmed].flatMap((payment) => {
    const holder = holders.get(payment);
    return holder === undefined ? [] : [`${currentAccountOf(holder)} ${payment}`];
  });
  const isRevoked = (access: string): boolean => revoked.has(access.split(' ')[1] ?? '');
  return { currentAccountOf, access: new Set([...bought, ...grants].filter((each) => !isRevoked(each))) };
}

test('access and data end up with the account they belong to, whatever is paid, refunded, claimed, joined or revoked, however often, and wherever it is interrupted', async () => {
  const property = fc.asyncProperty(fc.array(anyHappening, { maxLength: 25, size: 'max' }), async (happenings) => {
    const log = await ownLog();
    const reading = createPaymentProcess(log);
    for (const { userId } of ACCOUNTS) await reading.accounts.signIn(userId, 'https://issuer.test', call);
    const businessIds = PEOPLE.map(({ userId }) => firstBusinessIdOf(userId));
    const businessesOf = async (userId: string): Promise<readonly string[]> => {
      const owners = await Promise.all(
        businessIds.map(async (id) => (await reading.businesses.currentState(id)).ownerId),
      );
      return businessIds.filter((_, i) => owners[i] === userId);
    };
    const reactors = createReactors(log);
    for (const { step, death, isRead, times, meanwhile, isReacted } of happenings) {
      const about = isRead ? businessesOf : undefined;
      for (let time = 1; time <= times; time += 1)
        await Promise.all([
          survived(step(createPaymentProcess(dyingLog(log, death), about))),
          meanwhile ? survived(meanwhile(createPaymentProcess(log, about))) : undefined,
        ]);
      if (isReacted) await survived(reactors.react(createPaymentProcess(dyingLog(log, death), about)));
    }
    const process = createPaymentProcess(log, businessesOf);
    await reactors.untilNothingFollows(process);

    const events = await everything(log);
    const { currentAccountOf, access } = mustBe(events);
    const found: string[] = [];
    for (const { userId } of PEOPLE)
      for (const source of (await process.accounts.currentState(userId)).sources.keys())
        found.push(`${userId} ${source}`);
    expect(new Set(found)).toEqual(access);
    const paidFor = found.map((each) => each.split(' ')[1]).filter((id) => PAYMENTS.includes(id ?? ''));
    expect(new Set(paidFor).size).toBe(paidFor.length);

    for (const { userId } of PEOPLE) {
      const stream = events.filter((event) => event.stream === `business-${firstBusinessIdOf(userId)}`);
      const { ownerId, fixedCosts } = await process.businesses.currentState(firstBusinessIdOf(userId));
      expect(ownerId).toBe(stream.length > 0 ? currentAccountOf(userId) : null);
      expect(fixedCosts.size).toBe(stream.filter(({ type }) => type === 'FixedCostAdded').length);
    }
    for (const { userId } of GUESTS) {
      if (currentAccountOf(userId) === userId) continue;
      const joined = (await eventsIn(log, accountStream(currentAccountOf(userId)))).filter(
        ({ type }) => type === 'GuestJoined',
      );
      const brought = joined.flatMap(({ data }) =>
        data?.['guestId'] === userId ? (data['businessIds'] as readonly string[]) : [],
      );
      const had = events.some((event) => event.stream === `business-${firstBusinessIdOf(userId)}`);
      expect(brought).toEqual(had ? [firstBusinessIdOf(userId)] : []);
    }
    await log.close();
  });
  await fc.assert(property, runs(TESTED_LOG === 'postgres' ? 60 : 8));
});
