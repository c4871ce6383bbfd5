import { isAccountEventType } from '#domain/account/account.ts';
import { isAdminEventType } from '#domain/admin/admin.ts';
import { isBusinessEventType } from '#domain/business/event-traits.ts';
import { isGrantEventType } from '#domain/grant/grant.ts';
import { isPaymentEventType } from '#domain/payment/payment.ts';
import type { StreamKind } from '#domain/streams.ts';

/** In which kind of stream events of this type are, all of them; undefined for a type that nobody knows (any more). */
export function kindOfType(type: string): StreamKind | undefined {
  if (isBusinessEventType(type)) return 'business';
  if (isAccountEventType(type)) return 'account';
  if (isPaymentEventType(type)) return 'payment';
  if (isGrantEventType(type)) return 'access-grant';
  return isAdminEventType(type) ? 'admin' : undefined;
}
