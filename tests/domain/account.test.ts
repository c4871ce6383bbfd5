import {
  type Account,
  type AccountCommand,
  type AccountEvent,
  decideAccount,
  emptyAccount,
  evolveAccount,
  hasAccess,
  isAccountEventType,
} from '#domain/account/account.ts';
import { runs } from '#tests/support/property-runs.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const registered: AccountEvent = { type: 'AccountRegistered', data: { issuer: 'https://issuer.test' } };
const payment = { kind: 'payment', id: 'p1' } as const;
const grant = { kind: 'grant', id: 'g1' } as const;
const plus = (source: typeof payment | typeof grant): AccountEvent => ({
  type: 'AccessSourceAdded',
  data: { source, reason: 'teste' },
});
const minus = (source: typeof payment | typeof grant): AccountEvent => ({
  type: 'AccessSourceRemoved',
  data: { source, reason: 'teste' },
});

const accountAfter = (...events: readonly AccountEvent[]): Account => events.reduce(evolveAccount, emptyAccount);
const decide = (state: Account, command: AccountCommand) => decideAccount(state, command);

describe('the sign-in of an account', () => {
  const signIn = { type: 'SignIn', issuer: 'https://issuer.test' } as const;

  test('registers the account the first time only', () => {
    expect(decide(emptyAccount, signIn)).toEqual([registered, { type: 'SignedIn', data: {} }]);
    expect(decide(accountAfter(registered), signIn)).toEqual([{ type: 'SignedIn', data: {} }]);
  });

  test('gives no access', () => {
    expect(hasAccess(accountAfter(registered, { type: 'SignedIn', data: {} }))).toBe(false);
  });
});

describe('the sources of an account’s access', () => {
  test('give the account access while there is one', () => {
    expect(hasAccess(emptyAccount)).toBe(false);
    expect(hasAccess(accountAfter(registered, plus(payment)))).toBe(true);
  });

  test('are removed by a refund one by one: it removes its own source and no other', () => {
    const both = accountAfter(registered, plus(payment), plus(grant));
    expect(hasAccess(evolveAccount(both, minus(payment)))).toBe(true);
    expect(hasAccess([minus(payment), minus(grant)].reduce(evolveAccount, both))).toBe(false);
  });

  test('do not change when an existing one is added or a missing one removed', () => {
    const add = { type: 'AddAccessSource', source: payment, reason: 'teste' } as const;
    const remove = { type: 'RemoveAccessSource', sourceId: 'p1', reason: 'teste' } as const;
    expect(decide(accountAfter(registered), add)).toEqual([plus(payment)]);
    expect(decide(accountAfter(registered, plus(payment)), add)).toEqual([]);
    expect(decide(accountAfter(registered, plus(payment)), remove)).toEqual([minus(payment)]);
    expect(decide(accountAfter(registered, plus(grant)), remove)).toEqual([]);
  });

  test('cannot be added to or removed from an account that is not registered', () => {
    const add = { type: 'AddAccessSource', source: payment, reason: 'teste' } as const;
    expect(decide(emptyAccount, add)).toEqual({ refusal: 'account_unknown' });
    expect(decide(emptyAccount, { type: 'RemoveAccessSource', sourceId: 'p1', reason: 'x' })).toEqual({
      refusal: 'account_unknown',
    });
  });

  test('are not modified in an earlier state by a later event', () => {
    const before = accountAfter(registered, plus(payment));
    evolveAccount(before, minus(payment));
    evolveAccount(before, plus(grant));
    expect([...before.sources.values()]).toEqual([payment]);
  });
});

test('after any commands an account has access exactly if it has a source, and a repeated command changes nothing', () => {
  const sourceId = fc.constantFrom('a', 'b', 'c');
  const command: fc.Arbitrary<AccountCommand> = fc.oneof(
    fc.constant({ type: 'SignIn', issuer: 'https://issuer.test' } as const),
    fc.record({
      type: fc.constant('AddAccessSource'),
      source: fc.record({ kind: fc.constantFrom('payment', 'grant'), id: sourceId }),
      reason: fc.constant('teste'),
    }),
    fc.record({ type: fc.constant('RemoveAccessSource'), sourceId, reason: fc.constant('teste') }),
  );
  fc.assert(
    fc.property(fc.array(command, { maxLength: 30 }), (commands) => {
      const expected = new Set<string>();
      const events: AccountEvent[] = [];
      let state = emptyAccount;
      for (const each of commands) {
        const isRegistered = state.registered || each.type === 'SignIn';
        const decision = decideAccount(state, each);
        expect(Array.isArray(decision)).toBe(isRegistered);
        const given = Array.isArray(decision) ? (decision as readonly AccountEvent[]) : [];
        events.push(...given);
        state = given.reduce(evolveAccount, state);
        if (isRegistered && each.type === 'AddAccessSource') expected.add(each.source.id);
        if (each.type === 'RemoveAccessSource') expected.delete(each.sourceId);
        expect([...state.sources.keys()].toSorted()).toEqual([...expected].toSorted());
        expect(hasAccess(state)).toBe(expected.size > 0);
        const again = each.type === 'SignIn' || !isRegistered ? [] : decideAccount(state, each);
        expect(again).toEqual([]);
      }
      const read = JSON.parse(JSON.stringify(events)) as readonly AccountEvent[];
      expect(read.reduce(evolveAccount, emptyAccount)).toEqual(state);
    }),
    runs(100),
  );
});

test('an erased account refuses everything and has no access', () => {
  const erased: Account = { ...accountAfter(registered, plus(payment)), erased: true };
  expect(hasAccess(erased)).toBe(false);
  expect(decide(erased, { type: 'SignIn', issuer: 'x' })).toEqual({ refusal: 'account_erased' });
  expect(decide(erased, { type: 'RemoveAccessSource', sourceId: 'p1', reason: 'x' })).toEqual({
    refusal: 'account_erased',
  });
});

describe('a guest account', () => {
  const guest = accountAfter({ type: 'AccountRegistered', data: { issuer: 'guest' } });
  const became = { type: 'GuestBecameAccount', data: { userId: 'ana' } } as const;

  test('is registered only once', () => {
    const [event] = decide(emptyAccount, { type: 'RegisterGuest' }) as readonly AccountEvent[];
    expect(event).toEqual({ type: 'AccountRegistered', data: { issuer: 'guest' } });
    expect(guest.guest).toBe(true);
    expect(decide(guest, { type: 'RegisterGuest' })).toEqual([]);
  });

  test('becomes one account and no other', () => {
    expect(decide(guest, { type: 'BecomeAccount', userId: 'ana' })).toEqual([became]);
    const gone = evolveAccount(guest, became);
    expect(decide(gone, { type: 'BecomeAccount', userId: 'ana' })).toEqual([]);
    expect(decide(gone, { type: 'BecomeAccount', userId: 'bia' })).toEqual({
      refusal: 'guest_became_another',
      userId: 'ana',
    });
  });

  test('becomes an account even without a payment or a change', () => {
    expect(decide(emptyAccount, { type: 'BecomeAccount', userId: 'ana' })).toEqual([
      { type: 'AccountRegistered', data: { issuer: 'guest' } },
      became,
    ]);
  });

  test('is refused where the account has signed in before', () => {
    expect(decide(accountAfter(registered), { type: 'BecomeAccount', userId: 'ana' })).toEqual({
      refusal: 'not_a_guest',
    });
  });

  test('joins an account once, and again only with new data', () => {
    const joined: AccountEvent = { type: 'GuestJoined', data: { guestId: 'g', businessIds: ['b1'] } };
    const join = (...businessIds: readonly string[]) => ({ type: 'JoinGuest', guestId: 'g', businessIds }) as const;
    expect(decide(accountAfter(registered), join('b1'))).toEqual([joined]);
    expect(decide(accountAfter(registered, joined), join('b1'))).toEqual([]);
    expect(decide(accountAfter(registered, joined), join('b1', 'b2'))).toEqual([
      { type: 'GuestJoined', data: { guestId: 'g', businessIds: ['b2'] } },
    ]);
    expect(decide(accountAfter(registered), join())).toEqual([
      { type: 'GuestJoined', data: { guestId: 'g', businessIds: [] } },
    ]);
    const joinedWithoutData = accountAfter(registered, {
      type: 'GuestJoined',
      data: { guestId: 'g', businessIds: [] },
    });
    expect(decide(joinedWithoutData, join())).toEqual([]);
  });

  test('keeps the ids of payments whose access was removed', () => {
    const without = accountAfter(registered, plus(payment), plus(grant), minus(payment));
    expect([...without.paymentIds]).toEqual(['p1']);
    expect([...without.sources.keys()]).toEqual(['g1']);
  });
});

describe('an account that chooses a business or accepts the terms', () => {
  test('records an event only when the choice changes', () => {
    const choose = { type: 'ChooseBusiness', businessId: 'b2' } as const;
    const chosen: AccountEvent = { type: 'BusinessChosen', data: { from: null, to: 'b2' } };
    expect(decide(accountAfter(registered), choose)).toEqual([chosen]);
    expect(decide(accountAfter(registered, chosen), choose)).toEqual([]);
    const accepted: AccountEvent = { type: 'TermsAccepted', data: { from: null, to: '2026-03' } };
    expect(decide(accountAfter(registered), { type: 'AcceptTerms', version: '2026-03' })).toEqual([accepted]);
    expect(decide(accountAfter(registered, accepted), { type: 'AcceptTerms', version: '2026-03' })).toEqual([]);
    expect(decide(accountAfter(registered, accepted), { type: 'AcceptTerms', version: '2026-07' })).toEqual([
      { type: 'TermsAccepted', data: { from: '2026-03', to: '2026-07' } },
    ]);
  });
});

describe('the erasure of an account', () => {
  const erased: AccountEvent = { type: 'UserErased', data: { businessIds: ['b1'] } };

  test('removes its access at once, and is recorded and completed only once', () => {
    const before = accountAfter(registered, plus(payment));
    expect(decide(before, { type: 'Erase', businessIds: ['b1'] })).toEqual([erased]);
    const gone = evolveAccount(before, erased);
    expect(hasAccess(gone)).toBe(false);
    expect(decide(gone, { type: 'Erase', businessIds: ['b1'] })).toEqual([]);
    expect(decide(gone, { type: 'CompleteErasure' })).toEqual([{ type: 'ErasureCompleted', data: {} }]);
    const complete = evolveAccount(gone, { type: 'ErasureCompleted', data: {} });
    expect(decide(complete, { type: 'CompleteErasure' })).toEqual([]);
  });

  test('cannot be completed before it was requested', () => {
    expect(decide(accountAfter(registered), { type: 'CompleteErasure' })).toEqual({ refusal: 'account_not_erased' });
  });
});

test('an account recognises its own event types and no other word', () => {
  expect(['AccountRegistered', 'SignedIn', 'AccessSourceAdded', 'AccessSourceRemoved'].every(isAccountEventType)).toBe(
    true,
  );
  expect(['BusinessOpened', 'toString', '__proto__', ''].some(isAccountEventType)).toBe(false);
});
