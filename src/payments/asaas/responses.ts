import * as v from 'valibot';
import type { Charge } from '../provider.ts';
import { instantFrom } from './sao-paulo-time.ts';
import { chargeStatus } from './charge-status.ts';

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
