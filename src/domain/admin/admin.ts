import type { Effect } from '../event.ts';

/**
 * What one person did, or was refused, in the administration. These events are a record and nothing else: no rule is
 * decided from them.
 */
export type AdminEvent =
  | Event<'AdminPasswordGiven', Nothing>
  | Event<'AdminPasswordRefused', Nothing>
  /** Signed in, and still not allowed: how often within one minute (ISO text down to the minute). */
  | Event<'AdminAccessDenied', { call: string; minute: string; count: number }>
  | Event<'PaymentsVerified', { checked: number; granted: number; failed: number }>
  | Event<'AccessRevoked', { userId: string; reason: string }>
  | Event<'RefundRequested', { paymentId: string; reason: string }>
  | Event<'SessionsEnded', { userId: string; sessions: number }>
  /** Names and e-mails were shown or taken along. `userId`: of whom, null for a list. */
  | Event<'PersonalDataRead', { what: PersonalDataKind; userId: string | null }>;

export type PersonalDataKind = 'users' | 'person' | 'waiting_grants' | 'audit' | 'audit_export';

/** Notes one act. */
export type AdminCommand = { readonly type: 'Note'; readonly event: AdminEvent };

type Nothing = Record<string, never>;
type Event<Type extends string, Data> = { readonly type: Type; readonly data: Readonly<Data> };

export const decideAdmin = ({ event }: AdminCommand): readonly AdminEvent[] => [event];

/** What each event of the administration does to what it is about. */
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
