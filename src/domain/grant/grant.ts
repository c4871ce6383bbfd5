import type { Effect } from '../event.ts';

/**
 * Access that an administrator grants to an e-mail. It waits until a person with that verified e-mail signs in, and
 * belongs to that person from then on. The e-mail itself is stored in the vault.
 */
export interface Grant {
  readonly given: boolean;
  readonly revoked: boolean;
  readonly userId: string | null;
}

export type GrantEvent =
  | Event<'GrantGiven', { reason: string | null }>
  | Event<'GrantTakenUp', { userId: string }>
  | Event<'GrantRevoked', { reason: string; userId: string | null }>;

export type GrantCommand =
  | { readonly type: 'Give'; readonly reason: string | null }
  | { readonly type: 'TakeUp'; readonly userId: string }
  | { readonly type: 'Revoke'; readonly reason: string }
  /** Only a waiting grant can be withdrawn: a grant that was taken up ends with the person's access. */
  | { readonly type: 'Withdraw'; readonly reason: string };

export type GrantRefusal =
  | { readonly refusal: 'grant_unknown' }
  | { readonly refusal: 'grant_revoked' }
  | { readonly refusal: 'grant_taken'; readonly userId: string };

type Event<Type extends string, Data> = { readonly type: Type; readonly data: Readonly<Data> };

export const emptyGrant: Grant = { given: false, revoked: false, userId: null };

export function evolveGrant(state: Grant, event: GrantEvent): Grant {
  switch (event.type) {
    case 'GrantGiven':
      return { ...state, given: true };
    case 'GrantTakenUp':
      return { ...state, userId: event.data.userId };
    case 'GrantRevoked':
      return { ...state, revoked: true };
    default:
      return event satisfies never;
  }
}

export function decideGrant(state: Grant, command: GrantCommand): readonly GrantEvent[] | GrantRefusal {
  if (command.type === 'Give') return state.given ? [] : [{ type: 'GrantGiven', data: { reason: command.reason } }];
  if (!state.given) return { refusal: 'grant_unknown' };
  switch (command.type) {
    case 'TakeUp': {
      const { userId } = command;
      if (state.revoked) return { refusal: 'grant_revoked' };
      if (state.userId !== null && state.userId !== userId) return { refusal: 'grant_taken', userId: state.userId };
      return state.userId === userId ? [] : [{ type: 'GrantTakenUp', data: { userId } }];
    }
    case 'Withdraw':
      if (state.userId !== null) return { refusal: 'grant_taken', userId: state.userId };
      return state.revoked ? [] : [{ type: 'GrantRevoked', data: { reason: command.reason, userId: null } }];
    case 'Revoke':
      return state.revoked ? [] : [{ type: 'GrantRevoked', data: { reason: command.reason, userId: state.userId } }];
    default:
      return command satisfies never;
  }
}

/** The effect of each event of a grant. */
export const GRANT_EFFECTS = {
  GrantGiven: 'added',
  GrantTakenUp: 'noted',
  GrantRevoked: 'noted',
} as const satisfies Record<GrantEvent['type'], Effect>;

export const isGrantEventType = (type: string): type is GrantEvent['type'] => Object.hasOwn(GRANT_EFFECTS, type);
