import * as v from 'valibot';
import type { Charge } from '../port.ts';
import { instantFrom } from './sao-paulo-time.ts';
import { chargeStatus } from './status.ts';

/** Asaas's answers, with only the used fields: other fields may be present, missing or new. */

const Handle = v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,200}$/));
const MaybeText = v.fallback(v.optional(v.nullable(v.string()), null), null);

/** Parses reais to cents. */
const Money = v.pipe(
  v.number(),
  v.minValue(0),
  v.maxValue(1e9),
  v.check((reais) => Math.abs(reais * 100 - Math.round(reais * 100)) < 1e-4, 'parts of a cent'),
  v.transform((reais) => Math.round(reais * 100)),
);

const Refund = v.object({ value: Money, status: v.optional(v.string(), 'DONE') });

export const PaymentReply = v.object({
  id: Handle,
  status: v.string(),
  value: Money,
  externalReference: MaybeText,
  pixQrCodeId: v.fallback(v.optional(v.nullable(Handle), null), null),
  invoiceUrl: MaybeText,
  deleted: v.fallback(v.optional(v.boolean(), false), false),
  refunds: v.optional(v.nullable(v.array(Refund)), null),
});
export type PaymentReply = v.InferOutput<typeof PaymentReply>;

export const PaymentPage = v.object({ hasMore: v.boolean(), data: v.array(PaymentReply) });

/** The reply for a deleted payment. */
export const DeletedReply = v.object({ deleted: v.boolean() });

export const CreatedReply = v.object({ id: Handle });

/** Common fields of a charge and of a static code. */
const CodeFields = {
  payload: v.pipe(v.string(), v.nonEmpty()),
  encodedImage: MaybeText,
  expirationDate: MaybeText,
};
export const QrCodeReply = v.object(CodeFields);
export const StaticQrReply = v.object({ id: Handle, ...CodeFields });

/**
 * A payment under its permanent handle: the id of the static code through which it was paid, which is older than the
 * payment, else its own id.
 */
export function chargeFrom(payment: PaymentReply): Charge {
  const { value: cents, status: rawStatus, invoiceUrl } = payment;
  const refundedCents = refundedOf(payment);
  const given = chargeStatus(rawStatus);
  // A full refund that is still on its way leaves the payment RECEIVED for a while.
  const status = given === 'paid' && cents > 0 && refundedCents >= cents ? 'refunded' : given;
  return {
    providerId: payment.pixQrCodeId ?? payment.id,
    reference: payment.externalReference,
    cents,
    status: payment.deleted ? 'cancelled' : status,
    rawStatus,
    refundedCents,
    ...(invoiceUrl ? { invoiceUrl } : {}),
  };
}

function refundedOf({ value, status, refunds }: PaymentReply): number {
  const given = (refunds ?? []).filter((refund) => refund.status !== 'CANCELLED');
  const sum = given.reduce((total, refund) => total + refund.value, 0);
  return sum === 0 && chargeStatus(status) === 'refunded' ? value : sum;
}

/** The data needed to pay: text, picture, and deadline. */
export const codeFrom = ({ payload, encodedImage, expirationDate }: v.InferOutput<typeof QrCodeReply>) => {
  const expiresAt = instantFrom(expirationDate ?? '');
  return {
    copyPaste: payload,
    ...(encodedImage ? { qrPng: encodedImage } : {}),
    ...(expiresAt ? { expiresAt } : {}),
  };
};
