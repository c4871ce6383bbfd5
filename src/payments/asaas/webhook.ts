import * as v from 'valibot';
import { isSameSecret } from '#runtime/same-secret.ts';
import type { PaymentProvider, PaymentNotification } from '../provider.ts';

export const TOKEN_HEADER = 'asaas-access-token';

/** Ids and names as stored: printable, without blanks, of limited length. */
const Id = v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,200}$/));
/** An unreadable id does not invalidate the rest. */
const OptionalId = v.fallback(v.nullable(Id), null);

/** The part of a notification that is read: ids only, because customer, status and amount are queried afterwards. */
const NotificationBody = v.object({
  id: Id,
  event: Id,
  payment: v.object({
    id: OptionalId,
    pixQrCodeId: v.optional(OptionalId, null),
    externalReference: v.optional(OptionalId, null),
  }),
});

/**
 * Creates the parser for notifications of Asaas, which carry a fixed token and no signature.
 * @param token the token configured at the provider; compared in constant time
 */
export function createNotificationParser(token: string): PaymentProvider['parseNotification'] {
  return (headers, raw) => {
    const receivedToken = headers[TOKEN_HEADER];
    if (!isSameSecret(typeof receivedToken === 'string' ? receivedToken : undefined, token)) return 'unauthorized';
    return notificationFrom(raw) ?? 'ignored';
  };
}

function notificationFrom(raw: string): PaymentNotification | undefined {
  const { success, output } = v.safeParse(NotificationBody, parseJson(raw));
  if (!success) return undefined;
  const { id, event, payment } = output;
  const chargeId = payment.pixQrCodeId ?? payment.id;
  if (chargeId === null && payment.externalReference === null) return undefined;
  return { eventId: id, kind: event, ids: { chargeId, paymentId: payment.externalReference } };
}

function parseJson(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return undefined;
  }
}
