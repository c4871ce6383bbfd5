import type { Charge, NewCharge } from '../provider.ts';
import type { AsaasHttp } from './http.ts';
import type { AsaasPayments } from './payments.ts';
import { chargeFrom, codeFrom, StaticCodeResponse } from './responses.ts';

interface Options {
  readonly http: AsaasHttp;
  readonly asaasPayments: AsaasPayments;
  /** The account's own PIX key. */
  readonly pixKey: string;
  readonly clock: () => Date;
}

/** The number of characters of a description that fit into a code beside the longest key. */
const MAX_DESCRIPTION_LENGTH = 37;
const MAX_CACHED_CODES = 1_000;
/** The shortest lifetime of a code, in seconds. */
const MIN_LIFETIME_SECONDS = 60;

/**
 * Creates codes that can be paid once, without a payer's document. Until a code is paid the provider knows of no
 * payment and cannot be asked for the code: a code whose response was lost is never shown, so nobody can pay it. This
 * process caches its codes, so that repeated requests for a payment show the same code.
 */
export function createStaticCodeFactory({
  http,
  asaasPayments,
  pixKey,
  clock,
}: Options): (charge: NewCharge) => Promise<Charge> {
  const unpaidCodes = new Map<string, Charge>();

  function cacheCode(reference: string, charge: Charge): void {
    unpaidCodes.set(reference, charge);
    const [oldest] = unpaidCodes.keys();
    if (unpaidCodes.size > MAX_CACHED_CODES && oldest !== undefined) unpaidCodes.delete(oldest);
  }

  async function createCode({ paymentId, cents, description, dueDate }: NewCharge): Promise<Charge> {
    const seconds = Math.ceil((dueDate.getTime() - clock().getTime()) / 1_000);
    const body = {
      addressKey: pixKey,
      description: Array.from(description).slice(0, MAX_DESCRIPTION_LENGTH).join(''),
      value: cents / 100,
      format: 'ALL',
      expirationSeconds: Math.max(seconds, MIN_LIFETIME_SECONDS),
      allowsMultiplePayments: false,
      externalReference: paymentId,
    };
    const code = await http.post('create PIX code', { path: '/pix/qrCodes/static', body, reply: StaticCodeResponse });
    const charge = { ...unpaidCharge(code.id), paymentId, cents };
    return { ...charge, expiresAt: new Date(clock().getTime() + body.expirationSeconds * 1_000), ...codeFrom(code) };
  }

  return async (charge) => {
    const { paymentId } = charge;
    const payment = await asaasPayments.find('externalReference', paymentId);
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
  refundedCents: 0,
});
