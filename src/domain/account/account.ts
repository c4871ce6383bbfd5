import type { Effect } from '../event.ts';

/**
 * One person, signed in or a guest. Access is a set of sources: each payment or grant adds one, a refund or revocation
 * removes its own, and the person has access while any is left. Name and e-mail are stored only in the vault, the table
 * `identity.person`.
 */
export interface Account {
  readonly registered: boolean;
  /** Tells whether the person has not signed in and is known only by a session in one browser. */
  readonly guest: boolean;
  /**
   * The account to which everything of this guest goes, then and later, because the guest signed in, agreed to a
   * transfer, or the receipt code was used. The payments call it `joining`.
   */
  readonly becameUserId: string | null;
  readonly erased: boolean;
  readonly isErasureComplete: boolean;
  /** Sources of access, keyed by source id. */
  readonly sources: ReadonlyMap<string, AccessSource>;
  /** The ids of sources that an administrator revoked: they do not come back by themselves. */
  readonly revoked: ReadonlySet<string>;
  /** The ids of all payments that ever gave access to this account. */
  readonly paymentIds: ReadonlySet<string>;
  /** Businesses that guests brought to this account, by guest id. */
  readonly businessIdsByGuest: ReadonlyMap<string, readonly string[]>;
  /** The business that the dashboard shows when there are several; null for the first one. */
  readonly chosenBusinessId: string | null;
  /** The version of the terms of use that was last accepted. */
  readonly termsVersion: string | null;
}

/**
 * Whoever can own or hold something. `guest`: a person who has not signed in; their account stream is known only to one
 * browser's session.
 */
export interface AccountOrGuest {
  readonly kind: 'account' | 'guest';
  readonly userId: string;
}

export interface AccessSource {
  readonly kind: 'payment' | 'grant';
  /** Payment id or grant id. */
  readonly id: string;
}

export type AccountEvent =
  | { readonly type: 'AccountRegistered'; readonly data: { readonly issuer: string } }
  | { readonly type: 'SignedIn'; readonly data: Record<string, never> }
  | { readonly type: 'AccessSourceAdded'; readonly data: { readonly source: AccessSource; readonly reason: string } }
  | { readonly type: 'AccessSourceRemoved'; readonly data: { readonly source: AccessSource; readonly reason: string } }
  | { readonly type: 'TermsAccepted'; readonly data: { readonly from: string | null; readonly to: string } }
  /** A person who had used the product as a guest signed in and took over the guest's data. */
  | {
      readonly type: 'GuestJoined';
      readonly data: { readonly guestId: string; readonly businessIds: readonly string[] };
    }
  /**
   * Is recorded in the guest's own stream before anything is moved, so that the account which takes over is decided
   * once.
   */
  | { readonly type: 'GuestBecameAccount'; readonly data: { readonly userId: string } }
  | { readonly type: 'BusinessChosen'; readonly data: { readonly from: string | null; readonly to: string } }
  /**
   * From here on nobody can use the account; the event names the businesses to be erased, so that the work can be
   * resumed.
   */
  | { readonly type: 'UserErased'; readonly data: { readonly businessIds: readonly string[] } }
  | { readonly type: 'ErasureCompleted'; readonly data: Record<string, never> };

export type AccountCommand =
  | { readonly type: 'SignIn'; readonly issuer: string }
  | { readonly type: 'RegisterGuest' }
  | { readonly type: 'BecomeAccount'; readonly userId: string }
  | { readonly type: 'AddAccessSource'; readonly source: AccessSource; readonly reason: string }
  | { readonly type: 'RemoveAccessSource'; readonly sourceId: string; readonly reason: string }
  | { readonly type: 'AcceptTerms'; readonly version: string }
  | { readonly type: 'JoinGuest'; readonly guestId: string; readonly businessIds: readonly string[] }
  | { readonly type: 'ChooseBusiness'; readonly businessId: string }
  | { readonly type: 'Erase'; readonly businessIds: readonly string[] }
  | { readonly type: 'CompleteErasure' };

export type AccountRefusal =
  | { readonly refusal: 'account_unknown' }
  | { readonly refusal: 'account_erased' }
  | { readonly refusal: 'not_a_guest' }
  | { readonly refusal: 'guest_became_another'; readonly userId: string }
  | { readonly refusal: 'account_not_erased' };

/** The reason of a revocation by an administrator: permanent, whatever happens to the payment. */
export const REVOKED = 'revoked';

/** The issuer of guests, in place of the issuer of an identity. */
const GUEST_ISSUER = 'guest';

export const emptyAccount: Account = {
  registered: false,
  guest: false,
  becameUserId: null,
  erased: false,
  isErasureComplete: false,
  sources: new Map(),
  revoked: new Set(),
  paymentIds: new Set(),
  businessIdsByGuest: new Map(),
  chosenBusinessId: null,
  termsVersion: null,
};

export const hasAccess = (account: Account): boolean => account.sources.size > 0 && !account.erased;

export function evolveAccount(state: Account, event: AccountEvent): Account {
  switch (event.type) {
    case 'AccountRegistered':
      return { ...state, registered: true, guest: event.data.issuer === GUEST_ISSUER };
    case 'SignedIn':
      return state;
    case 'AccessSourceAdded': {
      const { source } = event.data;
      const paymentIds = source.kind === 'payment' ? new Set([...state.paymentIds, source.id]) : state.paymentIds;
      return { ...state, sources: new Map(state.sources).set(source.id, source), paymentIds };
    }
    case 'AccessSourceRemoved': {
      const sources = new Map(state.sources);
      const { source, reason } = event.data;
      sources.delete(source.id);
      return {
        ...state,
        sources,
        revoked: reason === REVOKED ? new Set([...state.revoked, source.id]) : state.revoked,
      };
    }
    case 'TermsAccepted':
      return { ...state, termsVersion: event.data.to };
    case 'GuestJoined': {
      const { guestId, businessIds } = event.data;
      const known = state.businessIdsByGuest.get(guestId) ?? [];
      const businessIdsByGuest = new Map(state.businessIdsByGuest).set(guestId, [...known, ...businessIds]);
      return { ...state, businessIdsByGuest };
    }
    case 'GuestBecameAccount':
      return { ...state, becameUserId: event.data.userId };
    case 'BusinessChosen':
      return { ...state, chosenBusinessId: event.data.to };
    case 'UserErased':
      return { ...state, erased: true, sources: new Map(), chosenBusinessId: null };
    case 'ErasureCompleted':
      return { ...state, isErasureComplete: true };
    default:
      return event satisfies never;
  }
}

export function decideAccount(state: Account, command: AccountCommand): readonly AccountEvent[] | AccountRefusal {
  if (command.type === 'CompleteErasure') return completeErasure(state);
  if (state.erased) return command.type === 'Erase' ? [] : { refusal: 'account_erased' };
  if (command.type === 'SignIn') return signIn(state, command.issuer);
  if (command.type === 'RegisterGuest') return registerGuest(state);
  if (command.type === 'BecomeAccount') return becomeAccount(state, command.userId);
  if (!state.registered) return { refusal: 'account_unknown' };
  switch (command.type) {
    case 'AddAccessSource': {
      const { source, reason } = command;
      return state.sources.has(source.id) || state.revoked.has(source.id)
        ? []
        : [{ type: 'AccessSourceAdded', data: { source, reason } }];
    }
    case 'RemoveAccessSource': {
      const source = state.sources.get(command.sourceId);
      return source ? [{ type: 'AccessSourceRemoved', data: { source, reason: command.reason } }] : [];
    }
    case 'AcceptTerms': {
      const { version: to } = command;
      return state.termsVersion === to ? [] : [{ type: 'TermsAccepted', data: { from: state.termsVersion, to } }];
    }
    case 'JoinGuest': {
      const { guestId } = command;
      const known = state.businessIdsByGuest.get(guestId);
      const businessIds = command.businessIds.filter((id) => !known?.includes(id));
      return known && businessIds.length === 0 ? [] : [{ type: 'GuestJoined', data: { guestId, businessIds } }];
    }
    case 'ChooseBusiness': {
      const { chosenBusinessId: from } = state;
      return from === command.businessId ? [] : [{ type: 'BusinessChosen', data: { from, to: command.businessId } }];
    }
    case 'Erase':
      return [{ type: 'UserErased', data: { businessIds: command.businessIds } }];
    default:
      return command satisfies never;
  }
}

/** Records once that a started erasure is complete. */
function completeErasure(state: Account): readonly AccountEvent[] | AccountRefusal {
  if (!state.erased) return { refusal: 'account_not_erased' };
  return state.isErasureComplete ? [] : [{ type: 'ErasureCompleted', data: {} }];
}

/** Records a sign-in, the first of which registers the account. */
function signIn(state: Account, issuer: string): readonly AccountEvent[] {
  const signedIn: AccountEvent = { type: 'SignedIn', data: {} };
  return state.registered ? [signedIn] : [{ type: 'AccountRegistered', data: { issuer } }, signedIn];
}

const registerGuest = (state: Account): readonly AccountEvent[] =>
  state.registered ? [] : [{ type: 'AccountRegistered', data: { issuer: GUEST_ISSUER } }];

/** A guest becomes one account only, even when two devices ask at once. */
function becomeAccount(state: Account, userId: string): readonly AccountEvent[] | AccountRefusal {
  if (state.registered && !state.guest) return { refusal: 'not_a_guest' };
  const { becameUserId } = state;
  if (becameUserId !== null && becameUserId !== userId)
    return { refusal: 'guest_became_another', userId: becameUserId };
  if (becameUserId === userId) return [];
  return [...registerGuest(state), { type: 'GuestBecameAccount', data: { userId } }];
}

/** The effect of each event of an account on its entity. */
export const ACCOUNT_EFFECTS = {
  AccountRegistered: 'added',
  SignedIn: 'noted',
  AccessSourceAdded: 'added',
  AccessSourceRemoved: 'removed',
  TermsAccepted: 'changed',
  GuestJoined: 'noted',
  GuestBecameAccount: 'noted',
  BusinessChosen: 'changed',
  UserErased: 'erased',
  ErasureCompleted: 'noted',
} as const satisfies Record<AccountEvent['type'], Effect>;

export const isAccountEventType = (type: string): type is AccountEvent['type'] => Object.hasOwn(ACCOUNT_EFFECTS, type);
