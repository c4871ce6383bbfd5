import { type Buyer, type Intent, payableUntil } from '../intent.ts';
import { type Charge, type NewCharge, ProviderError } from '../port.ts';
import { chargeByReference } from './charges.ts';
import type { PaymentsPorts } from './ports.ts';
import { SWEEP_EVERY_MS } from './reading.ts';

export interface Purchase {
  readonly buyer: Buyer;
  readonly payer: NewCharge['payer'];
  /** Of the token that the browser gets if a payment is begun. */
  readonly newHash: string;
  /** Told as soon as it is known which payment it is, whatever becomes of its charge. */
  readonly onIntent?: (intent: Intent) => void;
}

/**
 * Begins a payment, or goes on with one that this buyer has begun in the same name and with the same e-mail and can still
 * pay. Only a browser that shows the payment's own token, or the session that began it, goes on with one: so a repeat of
 * the same call gets the same answer there, while it is unpaid, and a new payment everywhere else.
 * @throws ProviderError when there is no charge; the payment that was begun is used by the next try
 */
export type Begin = (purchase: Purchase) => Promise<Intent>;

const DESCRIPTION = 'Acesso ao Prumo';

export function createBegin(
  ports: Pick<
    PaymentsPorts,
    'provider' | 'intents' | 'payments' | 'locks' | 'receiptCodes' | 'newPaymentId' | 'clock' | 'priceCents'
  >,
): Begin {
  const { intents, payments, locks, receiptCodes, newPaymentId, clock, priceCents } = ports;

  /**
   * What it costs now decides: a price that has changed is not paid by an older charge. So does what is known of its
   * money, which is written down before the intent says so: a code that too little was paid by, or whose money went back,
   * has been used. One that has just been paid is gone on with: nobody is asked to pay twice.
   */
  async function resumed({ buyer, payer: { email, name } }: Purchase): Promise<Intent | undefined> {
    if (buyer.hash === null && buyer.user === null) return undefined;
    const open = await intents.findPayable(buyer, { cents: priceCents, email, name }, clock());
    if (!open) return undefined;
    const { tooLittle, takenBack } = await payments.current(open.paymentId);
    if (tooLittle || takenBack !== null) return undefined;
    if (buyer.user) await intents.takeUp(open.paymentId, buyer.user);
    return open;
  }

  function added({ buyer, payer, newHash }: Purchase): Promise<Intent> {
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
 * One charge, whatever becomes of the answer: where it is not known whether there is one, the provider is asked first.
 * A charge that is there but was read without its code is asked for once more, which makes no second one.
 */
async function chargeOf(
  intent: Intent,
  payer: Purchase['payer'],
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
