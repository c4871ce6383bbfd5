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

const after = (...events: readonly AccountEvent[]): Account => events.reduce(evolveAccount, emptyAccount);
const asked = (state: Account, command: AccountCommand) => decideAccount(state, command);

describe('signing in', () => {
  const signIn = { type: 'SignIn', issuer: 'https://issuer.test' } as const;

  test('registers the account the first time', () => {
    expect(asked(emptyAccount, signIn)).toEqual([registered, { type: 'SignedIn', data: {} }]);
    expect(asked(after(registered), signIn)).toEqual([{ type: 'SignedIn', data: {} }]);
  });

  test('gives no access', () => {
    expect(hasAccess(after(registered, { type: 'SignedIn', data: {} }))).toBe(false);
  });
});

describe('sources of access', () => {
  test('an account without any has no access, with one it has', () => {
    expect(hasAccess(emptyAccount)).toBe(false);
    expect(hasAccess(after(registered, plus(payment)))).toBe(true);
  });

  test('a refund takes its own source away and no other', () => {
    const both = after(registered, plus(payment), plus(grant));
    expect(hasAccess(evolveAccount(both, minus(payment)))).toBe(true);
    expect(hasAccess([minus(payment), minus(grant)].reduce(evolveAccount, both))).toBe(false);
  });

  test('adding one that is there, or removing one that is not, changes nothing', () => {
    const add = { type: 'AddAccessSource', source: payment, reason: 'teste' } as const;
    const remove = { type: 'RemoveAccessSource', sourceId: 'p1', reason: 'teste' } as const;
    expect(asked(after(registered), add)).toEqual([plus(payment)]);
    expect(asked(after(registered, plus(payment)), add)).toEqual([]);
    expect(asked(after(registered, plus(payment)), remove)).toEqual([minus(payment)]);
    expect(asked(after(registered, plus(grant)), remove)).toEqual([]);
  });

  test('an account that nobody registered gets none', () => {
    const add = { type: 'AddAccessSource', source: payment, reason: 'teste' } as const;
    expect(asked(emptyAccount, add)).toEqual({ refusal: 'account_unknown' });
    expect(asked(emptyAccount, { type: 'RemoveAccessSource', sourceId: 'p1', reason: 'x' })).toEqual({
      refusal: 'account_unknown',
    });
  });

  test('an event changes no state given before', () => {
    const before = after(registered, plus(payment));
    evolveAccount(before, minus(payment));
    evolveAccount(before, plus(grant));
    expect([...before.sources.values()]).toEqual([payment]);
  });
});

test('whatever is asked in whatever order, access is there while a source is, and the same again changes nothing', () => {
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
  const erased: Account = { ...after(registered, plus(payment)), erased: true };
  expect(hasAccess(erased)).toBe(false);
  expect(asked(erased, { type: 'SignIn', issuer: 'x' })).toEqual({ refusal: 'account_erased' });
  expect(asked(erased, { type: 'RemoveAccessSource', sourceId: 'p1', reason: 'x' })).toEqual({
    refusal: 'account_erased',
  });
});

test('event types are told from other words', () => {
  expect(['AccountRegistered', 'SignedIn', 'AccessSourceAdded', 'AccessSourceRemoved'].every(isAccountEventType)).toBe(
    true,
  );
  expect(['BusinessOpened', 'toString', '__proto__', ''].some(isAccountEventType)).toBe(false);
});
