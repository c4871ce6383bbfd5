import { type Buyer, type Intent, payableUntil } from '../intent.ts';
import { type Charge, type NewCharge, ProviderError } from '../port.ts';
import { chargeByReference } from './charges.ts';
import type { PaymentsPorts } from './ports.ts';
import { SWEEP_EVERY_MS } from './charge-reading.ts';

export interface PurchaseRequest {
  readonly buyer: Buyer;
  readonly payer: NewCharge['payer'];
  /** Hash of the token that the browser gets if a payment is begun. */
  readonly newHash: string;
  /** Called as soon as the payment is known, whatever happens to its charge. */
  readonly onIntent?: (intent: Intent) => void;
}

/**
 * Begins a payment, or continues one that this buyer has begun in the same name and with the same e-mail and can still
 * pay. Only a browser with the payment's own token, or the session that began it, continues one: so a repeat of the
 * call gets the same answer there, while it is unpaid, and a new payment everywhere else.
 * @throws ProviderError when there is no charge; the next attempt continues the payment
 */
export type Begin = (purchase: PurchaseRequest) => Promise<Intent>;

const DESCRIPTION = 'Acesso ao Prumo';

export function createBegin(
  ports: Pick<
    PaymentsPorts,
    'provider' | 'intents' | 'payments' | 'locks' | 'receiptCodes' | 'newPaymentId' | 'clock' | 'priceCents'
  >,
): Begin {
  const { intents, payments, locks, receiptCodes, newPaymentId, clock, priceCents } = ports;

  /**
   * The current price decides: a new price cannot be paid by an older charge. The known state of the money decides too,
   * because it is recorded before the intent changes: a code with too little money, or with a refund, is used up. A
   * payment that has just been paid is continued, so that nobody pays twice.
   */
  async function resumed({ buyer, payer: { email, name } }: PurchaseRequest): Promise<Intent | undefined> {
    if (buyer.hash === null && buyer.user === null) return undefined;
    const open = await intents.findPayable(buyer, { cents: priceCents, email, name }, clock());
    if (!open) return undefined;
    const { isUnderpaid, takenBack } = await payments.current(open.paymentId);
    if (isUnderpaid || takenBack !== null) return undefined;
    if (buyer.user) await intents.takeUp(open.paymentId, buyer.user);
    return open;
  }

  function added({ buyer, payer, newHash }: PurchaseRequest): Promise<Intent> {
    const paymentId = newPaymentId();
    const createdAt = clock();
    return intents.add({
      paymentId,
      cents: priceCents,
      buyerHash: newHash,
      user: buyer.user,
      email: payer.email,
      name: payer.name,
      receiptHash: receiptCodes.hashOf(receiptCodes.codeOf(paymentId)),
      createdAt,
      dueAt: new Date(createdAt.getTime() + SWEEP_EVERY_MS),
    });
  }

  return (purchase) =>
    locks.one(`purchase of ${purchase.buyer.user?.userId ?? purchase.buyer.hash ?? purchase.newHash}`, async () => {
      const intent = (await resumed(purchase)) ?? (await added(purchase));
      purchase.onIntent?.(intent);
      if (intent.providerId !== null && intent.copyPaste !== null) return intent;
      return intents.noteCharge(intent.paymentId, await chargeOf(intent, purchase.payer, ports));
    });
}

/**
 * One charge, whatever happens to the answer: where its existence is uncertain, the provider is asked first. A charge
 * that exists but was read without its code is requested once more, which makes no second one.
 */
async function chargeOf(
  intent: Intent,
  payer: PurchaseRequest['payer'],
  { provider, intents, clock }: Pick<PaymentsPorts, 'provider' | 'intents' | 'clock'>,
): Promise<Charge> {
  const { paymentId, cents, triedAt } = intent;
  const create = (): Promise<Charge> =>
    provider.createPixCharge({
      reference: paymentId,
      cents,
      description: DESCRIPTION,
      payer,
      dueDate: payableUntil(intent),
    });
  const found = async (): Promise<Charge | undefined> => {
    const charge = await chargeByReference(provider, paymentId);
    return charge?.copyPaste === undefined ? undefined : charge;
  };
  const earlier = triedAt === null ? undefined : await found();
  if (earlier) return earlier;
  await intents.noteTry(paymentId, clock());
  try {
    return await create();
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind !== 'ambiguous') throw error;
    return (await found()) ?? create();
  }
}
