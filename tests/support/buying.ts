import { randomUUID } from 'node:crypto';
import type { MemoryProvider } from './memory-provider.ts';
import { noticeOf } from './memory-provider.ts';
import type { RunningApi } from './api.ts';
import type { ApiAnswer, ApiVisitor } from './visitor.ts';

/** Buyers and a provider that sends notices: the vocabulary of the payment tests. */

export interface CreatedCharge {
  readonly payment_id: string;
  readonly pix_copy_paste: string;
  readonly pix_qr_code: string;
  readonly invoice_url: string;
  readonly amount: number;
  readonly expires_at: string | null;
}

export interface StatusBody {
  readonly status: string;
  readonly access_granted: boolean;
  readonly held_by: 'you' | 'another' | null;
}

export const PAYER = { name: 'Joana Compradora', email: 'joana@comprou.example' };

/**
 * Requests a charge.
 * @throws the answer, if it is not 201
 */
export async function buy(
  browser: Pick<ApiVisitor, 'call'>,
  body: object = PAYER,
  key: string = randomUUID(),
): Promise<CreatedCharge> {
  const answer = await requestCharge(browser, body, key);
  if (answer.status !== 201) throw new Error(`create-direct: ${answer.status} ${answer.text}`);
  return answer.json;
}

export const requestCharge = (
  browser: Pick<ApiVisitor, 'call'>,
  body: object = PAYER,
  key: string = randomUUID(),
): Promise<ApiAnswer> =>
  browser.call('POST', '/api/payment/create-direct', { body, headers: { 'Idempotency-Key': key } });

export const statusOf = (browser: Pick<ApiVisitor, 'call'>, paymentId: string, query = ''): Promise<ApiAnswer> =>
  browser.call('GET', `/api/payment/status/${paymentId}${query}`);

/**
 * Requests the payment until it has this status.
 * @throws the other status after half a minute
 */
export async function waitForStatus(
  browser: Pick<ApiVisitor, 'call'>,
  paymentId: string,
  wanted: string,
): Promise<StatusBody> {
  for (const deadline = Date.now() + 30_000; ; await new Promise((resolve) => setTimeout(resolve, 25))) {
    const { json, text } = await statusOf(browser, paymentId);
    const answer = json as StatusBody;
    if (answer.status === wanted) return answer;
    if (Date.now() > deadline) throw new Error(`a payment that was to be ${wanted} is ${text}`);
  }
}

/** Changes the status of the charge and sends the provider's notice. */
export async function reportStatus(
  api: RunningApi,
  provider: MemoryProvider,
  paymentId: string,
  change: Parameters<MemoryProvider['set']>[1],
): Promise<void> {
  provider.set(paymentId, change);
  const { status, text } = await sendNotice(api, { reference: paymentId });
  if (status !== 200) throw new Error(`webhook: ${status} ${text}`);
}

export const sendNotice = (
  api: RunningApi,
  charge: Parameters<typeof noticeOf>[1],
  eventId: string = randomUUID(),
): Promise<ApiAnswer> => api.visitor().call('POST', '/api/payment/webhook', noticeOf(eventId, charge));

/** A browser that has bought the access and uses it as a guest. */
export async function createPaidGuest(
  api: RunningApi,
  provider: MemoryProvider,
  payer: object = PAYER,
): Promise<{ readonly browser: ApiVisitor; readonly paymentId: string }> {
  const browser = api.visitor();
  const { payment_id: paymentId } = await buy(browser, payer);
  await reportStatus(api, provider, paymentId, { status: 'paid' });
  await waitForStatus(browser, paymentId, 'CONFIRMED');
  return { browser, paymentId };
}
