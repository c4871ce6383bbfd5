import type * as v from 'valibot';
import type { PaymentCreatedReply } from '#contract/payment.ts';
import { keptText, keptValue } from '#web/stores/kept-text.ts';
import { PERSONAL_PREFIX } from '#web/stores/local-markers.ts';

/** A charge that waits to be paid, as the server told of it. */
export type KeptCharge = v.InferOutput<typeof PaymentCreatedReply>;

/** What was typed to pay: never a document. */
export interface Payer {
  readonly name: string;
  readonly email: string;
}

/** Who paid what: kept from the confirmation until the dashboard is entered. */
export interface PaidUser extends Partial<Payer> {
  readonly payment_id: string;
}

/** Grows with every change to what is kept here. */
export const KEPT_PAYMENT_SHAPE = 1;

const CHARGE = `${PERSONAL_PREFIX}charge`;
const PAYER = `${PERSONAL_PREFIX}payer`;
const PAID = `${PERSONAL_PREFIX}paid`;

/** What paying keeps in this window's session storage, so that a reload or a look at the bank loses nothing. */
export interface KeptPayment {
  /** Undefined without an id or a code to pay by. */
  charge(): KeptCharge | undefined;
  keepCharge(charge: KeptCharge): void;
  payer(): Payer | undefined;
  keepPayer(payer: Payer): void;
  paid(): PaidUser | undefined;
  keepPaid(user: PaidUser): void;
  forget(): void;
}

/** Blocked storage keeps nothing; what it holds is checked, since anybody may write there. */
export function createKeptPayment(storage: () => Storage): KeptPayment {
  /** What the storage would not take. */
  const here = new Map<string, unknown>();

  function read(key: string): Readonly<Record<string, unknown>> | undefined {
    try {
      const kept: unknown = keptValue(KEPT_PAYMENT_SHAPE, storage().getItem(key)) ?? here.get(key);
      return typeof kept === 'object' && kept !== null ? (kept as Record<string, unknown>) : undefined;
    } catch {
      return here.get(key) as Record<string, unknown> | undefined;
    }
  }

  function keep(key: string, value: unknown): void {
    try {
      storage().setItem(key, keptText(KEPT_PAYMENT_SHAPE, value));
    } catch {
      here.set(key, value); // blocked or full: this page still knows
    }
  }

  return {
    charge() {
      const kept = read(CHARGE);
      if (kept === undefined || !isFilled(kept['payment_id']) || !isFilled(kept['pix_copy_paste'])) return undefined;
      return kept as KeptCharge;
    },
    keepCharge: (charge) => keep(CHARGE, charge),
    payer() {
      const { name, email } = read(PAYER) ?? {};
      return typeof name === 'string' && typeof email === 'string' ? { name, email } : undefined;
    },
    keepPayer: (payer) => keep(PAYER, payer),
    paid() {
      const kept = read(PAID);
      return isFilled(kept?.['payment_id']) ? (kept as unknown as PaidUser) : undefined;
    },
    keepPaid: (user) => keep(PAID, user),
    forget() {
      here.clear();
      try {
        for (const key of [CHARGE, PAYER, PAID]) storage().removeItem(key);
      } catch {
        // nothing can be kept there either
      }
    },
  };
}

const isFilled = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** This window's. */
export const keptPayment = createKeptPayment(() => sessionStorage);
