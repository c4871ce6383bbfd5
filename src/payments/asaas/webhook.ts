import * as v from 'valibot';
import { sameText } from '#runtime/same-text.ts';
import type { PaymentProvider, WebhookNote } from '../port.ts';

export const TOKEN_HEADER = 'asaas-access-token';

/** Handles and names as they are kept: printable, without blanks, not endless. */
const Handle = v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,200}$/));
/** One that is not readable does not make the rest worthless. */
const MaybeHandle = v.fallback(v.nullable(Handle), null);

/** Of a payment only the handles are read: what stands there besides (customer, status, amount) is asked for afterwards. */
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
 * Reads notices in the shape of Asaas, which carry a fixed token and no signature.
 * @param token what the provider was told to send; compared in constant time
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
