import type { Effect } from '../event.ts';

/**
 * Acts and denied calls of one person in the administration. These events are a record only: no rule depends on them.
 */
export type AdminEvent =
  | Event<'AdminPasswordGiven', Nothing>
  | Event<'AdminPasswordRefused', Nothing>
  /** The person was signed in but not allowed: the number of calls within one minute (ISO text up to the minute). */
  | Event<'AdminAccessDenied', { call: string; minute: string; count: number }>
  /** `granted`: newly confirmed, with or without a holder; the word is stored. */
  | Event<'PaymentsVerified', { checked: number; granted: number; failed: number }>
  | Event<'AccessRevoked', { userId: string; reason: string }>
  | Event<'RefundRequested', { paymentId: string; reason: string }>
  | Event<'SessionsEnded', { userId: string; sessions: number }>
  /** Names and e-mails were shown or downloaded. `userId`: the person concerned, null for a list. */
  | Event<'PersonalDataRead', { what: PersonalDataKind; userId: string | null }>;

export type PersonalDataKind = 'users' | 'person' | 'waiting_grants' | 'audit' | 'audit_export';

/** Records one act. */
export type AdminCommand = { readonly type: 'Note'; readonly event: AdminEvent };

type Nothing = Record<string, never>;
type Event<Type extends string, Data> = { readonly type: Type; readonly data: Readonly<Data> };

export const decideAdmin = ({ event }: AdminCommand): readonly AdminEvent[] => [event];

/** The effect of each event of the administration. */
export const ADMIN_EFFECTS = {
  AdminPasswordGiven: 'noted',
  AdminPasswordRefused: 'noted',
  AdminAccessDenied: 'noted',
  PaymentsVerified: 'noted',
  AccessRevoked: 'noted',
  RefundRequested: 'noted',
  SessionsEnded: 'noted',
  PersonalDataRead: 'noted',
} as const satisfies Record<AdminEvent['type'], Effect>;

export const isAdminEventType = (type: string): type is AdminEvent['type'] => Object.hasOwn(ADMIN_EFFECTS, type);
