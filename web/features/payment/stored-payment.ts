import type * as v from 'valibot';
import type { PaymentCreatedReply } from '#contract/payment.ts';
import { versionedText, parseVersioned } from '#web/stores/versioned-text.ts';
import { PERSONAL_PREFIX } from '#web/stores/local-markers.ts';

/** An open charge, as the server returned it. */
export type OpenCharge = v.InferOutput<typeof PaymentCreatedReply>;

/** The payer's typed data, without the document. */
export interface Payer {
  readonly name: string;
  readonly email: string;
}

/** The payer and the payment, stored from the confirmation until the dashboard is opened. */
export interface PaidUser extends Partial<Payer> {
  readonly payment_id: string;
}

/** The version of the stored data, raised with every change of their shape. */
export const STORED_PAYMENT_SHAPE = 1;

const CHARGE = `${PERSONAL_PREFIX}charge`;
const PAYER = `${PERSONAL_PREFIX}payer`;
const PAID = `${PERSONAL_PREFIX}paid`;

/** The payment's data in the session storage of this window, which survive a reload or a visit to the bank's page. */
export interface StoredPayment {
  /** Undefined without an id or a code for paying. */
  charge(): OpenCharge | undefined;
  keepCharge(charge: OpenCharge): void;
  payer(): Payer | undefined;
  keepPayer(payer: Payer): void;
  paid(): PaidUser | undefined;
  keepPaid(user: PaidUser): void;
  forget(): void;
}

/**
 * Reads are validated, because anybody may write to the storage; with a blocked storage the data last as long as the
 * page.
 */
export function createStoredPayment(storage: () => Storage): StoredPayment {
  /** Values that the storage refused. */
  const here = new Map<string, unknown>();

  function read(key: string): Readonly<Record<string, unknown>> | undefined {
    try {
      const kept: unknown = parseVersioned(STORED_PAYMENT_SHAPE, storage().getItem(key)) ?? here.get(key);
      return typeof kept === 'object' && kept !== null ? (kept as Record<string, unknown>) : undefined;
    } catch {
      return here.get(key) as Record<string, unknown> | undefined;
    }
  }

  function keep(key: string, value: unknown): void {
    try {
      storage().setItem(key, versionedText(STORED_PAYMENT_SHAPE, value));
    } catch {
      here.set(key, value); // The storage is blocked or full, so the value stays in memory.
    }
  }

  return {
    charge() {
      const kept = read(CHARGE);
      if (kept === undefined || !isFilled(kept['payment_id']) || !isFilled(kept['pix_copy_paste'])) return undefined;
      return kept as OpenCharge;
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
        // The storage is blocked, so there is nothing to remove.
      }
    },
  };
}

const isFilled = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** The stored payment of this window. */
export const storedPayment = createStoredPayment(() => sessionStorage);
