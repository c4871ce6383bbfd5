import type { ChargeStatus } from '../provider.ts';

/**
 * The meaning of each status of Asaas. PIX goes PENDING → RECEIVED; OVERDUE can still become RECEIVED. A refund or
 * chargeback in progress counts as done.
 */
const STATUS_BY_RAW: Readonly<Record<string, ChargeStatus>> = {
  PENDING: 'pending',
  AWAITING_RISK_ANALYSIS: 'pending',
  OVERDUE: 'overdue',
  DUNNING_REQUESTED: 'overdue',
  RECEIVED: 'paid',
  CONFIRMED: 'paid',
  RECEIVED_IN_CASH: 'paid',
  REFUNDED: 'refunded',
  REFUND_REQUESTED: 'refunded',
  REFUND_IN_PROGRESS: 'refunded',
  CHARGEBACK_REQUESTED: 'charged_back',
  CHARGEBACK_DISPUTE: 'charged_back',
  AWAITING_CHARGEBACK_REVERSAL: 'charged_back',
};

/** A status that this program does not know (it may be newer) is `unknown`. */
export const chargeStatus = (rawStatus: string): ChargeStatus =>
  Object.hasOwn(STATUS_BY_RAW, rawStatus) ? (STATUS_BY_RAW[rawStatus] ?? 'unknown') : 'unknown';

/** The statuses of Asaas that mean one of ours. */
export const rawStatusesOf = (status: ChargeStatus): readonly string[] =>
  Object.keys(STATUS_BY_RAW).filter((raw) => STATUS_BY_RAW[raw] === status);
