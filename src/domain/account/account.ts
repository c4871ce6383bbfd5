/**
 * One person's account. Access is a set of sources: each payment or grant adds one, a refund or revocation takes its own
 * away, and the person has access while any is left. No name and no e-mail here: those lie in the vault.
 */
export interface Account {
  readonly registered: boolean;
  readonly erased: boolean;
  /** By source id. */
  readonly sources: ReadonlyMap<string, AccessSource>;
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
  | { readonly type: 'AccessSourceRemoved'; readonly data: { readonly source: AccessSource; readonly reason: string } };

export type AccountCommand =
  | { readonly type: 'SignIn'; readonly issuer: string }
  | { readonly type: 'AddAccessSource'; readonly source: AccessSource; readonly reason: string }
  | { readonly type: 'RemoveAccessSource'; readonly sourceId: string; readonly reason: string };

export type AccountRefusal = { readonly refusal: 'account_unknown' } | { readonly refusal: 'account_erased' };

export const emptyAccount: Account = { registered: false, erased: false, sources: new Map() };

export const hasAccess = (account: Account): boolean => account.sources.size > 0 && !account.erased;

export function evolveAccount(state: Account, event: AccountEvent): Account {
  switch (event.type) {
    case 'AccountRegistered':
      return { ...state, registered: true };
    case 'SignedIn':
      return state;
    case 'AccessSourceAdded': {
      const { source } = event.data;
      return { ...state, sources: new Map(state.sources).set(source.id, source) };
    }
    case 'AccessSourceRemoved': {
      const sources = new Map(state.sources);
      sources.delete(event.data.source.id);
      return { ...state, sources };
    }
    default:
      return event satisfies never;
  }
}

export function decideAccount(state: Account, command: AccountCommand): readonly AccountEvent[] | AccountRefusal {
  if (state.erased) return { refusal: 'account_erased' };
  if (command.type === 'SignIn') return signIn(state, command.issuer);
  if (!state.registered) return { refusal: 'account_unknown' };
  switch (command.type) {
    case 'AddAccessSource': {
      const { source, reason } = command;
      return state.sources.has(source.id) ? [] : [{ type: 'AccessSourceAdded', data: { source, reason } }];
    }
    case 'RemoveAccessSource': {
      const source = state.sources.get(command.sourceId);
      return source ? [{ type: 'AccessSourceRemoved', data: { source, reason: command.reason } }] : [];
    }
    default:
      return command satisfies never;
  }
}

/** The first sign-in registers the account. */
function signIn(state: Account, issuer: string): readonly AccountEvent[] {
  const signedIn: AccountEvent = { type: 'SignedIn', data: {} };
  return state.registered ? [signedIn] : [{ type: 'AccountRegistered', data: { issuer } }, signedIn];
}

const TYPES = {
  AccountRegistered: true,
  SignedIn: true,
  AccessSourceAdded: true,
  AccessSourceRemoved: true,
} satisfies Record<AccountEvent['type'], true>;

export const isAccountEventType = (type: string): type is AccountEvent['type'] => Object.hasOwn(TYPES, type);
