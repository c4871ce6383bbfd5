import * as v from 'valibot';
import { sameText } from '#runtime/same-text.ts';
import type { PaymentProvider, WebhookNote } from '../port.ts';

export const TOKEN_HEADER = 'asaas-access-token';

/** Handles and names as stored: printable, without blanks, of limited length. */
const Handle = v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,200}$/));
/** An unreadable handle does not invalidate the rest. */
const MaybeHandle = v.fallback(v.nullable(Handle), null);

/** Only the handles of a payment are read: other data (customer, status, amount) is queried afterwards. */
const Notice = v.object({
  id: Handle,
  event: Handle,
  payment: v.object({
    id: MaybeHandle,
    pixQrCodeId: v.optional(MaybeHandle, null),
    externalReference: v.optional(MaybeHandle, null),
  }),
});

/**
 * Parses notifications of Asaas, which carry a fixed token and no signature.
 * @param token the token configured at the provider; compared in constant time
 */
export function webhookReader(token: string): PaymentProvider['verifyWebhook'] {
  return (headers, raw) => {
    const given = headers[TOKEN_HEADER];
    if (!sameText(typeof given === 'string' ? given : undefined, token)) return 'unauthorized';
    return noteFrom(raw) ?? 'ignored';
  };
}

function noteFrom(raw: string): WebhookNote | undefined {
  const { success, output } = v.safeParse(Notice, parsed(raw));
  if (!success) return undefined;
  const { id, event, payment } = output;
  const providerId = payment.pixQrCodeId ?? payment.id;
  if (providerId === null && payment.externalReference === null) return undefined;
  return { eventId: id, kind: event, charge: { providerId, reference: payment.externalReference } };
}

function parsed(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return undefined;
  }
}
