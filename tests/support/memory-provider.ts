import {
  type Charge,
  type ChargeStatus,
  type NewCharge,
  type PaymentProvider,
  ProviderError,
  type ProviderErrorKind,
} from '#payments/provider.ts';

/** The fault of one call: before the call is done, or (`after`) only its answer is lost. */
interface Fault {
  readonly kind: ProviderErrorKind;
  readonly after?: boolean;
}

export interface MemoryProvider extends PaymentProvider {
  /** The number of calls by name. */
  readonly callCounts: Record<'create' | 'get' | 'list' | 'cancel', number>;
  readonly charges: readonly Charge[];
  /** The time that creating a charge takes, in ms. */
  delayMs: number;
  /** Makes the next calls of that name fail, one each. */
  fail(call: 'create' | 'get' | 'list' | 'cancel', ...faults: readonly Fault[]): void;
  /** Reads do not include the code, as with a provider that returns it separately. */
  readsWithoutCode: boolean;
  /** Every call fails while this is true. */
  isAway: boolean;
  /** Changes the state of a charge without sending a notice. */
  set(reference: string, change: { status: ChargeStatus; cents?: number; paymentId?: string | null }): void;
  /** The charge is paid just before it is cancelled. */
  payBeforeCancel(reference: string): void;
  /** Forgets the planned faults. */
  clear(): void;
  /** Adds a charge that somebody else has made at the provider, such as one on paper. */
  add(charge: Charge): void;
}

const TOKEN = 'token of the memory provider';

/** Body and headers of a notice in the provider's format. */
export const noticeOf = (eventId: string, charge: { chargeId?: string | null; reference?: string | null }) => ({
  body: { eventId, kind: 'PAID', charge: { chargeId: null, reference: null, ...charge } },
  headers: { 'x-token': TOKEN, 'Sec-Fetch-Site': '' },
});

/** A payment provider without a network, which counts the calls and fails on request. */
export function memoryProvider(capabilities: Partial<PaymentProvider['capabilities']> = {}): MemoryProvider {
  const charges = new Map<string, Charge>();
  const faults: Record<string, Fault[]> = { create: [], get: [], list: [], cancel: [] };
  const paidAtCancel = new Set<string>();
  const callCounts = { create: 0, get: 0, list: 0, cancel: 0 };

  async function call<T>(name: keyof typeof callCounts, work: () => T): Promise<T> {
    callCounts[name] += 1;
    await new Promise((resolve) => setTimeout(resolve, name === 'create' ? provider.delayMs : 0));
    if (provider.isAway) throw new ProviderError('unavailable', 'away');
    const fault = faults[name]?.shift();
    if (fault && !fault.after) throw new ProviderError(fault.kind, 'as the test wants');
    const result = work();
    if (fault) throw new ProviderError(fault.kind, 'as the test wants, after the fact');
    return result;
  }

  function get(chargeId: string): Charge {
    const charge = charges.get(chargeId);
    if (!charge) throw new ProviderError('not_found', 'no such charge');
    const { copyPaste: _code, qrPng: _image, ...rest } = charge;
    return provider.readsWithoutCode ? rest : charge;
  }

  function cancel(chargeId: string): Charge {
    const { status, paymentId } = get(chargeId);
    if (paymentId !== null && paidAtCancel.delete(paymentId)) {
      provider.set(paymentId, { status: 'paid' });
      return get(chargeId);
    }
    if (status !== 'pending' && status !== 'overdue' && status !== 'cancelled')
      throw new ProviderError('rejected', `cancel while ${status}`);
    const cancelled = { ...get(chargeId), status: 'cancelled' } satisfies Charge;
    charges.set(chargeId, cancelled);
    return cancelled;
  }

  function make({ paymentId, cents }: NewCharge): Charge {
    const known = [...charges.values()].find((each) => each.paymentId === paymentId);
    if (known) return known;
    const chargeId = `pay_${charges.size + 1}`;
    const charge: Charge = {
      chargeId,
      paymentId,
      cents,
      status: 'pending',
      refundedCents: 0,
      copyPaste: `pix of ${chargeId}`,
      qrPng: 'cG5n',
      expiresAt: new Date(Date.now() + 86_400_000),
    };
    charges.set(chargeId, charge);
    return charge;
  }

  const provider: MemoryProvider = {
    name: 'asaas',
    capabilities: { needsTaxId: false, canRefund: true, canSimulate: false, ...capabilities },
    callCounts,
    get charges() {
      return [...charges.values()];
    },
    delayMs: 0,
    readsWithoutCode: false,
    isAway: false,
    fail: (name, ...more) => void faults[name]?.push(...more),
    set(reference, change) {
      const charge = [...charges.values()].find((each) => each.paymentId === reference);
      if (!charge) throw new Error(`no charge for ${reference}`);
      charges.set(charge.chargeId, { ...charge, ...change });
    },
    payBeforeCancel: (reference) => void paidAtCancel.add(reference),
    clear() {
      for (const planned of Object.values(faults)) planned.length = 0;
    },
    add: (charge) => void charges.set(charge.chargeId, charge),
    createPixCharge: (charge) => call('create', () => make(charge)),
    getCharge: (chargeId) => call('get', () => get(chargeId)),
    async *listCharges({ paymentId }) {
      const all = await call('list', () => [...charges.values()].toReversed());
      for (const charge of all) if ((paymentId ?? charge.paymentId) === charge.paymentId) yield charge;
    },
    refund: (chargeId) => call('get', () => get(chargeId)),
    cancel: (chargeId) => call('cancel', () => cancel(chargeId)),
    parseNotification(headers, raw) {
      if (headers['x-token'] !== TOKEN) return 'unauthorized';
      const { eventId, kind, charge } = JSON.parse(raw) as ReturnType<typeof noticeOf>['body'];
      const ids = { chargeId: charge?.chargeId, paymentId: charge?.reference };
      return eventId ? { eventId, kind, ids } : 'ignored';
    },
    health: () => call('get', () => undefined),
  };
  return provider;
}
