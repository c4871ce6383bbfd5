import { type PaymentIntent, type PaymentVisitor, payableUntil } from '../intent.ts';
import { type Charge, type NewCharge, ProviderError } from '../provider.ts';
import { findChargeByPayment } from './find-charge.ts';
import type { PaymentsPorts } from './ports.ts';
import { REREAD_EVERY_MS } from './intent-update.ts';

/** A request to begin a payment. */
export interface PaymentStart {
  /** The visitor who sends the request. */
  readonly buyer: PaymentVisitor;
  /** The person named in the form. */
  readonly payer: NewCharge['payer'];
  /** The hash of the token that the browser gets if a payment is begun. */
  readonly newBuyerTokenHash: string;
  /** Receives the payment as soon as it is stored, even if creating its charge fails. */
  readonly onIntent?: (intent: PaymentIntent) => void;
}

/**
 * Begins a payment, or continues one that this buyer has begun in the same name and with the same e-mail and can still
 * pay. Only a browser with the payment's own token, or the session that began it, continues one: so a repeated
 * request returns the same unpaid payment there, and a new payment everywhere else.
 * @throws ProviderError when there is no charge; the next attempt continues the payment
 */
export type BeginPayment = (start: PaymentStart) => Promise<PaymentIntent>;

const CHARGE_DESCRIPTION = 'Acesso ao Prumo';

export function createBeginPayment(
  ports: Pick<
    PaymentsPorts,
    'provider' | 'intents' | 'paymentCommands' | 'locks' | 'receiptCodes' | 'newPaymentId' | 'clock' | 'priceCents'
  >,
): BeginPayment {
  const { intents, paymentCommands, locks, receiptCodes, newPaymentId, clock, priceCents } = ports;

  /**
   * Finds the payment that this buyer can continue. It must have the current price, because a new price cannot be paid
   * by an older charge, and be neither underpaid nor reversed, because then its PIX code is used up. A payment that has
   * just been paid is continued, so that nobody pays twice.
   */
  async function findResumable({ buyer, payer: { email, name } }: PaymentStart): Promise<PaymentIntent | undefined> {
    if (buyer.buyerTokenHash === null && buyer.user === null) return undefined;
    const intent = await intents.findPayable(buyer, { priceCents, email, name }, clock());
    if (!intent) return undefined;
    const { isUnderpaid, reversal } = await paymentCommands.currentState(intent.paymentId);
    if (isUnderpaid || reversal !== null) return undefined;
    if (buyer.user) await intents.assignUser(intent.paymentId, buyer.user);
    return intent;
  }

  function addIntent({ buyer, payer, newBuyerTokenHash }: PaymentStart): Promise<PaymentIntent> {
    const paymentId = newPaymentId();
    const createdAt = clock();
    return intents.add({
      paymentId,
      priceCents,
      buyerTokenHash: newBuyerTokenHash,
      user: buyer.user,
      email: payer.email,
      name: payer.name,
      receiptHash: receiptCodes.hashOf(receiptCodes.codeOf(paymentId)),
      createdAt,
      firstReadingAt: new Date(createdAt.getTime() + REREAD_EVERY_MS),
    });
  }

  return (start) =>
    locks.withLock(
      `purchase of ${start.buyer.user?.userId ?? start.buyer.buyerTokenHash ?? start.newBuyerTokenHash}`,
      async () => {
        const intent = (await findResumable(start)) ?? (await addIntent(start));
        start.onIntent?.(intent);
        if (intent.chargeId !== null && intent.copyPaste !== null) return intent;
        return intents.recordCharge(intent.paymentId, await ensureCharge(intent, start.payer, ports));
      },
    );
}

/**
 * Returns the one charge of an intent, creating it if needed. Where an earlier attempt may have created it, the
 * provider is asked first. A charge that was read without its code is requested once more, which creates no second one.
 */
async function ensureCharge(
  intent: PaymentIntent,
  payer: PaymentStart['payer'],
  { provider, intents, clock }: Pick<PaymentsPorts, 'provider' | 'intents' | 'clock'>,
): Promise<Charge> {
  const { paymentId, priceCents, triedAt } = intent;
  const create = (): Promise<Charge> =>
    provider.createPixCharge({
      paymentId,
      cents: priceCents,
      description: CHARGE_DESCRIPTION,
      payer,
      dueDate: payableUntil(intent),
    });
  const findCharge = async (): Promise<Charge | undefined> => {
    const charge = await findChargeByPayment(provider, paymentId);
    return charge?.copyPaste === undefined ? undefined : charge;
  };
  const existing = triedAt === null ? undefined : await findCharge();
  if (existing) return existing;
  await intents.recordAttempt(paymentId, clock());
  try {
    return await create();
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind !== 'ambiguous') throw error;
    return (await findCharge()) ?? create();
  }
}
