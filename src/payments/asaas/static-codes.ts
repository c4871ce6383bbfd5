import type { Charge, NewCharge } from '../port.ts';
import type { AsaasHttp } from './http.ts';
import type { AsaasPayments } from './payments.ts';
import { chargeFrom, codeFrom, StaticQrReply } from './replies.ts';

interface Options {
  readonly http: AsaasHttp;
  readonly payments: AsaasPayments;
  /** The account's own PIX key. */
  readonly pixKey: string;
  readonly clock: () => Date;
}

/** The maximum that fits into a code beside the longest key. */
const MAX_DESCRIPTION = 37;
const MAX_REMEMBERED = 1_000;
const SHORTEST_SECONDS = 60;

/**
 * Makes codes that can be paid once, without a payer's document. Until a code is paid the provider knows of no payment
 * and cannot be asked for the code: a code whose answer was lost is never shown, so nobody can pay it. This process
 * caches its codes, so that repeated requests for a reference show one code.
 */
export function staticCodes({ http, payments, pixKey, clock }: Options): (charge: NewCharge) => Promise<Charge> {
  const open = new Map<string, Charge>();

  function remember(reference: string, charge: Charge): void {
    open.set(reference, charge);
    const [oldest] = open.keys();
    if (open.size > MAX_REMEMBERED && oldest !== undefined) open.delete(oldest);
  }

  async function make({ reference, cents, description, dueDate }: NewCharge): Promise<Charge> {
    const seconds = Math.ceil((dueDate.getTime() - clock().getTime()) / 1_000);
    const body = {
      addressKey: pixKey,
      description: Array.from(description).slice(0, MAX_DESCRIPTION).join(''),
      value: cents / 100,
      format: 'ALL',
      expirationSeconds: Math.max(seconds, SHORTEST_SECONDS),
      allowsMultiplePayments: false,
      externalReference: reference,
    };
    const code = await http.post('create PIX code', { path: '/pix/qrCodes/static', body, reply: StaticQrReply });
    const unpaid = { ...unpaidCode(code.id), reference, cents };
    return { ...unpaid, expiresAt: new Date(clock().getTime() + body.expirationSeconds * 1_000), ...codeFrom(code) };
  }

  return async (charge) => {
    const { reference } = charge;
    const payment = await payments.find('externalReference', reference);
    if (payment) {
      open.delete(reference);
      return chargeFrom(payment);
    }
    const remembered = open.get(reference);
    if (remembered?.expiresAt && remembered.expiresAt > clock()) return remembered;
    const made = await make(charge);
    remember(reference, made);
    return made;
  };
}

/** All that is known of a static code without a payment. */
export const unpaidCode = (id: string): Charge => ({
  providerId: id,
  reference: null,
  cents: 0,
  status: 'pending',
  rawStatus: 'NO_PAYMENT',
  refundedCents: 0,
});
