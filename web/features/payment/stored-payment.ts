import type * as v from 'valibot';
import type { PaymentCreatedReply } from '#contract/payment.ts';
import { versionedText, parseVersioned } from '#web/stores/stored-value.ts';
import { PERSONAL_PREFIX } from '#web/stores/local-markers.ts';

/** An open charge, as the server returned it. */
export type OpenCharge = v.InferOutput<typeof PaymentCreatedReply>;

/** The name and the e-mail from the payer's form; the tax id is never stored. */
export interface Payer {
  readonly name: string;
  readonly email: string;
}

/** The version of the stored data, raised with every change of their shape. */
export const STORED_PAYMENT_SHAPE = 1;

const CHARGE = `${PERSONAL_PREFIX}charge`;
const PAYER = `${PERSONAL_PREFIX}payer`;
const CONFIRMED = `${PERSONAL_PREFIX}paid`;

/** The payment's data in the session storage of this window, which survive a reload or a visit to the bank's page. */
export interface StoredPayment {
  /** The open charge; undefined without an id or a code for paying. */
  charge(): OpenCharge | undefined;
  saveCharge(charge: OpenCharge): void;
  payer(): Payer | undefined;
  savePayer(payer: Payer): void;
  confirmedPaymentId(): string | undefined;
  /** Stores the id of the confirmed payment, together with the payer, until the dashboard is opened. */
  saveConfirmedPayment(paymentId: string): void;
  clear(): void;
}

/**
 * Reads are validated, because anybody may write to the storage; with a blocked storage the data last as long as the
 * page.
 */
export function createStoredPayment(storage: () => Storage): StoredPayment {
  /** Values that the storage refused. */
  const memory = new Map<string, unknown>();

  function read(key: string): Readonly<Record<string, unknown>> | undefined {
    try {
      const stored: unknown = parseVersioned(STORED_PAYMENT_SHAPE, storage().getItem(key)) ?? memory.get(key);
      return typeof stored === 'object' && stored !== null ? (stored as Record<string, unknown>) : undefined;
    } catch {
      return memory.get(key) as Record<string, unknown> | undefined;
    }
  }

  function write(key: string, value: unknown): void {
    try {
      storage().setItem(key, versionedText(STORED_PAYMENT_SHAPE, value));
    } catch {
      memory.set(key, value); // The storage is blocked or full, so the value stays in memory.
    }
  }

  function readPayer(): Payer | undefined {
    const { name, email } = read(PAYER) ?? {};
    return typeof name === 'string' && typeof email === 'string' ? { name, email } : undefined;
  }

  return {
    charge() {
      const stored = read(CHARGE);
      if (stored === undefined || !isFilled(stored['payment_id']) || !isFilled(stored['pix_copy_paste']))
        return undefined;
      return stored as OpenCharge;
    },
    saveCharge: (charge) => write(CHARGE, charge),
    payer: readPayer,
    savePayer: (payer) => write(PAYER, payer),
    confirmedPaymentId() {
      const paymentId = read(CONFIRMED)?.['payment_id'];
      return isFilled(paymentId) ? paymentId : undefined;
    },
    saveConfirmedPayment: (paymentId) => write(CONFIRMED, { ...readPayer(), payment_id: paymentId }),
    clear() {
      memory.clear();
      try {
        for (const key of [CHARGE, PAYER, CONFIRMED]) storage().removeItem(key);
      } catch {
        // The storage is blocked, so there is nothing to remove.
      }
    },
  };
}

const isFilled = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** The stored payment of this window. */
export const storedPayment = createStoredPayment(() => sessionStorage);
