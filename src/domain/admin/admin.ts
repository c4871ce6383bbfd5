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

const TYPES = {
  AdminPasswordGiven: true,
  AdminPasswordRefused: true,
  AdminAccessDenied: true,
  PaymentsVerified: true,
  AccessRevoked: true,
  RefundRequested: true,
  SessionsEnded: true,
  PersonalDataRead: true,
} satisfies Record<AdminEvent['type'], true>;

export const isAdminEventType = (type: string): type is AdminEvent['type'] => Object.hasOwn(TYPES, type);
