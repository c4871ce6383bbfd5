import type { Buyer, Intent } from '../intent.ts';
import { type Charge, type NewCharge, ProviderError } from '../port.ts';
import { chargeByReference } from './charges.ts';
import type { PaymentsPorts } from './ports.ts';
import { SWEEP_EVERY_MS } from './reading.ts';

export interface Purchase {
  readonly buyer: Buyer;
  readonly payer: NewCharge['payer'];
  /** Of the Idempotency-Key and what came with it; null without a key. */
  readonly keyHash: string | null;
}

/**
 * Begins a payment, or goes on with one that this buyer has begun and can still pay.
 * @throws ProviderError when there is no charge; the payment that was begun is used by the next try
 */
export type Begin = (purchase: Purchase) => Promise<Intent>;

const DESCRIPTION = 'Acesso ao Prumo';
const DUE_MS = 24 * 60 * 60 * 1_000;

export function createBegin(
  ports: Pick<
    PaymentsPorts,
    'provider' | 'intents' | 'locks' | 'receiptCodes' | 'newPaymentId' | 'clock' | 'priceCents'
  >,
): Begin {
  const { provider, intents, locks, receiptCodes, newPaymentId, clock, priceCents } = ports;

  /** What it costs now decides: a price that has changed is not paid by an older charge. */
  async function resumed({ buyer, payer, keyHash }: Purchase): Promise<Intent | undefined> {
    const repeated = keyHash === null ? undefined : await intents.findByKey(keyHash, buyer);
    if (repeated) return repeated;
    const open = await intents.findPayable(buyer, priceCents, clock());
    if (open) await intents.retype(open.paymentId, { ...payer, user: buyer.user });
    return open;
  }

  function added({ buyer, payer, keyHash }: Purchase): Promise<Intent> {
    const paymentId = newPaymentId();
    const createdAt = clock();
    return intents.add({
      paymentId,
      cents: priceCents,
      buyer,
      email: payer.email,
      name: payer.name,
      keyHash,
      receiptHash: receiptCodes.hashOf(receiptCodes.codeOf(paymentId)),
      createdAt,
      dueAt: new Date(createdAt.getTime() + SWEEP_EVERY_MS),
    });
  }

  /**
   * One charge, whatever becomes of the answer: where it is not known whether there is one, the provider is asked first.
   * A charge that is there but was read without its code is asked for once more, which makes no second one.
   */
  async function made({ paymentId, cents, triedAt }: Intent, payer: Purchase['payer']): Promise<Charge> {
    const create = (): Promise<Charge> =>
      provider.createPixCharge({
        reference: paymentId,
        cents,
        description: DESCRIPTION,
        payer,
        dueDate: new Date(clock().getTime() + DUE_MS),
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

  return (purchase) =>
    locks.one(`purchase of ${purchase.buyer.user?.userId ?? purchase.buyer.hash}`, async () => {
      const intent = (await resumed(purchase)) ?? (await added(purchase));
      if (intent.providerId !== null && intent.copyPaste !== null) return intent;
      return intents.noteCharge(intent.paymentId, await made(intent, purchase.payer));
    });
}
