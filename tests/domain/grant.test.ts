import {
  decideGrant,
  emptyGrant,
  evolveGrant,
  type Grant,
  type GrantEvent,
  isGrantEventType,
} from '#domain/grant/grant.ts';
import { decideAdmin, isAdminEventType } from '#domain/admin/admin.ts';
import { describe, expect, test } from 'vitest';

const given: GrantEvent = { type: 'GrantGiven', data: { reason: 'Cortesia' } };
const takenUp: GrantEvent = { type: 'GrantTakenUp', data: { userId: 'ana' } };
const revoked = (userId: string | null): GrantEvent => ({ type: 'GrantRevoked', data: { reason: 'Engano', userId } });
const grantAfter = (...events: readonly GrantEvent[]): Grant => events.reduce(evolveGrant, emptyGrant);

const give = { type: 'Give', reason: 'Cortesia' } as const;
const takeUp = (userId: string) => ({ type: 'TakeUp', userId }) as const;
const revoke = { type: 'Revoke', reason: 'Engano' } as const;
const withdraw = { type: 'Withdraw', reason: 'Engano' } as const;

describe('a grant of access', () => {
  test('is given once, even when it is given again for another reason', () => {
    expect(decideGrant(emptyGrant, give)).toEqual([given]);
    expect(decideGrant(grantAfter(given), { type: 'Give', reason: null })).toEqual([]);
    expect(decideGrant(grantAfter(given, revoked(null)), give)).toEqual([]);
  });

  test('is taken up once, by one person', () => {
    expect(decideGrant(grantAfter(given), takeUp('ana'))).toEqual([takenUp]);
    expect(decideGrant(grantAfter(given, takenUp), takeUp('ana'))).toEqual([]);
    expect(decideGrant(grantAfter(given, takenUp), takeUp('bia'))).toEqual({ refusal: 'grant_taken', userId: 'ana' });
  });

  test('is revoked once, with the person who had it', () => {
    expect(decideGrant(grantAfter(given), revoke)).toEqual([revoked(null)]);
    expect(decideGrant(grantAfter(given, takenUp), revoke)).toEqual([revoked('ana')]);
    expect(decideGrant(grantAfter(given, takenUp, revoked('ana')), revoke)).toEqual([]);
  });

  test('cannot be taken up after it was revoked', () => {
    for (const state of [grantAfter(given, revoked(null)), grantAfter(given, takenUp, revoked('ana'))])
      expect(decideGrant(state, takeUp('ana'))).toEqual({ refusal: 'grant_revoked' });
  });

  test('is withdrawn only while it waits', () => {
    expect(decideGrant(grantAfter(given), withdraw)).toEqual([revoked(null)]);
    expect(decideGrant(grantAfter(given, revoked(null)), withdraw)).toEqual([]);
    expect(decideGrant(grantAfter(given, takenUp), withdraw)).toEqual({ refusal: 'grant_taken', userId: 'ana' });
  });

  test('cannot be taken up, revoked or withdrawn before it is given', () => {
    for (const command of [takeUp('ana'), revoke, withdraw])
      expect(decideGrant(emptyGrant, command)).toEqual({ refusal: 'grant_unknown' });
  });

  test('recognises its own event types and no other word', () => {
    expect(['GrantGiven', 'GrantTakenUp', 'GrantRevoked'].every(isGrantEventType)).toBe(true);
    expect(['PaymentClaimed', 'toString', ''].some(isGrantEventType)).toBe(false);
  });
});

describe('the record of the administration', () => {
  test('contains each act, including equal ones', () => {
    const event = { type: 'SessionsEnded', data: { userId: 'ana', sessions: 2 } } as const;
    expect(decideAdmin({ type: 'Note', event })).toEqual([event]);
    expect(decideAdmin({ type: 'Note', event })).toEqual([event]);
  });

  test('recognises its own event types and no other word', () => {
    expect(['AdminPasswordGiven', 'PersonalDataRead', 'AccessRevoked'].every(isAdminEventType)).toBe(true);
    expect(['GrantGiven', 'constructor', ''].some(isAdminEventType)).toBe(false);
  });
});
