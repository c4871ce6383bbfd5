import * as v from 'valibot';
import type { Charge, ChargeStatus } from '../provider.ts';

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

// The responses of Asaas, with only the fields that are used: other fields may be present, missing or new.

const Id = v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,200}$/));
const OptionalText = v.fallback(v.optional(v.nullable(v.string()), null), null);

/** Parses reais to cents. */
const Cents = v.pipe(
  v.number(),
  v.minValue(0),
  v.maxValue(1e9),
  v.check((reais) => Math.abs(reais * 100 - Math.round(reais * 100)) < 1e-4, 'parts of a cent'),
  v.transform((reais) => Math.round(reais * 100)),
);

const Refund = v.object({ value: Cents, status: v.optional(v.string(), 'DONE') });

export const PaymentResponse = v.object({
  id: Id,
  status: v.string(),
  value: Cents,
  externalReference: OptionalText,
  pixQrCodeId: v.fallback(v.optional(v.nullable(Id), null), null),
  invoiceUrl: OptionalText,
  deleted: v.fallback(v.optional(v.boolean(), false), false),
  refunds: v.optional(v.nullable(v.array(Refund)), null),
});
export type PaymentResponse = v.InferOutput<typeof PaymentResponse>;

export const PaymentPage = v.object({ hasMore: v.boolean(), data: v.array(PaymentResponse) });

/** The response for a deleted payment. */
export const DeletionResponse = v.object({ deleted: v.boolean() });

export const CreationResponse = v.object({ id: Id });

/** Common fields of a charge and of a static code. */
const CodeFields = {
  payload: v.pipe(v.string(), v.nonEmpty()),
  encodedImage: OptionalText,
  expirationDate: OptionalText,
};
export const QrCodeResponse = v.object(CodeFields);
export const StaticCodeResponse = v.object({ id: Id, ...CodeFields });

/**
 * Maps a payment to a charge under its permanent id: that of the static code through which it was paid, which is older
 * than the payment, or else the payment's own.
 */
export function chargeFrom(payment: PaymentResponse): Charge {
  const { value: cents, invoiceUrl } = payment;
  const refundedCents = refundedCentsOf(payment);
  const reportedStatus = chargeStatus(payment.status);
  // A full refund that is still on its way leaves the payment RECEIVED for a while.
  const status = reportedStatus === 'paid' && cents > 0 && refundedCents >= cents ? 'refunded' : reportedStatus;
  return {
    chargeId: payment.pixQrCodeId ?? payment.id,
    paymentId: payment.externalReference,
    cents,
    status: payment.deleted ? 'cancelled' : status,
    refundedCents,
    ...(invoiceUrl ? { invoiceUrl } : {}),
  };
}

function refundedCentsOf({ value, status, refunds }: PaymentResponse): number {
  const activeRefunds = (refunds ?? []).filter((refund) => refund.status !== 'CANCELLED');
  const sum = activeRefunds.reduce((total, refund) => total + refund.value, 0);
  return sum === 0 && chargeStatus(status) === 'refunded' ? value : sum;
}

/** The data needed to pay: text, picture, and deadline. */
export const codeFrom = ({ payload, encodedImage, expirationDate }: v.InferOutput<typeof QrCodeResponse>) => {
  const expiresAt = instantFrom(expirationDate ?? '');
  return {
    copyPaste: payload,
    ...(encodedImage ? { qrPng: encodedImage } : {}),
    ...(expiresAt ? { expiresAt } : {}),
  };
};

const ZONE = { timeZone: 'America/Sao_Paulo' };

/** Formats an instant as Asaas does, in São Paulo time without a zone: '2026-11-21 00:45:21'. */
export const localTime = (instant: Date): string => instant.toLocaleString('sv-SE', ZONE);

/** Formats an instant as a date in São Paulo: '2026-11-21'. */
export const localDate = (instant: Date): string => instant.toLocaleDateString('sv-SE', ZONE);

/** The last moment of a day: '2026-11-21' → 2026-11-22T02:59:59Z. There has been no summer time since 2019. */
export const endOfDay = (date: string): Date => new Date(`${date}T23:59:59-03:00`);

/** Parses the result of `localTime`; undefined for other texts. */
function instantFrom(text: string): Date | undefined {
  const [, date, time] = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)$/.exec(text) ?? [];
  const instant = new Date(`${date}T${time}-03:00`);
  return Number.isNaN(instant.getTime()) ? undefined : instant;
}
