import { randomBytes } from 'node:crypto';
import { localDate, localTime } from '../asaas/responses.ts';
import { TOKEN_HEADER } from '../asaas/webhook.ts';
import { ProviderError } from '../provider.ts';
import type { ChargeRow } from './charges.ts';

/** A notification in the form of Asaas. */
export interface SandboxNotification {
  readonly id: string;
  readonly event: string;
  readonly dateCreated: string;
  readonly payment: Readonly<Record<string, unknown>>;
}

/** @param status the status of the charge at the time of the event */
export function notificationOf(
  event: string,
  row: ChargeRow,
  { status, at }: { status: string; at: Date },
): SandboxNotification {
  return {
    id: `evt_${randomBytes(16).toString('hex')}`,
    event,
    dateCreated: localTime(at),
    payment: {
      object: 'payment',
      id: row.id,
      dateCreated: localDate(row.created_at),
      dueDate: localDate(row.due_at),
      value: row.cents / 100,
      netValue: row.cents / 100,
      billingType: 'PIX',
      status,
      description: row.description,
      externalReference: row.reference,
      pixQrCodeId: null,
      deleted: false,
    },
  };
}

/** Sends a notification like Asaas, for which only 200 counts as success. @throws ProviderError `unavailable` */
export async function postNotification(
  notification: SandboxNotification,
  { url, token, timeoutMs }: { readonly url: string; readonly token: string; readonly timeoutMs: number },
): Promise<void> {
  let status: number;
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [TOKEN_HEADER]: token },
      body: JSON.stringify(notification),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    await response.body?.cancel();
    ({ status } = response);
  } catch {
    throw new ProviderError('unavailable', 'the webhook gave no answer');
  }
  if (status !== 200) throw new ProviderError('unavailable', `the webhook answered ${status}`);
}
