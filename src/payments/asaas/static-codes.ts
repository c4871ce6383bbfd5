import type { Charge, NewCharge } from '../port.ts';
import type { AsaasHttp } from './http.ts';
import type { AsaasPayments } from './payments.ts';
import { chargeFrom, codeFrom, StaticCodeResponse } from './responses.ts';

interface Options {
  readonly http: AsaasHttp;
  readonly payments: AsaasPayments;
  /** The account's own PIX key. */
  readonly pixKey: string;
  readonly clock: () => Date;
}

/** The maximum length that fits into a code beside the longest key. */
const MAX_DESCRIPTION = 37;
const MAX_CACHED = 1_000;
const MIN_SECONDS = 60;

/**
 * Creates codes that can be paid once, without a payer's document. Until a code is paid the provider knows of no
 * payment and cannot be asked for the code: a code whose response was lost is never shown, so nobody can pay it. This
 * process caches its codes, so that repeated requests for a payment show the same code.
 */
export function createStaticCodeFactory({
  http,
  payments,
  pixKey,
  clock,
}: Options): (charge: NewCharge) => Promise<Charge> {
  const unpaidCodes = new Map<string, Charge>();

  function cacheCode(reference: string, charge: Charge): void {
    unpaidCodes.set(reference, charge);
    const [oldest] = unpaidCodes.keys();
    if (unpaidCodes.size > MAX_CACHED && oldest !== undefined) unpaidCodes.delete(oldest);
  }

  async function createCode({ paymentId, cents, description, dueDate }: NewCharge): Promise<Charge> {
    const seconds = Math.ceil((dueDate.getTime() - clock().getTime()) / 1_000);
    const body = {
      addressKey: pixKey,
      description: Array.from(description).slice(0, MAX_DESCRIPTION).join(''),
      value: cents / 100,
      format: 'ALL',
      expirationSeconds: Math.max(seconds, MIN_SECONDS),
      allowsMultiplePayments: false,
      externalReference: paymentId,
    };
    const code = await http.post('create PIX code', { path: '/pix/qrCodes/static', body, reply: StaticCodeResponse });
    const charge = { ...unpaidCharge(code.id), paymentId, cents };
    return { ...charge, expiresAt: new Date(clock().getTime() + body.expirationSeconds * 1_000), ...codeFrom(code) };
  }

  return async (charge) => {
    const { paymentId } = charge;
    const payment = await payments.find('externalReference', paymentId);
    if (payment) {
      unpaidCodes.delete(paymentId);
      return chargeFrom(payment);
    }
    const cachedCode = unpaidCodes.get(paymentId);
    if (cachedCode?.expiresAt && cachedCode.expiresAt > clock()) return cachedCode;
    const newCode = await createCode(charge);
    cacheCode(paymentId, newCode);
    return newCode;
  };
}

/** The charge of a static code that nobody has paid, of which the provider knows only the id. */
export const unpaidCharge = (id: string): Charge => ({
  chargeId: id,
  paymentId: null,
  cents: 0,
  status: 'pending',
  rawStatus: 'NO_PAYMENT',
  refundedCents: 0,
});
